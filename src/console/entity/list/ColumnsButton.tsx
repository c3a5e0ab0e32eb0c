import RoomyIcon from '@mui/icons-material/DensityLarge';
import NormalIcon from '@mui/icons-material/DensityMedium';
import CompactIcon from '@mui/icons-material/DensitySmall';
import DragIcon from '@mui/icons-material/DragIndicator';
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
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useEvent, useTranslate } from 'react-admin';
import { inSentence } from '../../../domain/label';
import { useText } from '../../../fields/views/reader';
import { fieldOf } from '../../app/record';
import { HeadButton } from '../HeadButton';
import { useScreen } from '../screen';
import {
  columnChoices,
  DEFAULT_APPEARANCE,
  moveColumn,
  type RowDensity,
  rowDensities,
  toggleColumn,
  useListAppearance,
} from './columns';
import { useEntityList } from './useEntityList';

/** Button that opens the choice of columns. */
export const ColumnsButton = memo(() => {
  const translate = useTranslate();
  const anchor = useRef<HTMLSpanElement>(null);
  const label = translate('entity.columns.button');
  const [open, setOpen] = useState(false);
  return (
    <span ref={anchor}>
      <HeadButton label={label} icon={ColumnsIcon} onClick={() => setOpen(true)} />
      <Popover
        open={open}
        anchorEl={anchor.current}
        onClose={() => setOpen(false)}
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
    </span>
  );
});
ColumnsButton.displayName = 'ColumnsButton';

/** Panel for visible columns, their order and the row density, which are stored as preferences. */
const ColumnsChooser = () => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const { appearance, changeAppearance } = useListAppearance(entity);
  const { visibleColumns: columns, chooseColumns } = useEntityList();
  const placing = useReorder(columns, (name, place) =>
    chooseColumns(moveColumn(columns, name, place)),
  );
  const reset = () => {
    changeAppearance(DEFAULT_APPEARANCE);
    chooseColumns(null);
  };
  const { placed } = placing;
  const placedField = placed === undefined ? undefined : fieldOf(entity, placed);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: '70vh' }}>
      <Box
        component="ul"
        ref={placing.list}
        sx={{ listStyle: 'none', m: 0, p: 0, py: 1, overflow: 'auto' }}
      >
        {columnChoices(entity, columns).map((name) => {
          const field = fieldOf(entity, name);
          const at = columns.indexOf(name);
          return (
            field && (
              <ColumnLine
                key={name}
                name={name}
                label={text(field.label)}
                isVisible={at >= 0}
                onToggle={() => chooseColumns(toggleColumn(entity, columns, name))}
                dragged={placing.dragged === name}
                {...placing.handle(name)}
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
        <DensityChoice
          value={appearance.density}
          onChange={(density) => changeAppearance({ density })}
        />
        <Button size="small" color="inherit" onClick={reset} sx={{ ml: 'auto' }}>
          {translate('entity.columns.reset')}
        </Button>
      </Box>
    </Box>
  );
};

interface Props {
  readonly name: string;
  readonly label: string;
  readonly isVisible: boolean;
  readonly dragged: boolean;
  readonly onToggle: () => void;
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Column in the panel: a checkbox, and the handle that moves it. */
const ColumnLine = (props: Props) => {
  const { name, label, isVisible, dragged, onToggle, onPointerDown, onKeyDown } = props;
  const translate = useTranslate();
  return (
    <Box
      component="li"
      data-column={isVisible ? name : undefined}
      sx={{
        display: 'flex',
        alignItems: 'center',
        pr: 1,
        ...(dragged && { bgcolor: 'action.selected' }),
      }}
    >
      <FormControlLabel
        label={label}
        control={<Checkbox size="small" checked={isVisible} onChange={onToggle} sx={{ p: 0.75 }} />}
        sx={{ flex: 1, m: 0, pl: 1.5 }}
      />
      {isVisible && (
        <IconButton
          size="small"
          aria-label={translate('entity.columns.move', { field: inSentence(label) })}
          title={translate('entity.columns.moveHow')}
          aria-keyshortcuts="ArrowUp ArrowDown"
          onPointerDown={onPointerDown}
          onKeyDown={onKeyDown}
          sx={{ p: 0.25, cursor: 'grab', touchAction: 'none', color: 'text.secondary' }}
        >
          <DragIcon fontSize="small" />
        </IconButton>
      )}
    </Box>
  );
};

const icons = { compact: CompactIcon, normal: NormalIcon, roomy: RoomyIcon };

interface DensityChoiceProps {
  readonly value: RowDensity;
  readonly onChange: (density: RowDensity) => void;
}

const DensityChoice = ({ value, onChange }: DensityChoiceProps) => {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={value}
      onChange={(_, density: RowDensity | null) => density && onChange(density)}
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

const BY: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowUp: (place) => place - 1,
  ArrowDown: (place) => place + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** Reorders a list by dragging handles, or by the arrow keys on them. */
const useReorder = (columns: readonly string[], onPlace: (name: string, place: number) => void) => {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string>();
  const [placed, setPlaced] = useState<string>();
  const focused = useRef<string>(undefined);

  // Moving an element in the document drops its focus.
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    const line = list.current?.querySelector(`[data-column="${focused.current}"]`);
    focused.current = undefined;
    line?.querySelector<HTMLElement>('button')?.focus();
  });

  const place = (name: string, to: number) => {
    setPlaced(name);
    onPlace(name, to);
  };
  // The drag continues while the columns change.
  const dragTo = useEvent((name: string, to: number) => {
    if (to !== columns.indexOf(name)) place(name, to);
  });

  const drag = (name: string) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    setDragged(name);
    // Listen on the window: the line moves in the document during the drag, which would end a pointer capture.
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const lines = [...(list.current?.querySelectorAll('[data-column]') ?? [])];
      const to = lines.findIndex((line) => clientY < line.getBoundingClientRect().bottom);
      const target = to < 0 ? lines.length - 1 : to;
      dragTo(name, target);
    };
    const end = () => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      setDragged(undefined);
    };
    addEventListener('pointermove', follow);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  };

  const keys = (name: string) => (event: KeyboardEvent) => {
    const from = columns.indexOf(name);
    const to = BY[event.key]?.(from, columns.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    focused.current = name;
    place(name, to);
  };

  const handle = (name: string) => ({ onPointerDown: drag(name), onKeyDown: keys(name) });
  return { list, handle, dragged, placed };
};
