import ResetIcon from '@mui/icons-material/FilterAltOffOutlined';
import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import FewerIcon from '@mui/icons-material/KeyboardArrowUp';
import MoreIcon from '@mui/icons-material/Tune';
import { Box, type BoxProps, Button, type Theme } from '@mui/material';
import { memo, useRef, useState } from 'react';
import { FilterLiveForm, useTranslate } from 'react-admin';
import { TextFilter } from '../../../../fields/views/filters';
import { useText } from '../../../../fields/views/reader';
import { viewOf } from '../../../../fields/views/registry';
import type { NamedField } from '../../../app/record';
import { SlotComponent } from '../../../app/slots';
import { INPUT_LINE } from '../../../look/components';
import { useIsPhone } from '../../../look/useIsPhone';
import { useWidth } from '../../../look/useWidth';
import { HeadIconButton } from '../../HeadButton';
import { useIsBesidePanel, useScreen } from '../../screen';
import { activeFilters, type Filter, filterFields, hasFilter } from '../state/listState';
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

/** Beside a detail panel, the filters that are set take one line; the others follow if it is expanded. */
const chips = {
  ...grid,
  gridTemplateColumns: `repeat(auto-fill, minmax(${COMFORTABLE_WIDTH}px, 1fr))`,
  // Room for the labels of a further line.
  rowGap: 1.5,
} as const;

/**
 * Filter inputs, the time of records first. Each change applies at once. Memoised, because new rows do not affect it.
 */
export const FilterBar = memo(() => {
  const { entity } = useScreen();
  const { state } = useEntityList();
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const isBesidePanel = useIsBesidePanel();
  const line = useRef<HTMLDivElement>(null);
  const width = useWidth(line);
  const [isExpanded, setIsExpanded] = useState(false);
  // The filter with the focus stays while its value is deleted.
  const [touched, setTouched] = useState<string>();
  const fields = filterFields(entity);
  const needs = fields.map((each) => filterNeed(state.filter, each));
  const tracks = filterColumns(isPhone ? 0 : width, needs);
  // Filters beyond the first line are behind a button in its last place; beside a panel, those that are not set.
  const first = isBesidePanel
    ? fields.filter((each) => hasFilter(state.filter, each) || each.name === touched)
    : isPhone || fields.length <= tracks.length
      ? fields
      : fields.slice(0, tracks.length - 1);
  const furtherFields = fields.filter((each) => !first.includes(each));
  const isFurtherActive = width > 0 && furtherFields.some((each) => hasFilter(state.filter, each));
  // Expand for an active filter; the bar stays expanded when the filter is cleared.
  if (isFurtherActive && !isExpanded) setIsExpanded(true);
  const visibleFields = isExpanded ? fields : first;
  return (
    <Box
      ref={line}
      role="search"
      aria-label={translate('entity.filter.label')}
      sx={[quietInputs, isBesidePanel ? chips : grid]}
      style={isBesidePanel ? undefined : { gridTemplateColumns: filterTracks(tracks) }}
    >
      {visibleFields.map((each) => (
        <FilterInput key={each.name} {...each} onFocus={() => setTouched(each.name)} />
      ))}
      {furtherFields.length > 0 && !isFurtherActive && (
        <Button
          size="small"
          color="inherit"
          aria-expanded={isExpanded}
          startIcon={isExpanded ? <FewerIcon /> : isBesidePanel ? <FilterIcon /> : <MoreIcon />}
          onClick={() => setIsExpanded(!isExpanded)}
          sx={{ justifySelf: 'start', whiteSpace: 'nowrap' }}
        >
          {isExpanded
            ? translate('entity.filter.fewer')
            : translate(isBesidePanel ? 'entity.filter.add' : 'entity.filter.more', {
                count: furtherFields.length,
              })}
        </Button>
      )}
    </Box>
  );
});
FilterBar.displayName = 'FilterBar';

const FilterInput = ({ name, field, onFocus }: NamedField & Pick<BoxProps, 'onFocus'>) => {
  const { state, patchFilter } = useEntityList();
  const text = useText();
  const { Filter } = viewOf(field);
  const slot = field.slots?.filter;
  if (!slot && !Filter) return null;
  const slotProps = { source: name, label: text(field.label), helperText: false } as const;
  return (
    <Box sx={{ minWidth: 0 }} onFocus={onFocus}>
      {slot ? (
        <FilterLiveForm>
          <SlotComponent slot={slot} slotProps={slotProps} />
        </FilterLiveForm>
      ) : (
        Filter && <Filter field={field} name={name} filters={state.filter} onChange={patchFilter} />
      )}
    </Box>
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
