import ClearIcon from '@mui/icons-material/Close';
import ResetIcon from '@mui/icons-material/FilterAltOffOutlined';
import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import FewerIcon from '@mui/icons-material/KeyboardArrowUp';
import MoreIcon from '@mui/icons-material/Tune';
import { Box, Button, IconButton, type Theme } from '@mui/material';
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { FilterLiveForm, useTranslate } from 'react-admin';
import { clearLabel, TextFilter } from '../../../../fields/views/filters';
import { useText } from '../../../../fields/views/reader';
import { headingOf, viewOf } from '../../../../fields/views/registry';
import { useDocumentEvent } from '../../../app';
import type { NamedField } from '../../../app/record';
import { SlotComponent } from '../../../app/slots';
import { INPUT_LINE } from '../../../look/components';
import { Menu, MenuItem, usePopup } from '../../../look/menus';
import { useIsPhone } from '../../../look/useIsPhone';
import { useWidth } from '../../../look/useWidth';
import { HeadIconButton } from '../../HeadButton';
import { useIsBesidePanel, useScreen } from '../../screen';
import {
  activeFilters,
  type Filter,
  filterFields,
  filterNames,
  hasFilter,
} from '../state/listState';
import { useEntityList } from '../state/useEntityList';

/** Narrower filters cut their labels, px. */
const MIN_WIDTH = 128;
/** Width of a filter that leaves room for further ones and, with a value, for its text and its buttons, px. */
const COMFORTABLE_WIDTH = 200;
const GAP = 8;

/** Returns the least width of a filter, px. One that an operator types in keeps its width. */
export const filterNeed = (filter: Filter, each: NamedField): number => {
  const { Filter: Input, filterWidth = MIN_WIDTH } = viewOf(each.field);
  return Input !== TextFilter && hasFilter(filter, each) ? COMFORTABLE_WIDTH : filterWidth;
};

/** Returns the least width of each column, px: that of its widest filter. */
const columnNeeds = (needs: readonly number[], columns: number): number[] =>
  Array.from({ length: columns }, (_, column) =>
    Math.max(MIN_WIDTH, ...needs.filter((__, at) => at % columns === column)),
  );

/**
 * Returns the least width of each column of the filter bar, px: as many columns as fit, and more than there are filters
 * if they would become wider than their values need.
 * @param width of the bar, px
 * @param needs least width of each filter, px
 */
export const filterColumns = (width: number, needs: readonly number[]): number[] => {
  const comfortable = Math.floor((width + GAP) / (COMFORTABLE_WIDTH + GAP));
  let columns = columnNeeds(needs, Math.max(1, comfortable, needs.length));
  while (columns.length > 1 && sum(columns) + GAP * (columns.length - 1) > width)
    columns = columnNeeds(needs, columns.length - 1);
  return columns;
};

const sum = (widths: readonly number[]) => widths.reduce((all, each) => all + each, 0);

/** Returns the `grid-template-columns` of the filter bar. A column may be wider than a narrow phone. */
export const filterTracks = (columns: readonly number[]): string =>
  columns.map((need) => `minmax(min(${need}px, 100%), 1fr)`).join(' ');

/** Inputs as high as a small button, and quieter than those of a form. Fingers need the usual height. */
const quietInputs = ({ density }: Theme) => {
  const height = density.control - 6;
  const label =
    '& .MuiInputLabel-root.MuiInputLabel-outlined.MuiInputLabel-sizeSmall:not(.MuiInputLabel-shrink)';
  return {
    '& .MuiOutlinedInput-root:not(.Mui-focused)': {
      bgcolor: 'background.default',
      '&:not(:hover) .MuiOutlinedInput-notchedOutline': { borderColor: 'divider' },
    },
    '@media (pointer: fine)': {
      '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall': { height },
      [label]: { transform: `translate(12px, ${(height - INPUT_LINE) / 2}px)` },
    },
  };
};

const grid = {
  display: 'grid',
  gap: `${GAP}px`,
  alignItems: 'center',
  // A label inside the input leaves room for the arrow.
  '& .MuiInputLabel-root:not(.MuiInputLabel-shrink)': { maxWidth: 'calc(100% - 44px)' },
} as const;

