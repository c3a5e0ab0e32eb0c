import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useText } from '../controls/useText';
import { type Period, periods } from './period';

interface Props {
  readonly period: Period | null;
  readonly onPick: (period: Period) => void;
}

const grid = {
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 1,
  '& .MuiToggleButton-root': {
    textTransform: 'none',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    m: 0,
    '&.Mui-selected': { color: 'text.primary', borderColor: 'primary.main' },
  },
} as const;

/** The usual periods, one press each. */
export const PeriodButtons = ({ period, onPick }: Props) => {
  const text = useText();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={period}
      // Pressing the chosen one again chooses it again.
      onChange={(_, chosen: Period | null) => onPick(chosen ?? period ?? 'today')}
      aria-label={text(['Period', '时间段'])}
      sx={grid}
    >
      {periods.map(([value, ...label]) => (
        <ToggleButton key={value} value={value}>
          {text(label)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
