import RoomyIcon from '@mui/icons-material/DensityLarge';
import NormalIcon from '@mui/icons-material/DensityMedium';
import CompactIcon from '@mui/icons-material/DensitySmall';
import { ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { densities, type RowDensity } from './listLook';

const icons = { compact: CompactIcon, normal: NormalIcon, roomy: RoomyIcon };

interface Props {
  readonly value: RowDensity;
  readonly onChange: (density: RowDensity) => void;
}

/** Chooses how close rows stand. */
export const DensityChoice = ({ value, onChange }: Props) => {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      onChange={(_, chosen: RowDensity | null) => chosen && onChange(chosen)}
      aria-label={translate('screens.density.label')}
    >
      {densities.map((density) => {
        const Icon = icons[density];
        const label = translate(`screens.density.${density}`);
        return (
          <Tooltip key={density} title={label}>
            <ToggleButton value={density} aria-label={label} sx={{ p: 0.5 }}>
              <Icon fontSize="small" />
            </ToggleButton>
          </Tooltip>
        );
      })}
    </ToggleButtonGroup>
  );
};
