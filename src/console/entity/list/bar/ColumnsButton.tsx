import RoomyIcon from '@mui/icons-material/DensityLarge';
import NormalIcon from '@mui/icons-material/DensityMedium';
import CompactIcon from '@mui/icons-material/DensitySmall';
import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined';
import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  IconButton,
  Popover,
  ToggleButton,
  ToggleButtonGroup,
  Tooltip,
} from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { inSentence } from '../../../../domain/label';
import { useText } from '../../../../fields/views/reader';
import { headingOf } from '../../../../fields/views/registry';
import { fieldOf } from '../../../app/record';
import { usePopup } from '../../../look/menus';
import { HeadButton } from '../../HeadButton';
import { useScreen } from '../../screen';
import {
  columnChoices,
  DEFAULT_APPEARANCE,
  moveColumn,
  type RowDensity,
  rowDensities,
  toggleColumn,
  useListAppearance,
} from '../state/columns';
import { useEntityList } from '../state/useEntityList';

export const ColumnsButton = memo(() => {
  const translate = useTranslate();
  const label = translate('ra.action.select_columns');
  const { button, popup } = usePopup();
  return (
    <>
      <HeadButton label={label} icon={ColumnsIcon} {...button} aria-haspopup="dialog" />
      <Popover
        {...popup}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': label,
            sx: { mt: 0.5, width: 300, overflow: 'hidden' },
          },
        }}
      >
        <ColumnsChooser />
      </Popover>
    </>
  );
});
ColumnsButton.displayName = 'ColumnsButton';

/** Panel for visible columns, their order and the row density, which are stored as preferences. */
const ColumnsChooser = () => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const { changeAppearance } = useListAppearance(entity);
  const { visibleColumns: columns, chooseColumns } = useEntityList();
  const list = useRef<HTMLUListElement>(null);
  const [placed, setPlaced] = useState<string>();
  const move = (name: string, to: number, by: string) => {
    if (to < 0 || to >= columns.length) return;
    setPlaced(name);
    chooseColumns(moveColumn(columns, name, to));
    // The lines stay in the document, and the column takes another one.
    const line = list.current?.children[to];
    line?.querySelector<HTMLElement>(`[data-moves="${by}"]`)?.focus();
  };
  const reset = () => {
    changeAppearance(DEFAULT_APPEARANCE);
    chooseColumns(null);
  };
  const placedField = placed === undefined ? undefined : fieldOf(entity, placed);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: '70vh' }}>
      <Box
        component="ul"
        ref={list}
        sx={{ listStyle: 'none', m: 0, p: 0, py: 1, overflow: 'auto' }}
      >
        {columnChoices(entity, columns).map((name, line) => {
          const field = fieldOf(entity, name);
          const at = columns.indexOf(name);
          return (
            field && (
              <ColumnLine
                // biome-ignore lint/suspicious/noArrayIndexKey: a moved element would lose the focus
                key={line}
                label={text(headingOf(field))}
                at={at}
                last={columns.length - 1}
                onToggle={() => chooseColumns(toggleColumn(entity, columns, name))}
                onMove={(to, by) => move(name, to, by)}
              />
            )
          );
        })}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {placed !== undefined &&
          placedField &&
          translate('entity.columns.placed', {
            field: text(placedField.label),
            place: columns.indexOf(placed) + 1,
            count: columns.length,
          })}
      </Box>
      <Box
        sx={{
          p: 1,
          gap: 1,
          display: 'flex',
          alignItems: 'center',
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <DensityChoice />
        <Button size="small" color="inherit" onClick={reset} sx={{ ml: 'auto' }}>
          {translate('entity.columns.reset')}
        </Button>
      </Box>
    </Box>
  );
};

const MOVES = [
  { by: 'up', Icon: UpIcon },
  { by: 'down', Icon: DownIcon },
] as const;

interface Props {
  readonly label: string;
  /** Index among the visible columns; -1 if hidden. */
  readonly at: number;
  readonly last: number;
  readonly onToggle: () => void;
  readonly onMove: (to: number, by: string) => void;
}

/** Column in the panel: a checkbox, and the buttons that move it. Arrow keys, Home and End on them do so, too. */
const ColumnLine = ({ label, at, last, onToggle, onMove }: Props) => {
  const translate = useTranslate();
  const places: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: last,
  };
  const moveByKey = (event: KeyboardEvent, by: string) => {
    if (!Object.hasOwn(places, event.key)) return;
    event.preventDefault();
    onMove(places[event.key] ?? at, by);
  };
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
      <FormControlLabel
        label={label}
        control={<Checkbox size="small" checked={at >= 0} onChange={onToggle} sx={{ p: 0.75 }} />}
        sx={{ flex: 1, m: 0, pl: 1.5 }}
      />
      {at >= 0 &&
        MOVES.map(({ by, Icon }) => (
          <IconButton
            key={by}
            size="small"
            data-moves={by}
            aria-label={translate(`entity.columns.${by}`, { field: inSentence(label) })}
            aria-disabled={at === (by === 'up' ? 0 : last)}
            aria-keyshortcuts="ArrowUp ArrowDown"
            onClick={() => onMove(by === 'up' ? at - 1 : at + 1, by)}
            onKeyDown={(event) => moveByKey(event, by)}
            sx={{ p: 0.25, '&[aria-disabled="true"]': { color: 'action.disabled' } }}
          >
            <Icon fontSize="small" />
          </IconButton>
        ))}
    </Box>
  );
};

const icons = { compact: CompactIcon, normal: NormalIcon, roomy: RoomyIcon };

const DensityChoice = () => {
  const { appearance, changeAppearance } = useListAppearance(useScreen().entity);
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={appearance.density}
      onChange={(_, density: RowDensity | null) => density && changeAppearance({ density })}
      aria-label={translate('entity.density.label')}
    >
      {rowDensities.map((density) => {
        const Icon = icons[density];
        const label = translate(`entity.density.${density}`);
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