/** Draws the input of a filter as a chip: label, value and the button that clears it. */
const chip = ({ density, palette }: Theme) =>
  ({
    display: 'flex',
    alignItems: 'center',
    minWidth: 0,
    height: density.control - 6,
    pl: 1.25,
    pr: 0.25,
    border: 1,
    borderColor: 'divider',
    borderRadius: 4,
    bgcolor: 'background.default',
    cursor: 'pointer',
    '&:hover': { borderColor: 'text.secondary' },
    '&:focus-within': {
      borderColor: 'primary.main',
      boxShadow: `0 0 0 1px ${palette.primary.main}`,
    },
    '& .MuiFormControl-root': { flexDirection: 'row', alignItems: 'center', minWidth: 0 },
    '& .MuiAutocomplete-root': { width: 240 },
    '& .MuiInputLabel-root.MuiInputLabel-outlined.MuiInputLabel-sizeSmall.MuiInputLabel-root': {
      position: 'static',
      flex: 'none',
      transform: 'none',
      maxWidth: 160,
      mr: 0.75,
      color: 'text.secondary',
      pointerEvents: 'auto',
      cursor: 'inherit',
    },
    '& .MuiOutlinedInput-root.MuiInputBase-root': { p: 0, minWidth: 0, bgcolor: 'transparent' },
    '& .MuiInputBase-input.MuiInputBase-input.MuiInputBase-input.MuiInputBase-input': {
      p: 0,
      minWidth: 24,
      maxWidth: 240,
      fieldSizing: 'content',
      fontWeight: 600,
      textOverflow: 'ellipsis',
    },
    '& :is(.MuiOutlinedInput-notchedOutline, .MuiSelect-icon, .MuiInputAdornment-root, .MuiAutocomplete-endAdornment)':
      { display: 'none' },
  }) as const;

const chipLine = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 } as const;

/**
 * Filter inputs, the time of records first. Each change applies at once. Beside a detail panel they are chips. Memoised,
 * because new rows do not affect it.
 */
export const FilterBar = memo(() => {
  const translate = useTranslate();
  const isBesidePanel = useIsBesidePanel();
  const line = useRef<HTMLDivElement>(null);
  // Measured here: React attaches the ref after the effects of the children.
  const width = useWidth(line);
  return (
    <Box ref={line} role="search" aria-label={translate('entity.filter.label')}>
      {isBesidePanel ? <FilterChips line={line} /> : <FilterGrid width={width} />}
    </Box>
  );
});
FilterBar.displayName = 'FilterBar';

interface GridProps {
  /** Width of the bar, px. */
  readonly width: number;
}

const FilterGrid = ({ width }: GridProps) => {
  const { entity } = useScreen();
  const { state } = useEntityList();
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const [isExpanded, setIsExpanded] = useState(false);
  const fields = filterFields(entity);
  const needs = fields.map((each) => filterNeed(state.filter, each));
  const tracks = filterColumns(isPhone ? 0 : width, needs);
  // Filters beyond the first line are behind a button in its last place.
  const first =
    isPhone || fields.length <= tracks.length ? fields : fields.slice(0, tracks.length - 1);
  const furtherFields = fields.slice(first.length);
  const isFurtherActive = width > 0 && furtherFields.some((each) => hasFilter(state.filter, each));
  // Expand for an active filter; the bar stays expanded when the filter is cleared.
  if (isFurtherActive && !isExpanded) setIsExpanded(true);
  return (
    <Box sx={[quietInputs, grid]} style={{ gridTemplateColumns: filterTracks(tracks) }}>
      {(isExpanded ? fields : first).map((each) => (
        <Box key={each.name} sx={{ minWidth: 0 }}>
          <FilterInput {...each} />
        </Box>
      ))}
      {furtherFields.length > 0 && !isFurtherActive && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={isExpanded}
          startIcon={isExpanded ? <FewerIcon /> : <MoreIcon />}
          onClick={() => setIsExpanded(!isExpanded)}
          sx={{ justifySelf: 'start', whiteSpace: 'nowrap' }}
        >
          {isExpanded
            ? translate('entity.filter.fewer')
            : translate('entity.filter.more', { count: furtherFields.length })}
        </Button>
      )}
    </Box>
  );
};

interface LineProps {
  readonly line: RefObject<HTMLElement | null>;
}

/** Chips of the filters that are set, and a button that adds one. */
const FilterChips = ({ line }: LineProps) => {
  const { entity } = useScreen();
  const { state, patchFilter } = useEntityList();
  const translate = useTranslate();
  const text = useText();
  const { button, popup, close } = usePopup();
  const addButton = useRef<HTMLButtonElement>(null);
  // An added filter has no value yet, and one that is typed anew has none for a moment.
  const [edited, setEdited] = useState<string>();
  const fields = filterFields(entity);
  const isChip = (each: NamedField) => hasFilter(state.filter, each) || each.name === edited;
  const unset = fields.filter((each) => !isChip(each));
  useDocumentEvent('focusin', ({ target }) => {
    const isInside = line.current?.contains(target as Node);
    if (!isInside && !(target as Element).closest('.MuiModal-root')) setEdited(undefined);
  });
  const remove = ({ name, field }: NamedField) => {
    setEdited(undefined);
    patchFilter(Object.fromEntries(filterNames(name, field).map((each) => [each, undefined])));
    addButton.current?.focus();
  };
  return (
    <Box sx={chipLine}>
      {fields.filter(isChip).map((each) => (
        <FilterChip
          key={each.name}
          {...each}
          opensAtOnce={!hasFilter(state.filter, each)}
          onFocus={() => setEdited(each.name)}
          onRemove={() => remove(each)}
        />
      ))}
      <Button
        ref={addButton}
        size="small"
        color="inherit"
        startIcon={<FilterIcon />}
        disabled={unset.length === 0}
        {...button}
      >
        {translate('entity.filter.add')}
      </Button>
      <Menu {...popup}>
        {unset.map(({ name, field }) => (
          <MenuItem
            key={name}
            dense
            onClick={() => {
              setEdited(name);
              close();
            }}
          >
            {text(headingOf(field))}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
};

interface ChipProps extends NamedField {
  readonly opensAtOnce: boolean;
  readonly onFocus: () => void;
  readonly onRemove: () => void;
}

const FilterChip = ({ opensAtOnce, onFocus, onRemove, ...named }: ChipProps) => {
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const open = () => {
    const input = box.current?.querySelector<HTMLElement>('[role=combobox], input');
    input?.focus();
    // The key that opens every kind of input.
    input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is added
  useEffect(() => {
    // After the menu that added it has given the focus back.
    const timer = opensAtOnce ? setTimeout(open) : undefined;
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box ref={box} sx={chip} onFocus={onFocus}>
      <Box
        sx={{ minWidth: 0 }}
        onClick={({ target }) => {
          if ((target as Element).closest('.MuiInputLabel-root')) open();
        }}
      >
        <FilterInput {...named} />
      </Box>
      <IconButton
        size="small"
        aria-label={text(clearLabel(headingOf(named.field)))}
        onClick={onRemove}
        sx={{ p: 0.5 }}
      >
        <ClearIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
};

const FilterInput = ({ name, field }: NamedField): ReactNode => {
  const { state, patchFilter } = useEntityList();
  const text = useText();
  const { Filter } = viewOf(field);
  const slot = field.slots?.filter;
  const slotProps = { source: name, label: text(field.label), helperText: false } as const;
  if (!slot)
    return (
      Filter && <Filter field={field} name={name} filters={state.filter} onChange={patchFilter} />
    );
  return (
    <FilterLiveForm>
      <SlotComponent slot={slot} slotProps={slotProps} />
    </FilterLiveForm>
  );
};

/** Button that restores the initial filters, with the number of active ones; renders nothing while they are initial. */
export const FilterReset = () => {
  const { entity } = useScreen();
  const { state, isInitialFilter, resetFilter } = useEntityList();
  const translate = useTranslate();
  const isPhone = useIsPhone();
  if (isInitialFilter) return null;
  const count = activeFilters(entity, state.filter);
  const label = translate(count > 0 ? 'entity.filter.resetSome' : 'entity.filter.reset', { count });
  // The scrolling line of a phone has room for the words. In a head they would push the tools onto a second line.
  return isPhone ? (
    <Button size="small" startIcon={<ResetIcon />} onClick={resetFilter}>
      {label}
    </Button>
  ) : (
    <HeadIconButton label={label} icon={ResetIcon} onClick={resetFilter} />
  );
};

interface Props {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly controls: string;
}

export const FilterToggle = ({ open, onToggle, controls }: Props) => {
  const { entity } = useScreen();
  const { state } = useEntityList();
  const translate = useTranslate();
  const active = activeFilters(entity, state.filter);
  return (
    <Button
      color="inherit"
      size="small"
      onClick={onToggle}
      aria-expanded={open}
      aria-controls={controls}
      startIcon={<FilterIcon />}
    >
      {translate(active > 0 ? 'entity.filter.toggleSome' : 'entity.filter.toggle', {
        count: active,
      })}
    </Button>
  );
};
