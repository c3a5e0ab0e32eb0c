import ResetIcon from '@mui/icons-material/FilterAltOffOutlined';
import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import { Box, Button } from '@mui/material';
import { FilterLiveForm, useTranslate } from 'react-admin';

import { useText } from '../../../fields/reader';
import { viewOf } from '../../../fields/views';
import { useScreen } from '../screen';
import { Slotted } from '../slots';
import { activeFilters, filterFields } from './listState';
import { useEntityList } from './useEntityList';

/** Few filters are wide enough for what is chosen in them, many still share a line. @param count of them */
const columnsFor = (count: number): string => {
  const share = `(100% - ${(count - 1) * 10}px) / ${count}`;
  return `repeat(auto-fill, minmax(clamp(150px, ${share}, 200px), 1fr))`;
};

const grid = {
  display: 'grid',
  gap: 1.25,
  alignItems: 'center',
  // A label that still lies inside leaves room for the arrow.
  '& .MuiInputLabel-root:not(.MuiInputLabel-shrink)': { maxWidth: 'calc(100% - 44px)' },
} as const;

/** The inputs that narrow a list, the time of records first. Each change applies at once. */
export const FilterBar = () => {
  const { entity } = useScreen();
  const { state, patchFilter } = useEntityList();
  const translate = useTranslate();
  const text = useText();
  const fields = filterFields(entity);
  const columns = columnsFor(Math.max(1, fields.length));
  return (
    <Box
      role="search"
      aria-label={translate('entity.filter.label')}
      sx={[grid, { gridTemplateColumns: { xs: '1fr', sm: columns } }]}
    >
      {fields.map(([name, field]) => {
        const { Filter } = viewOf(field);
        const slot = field.slots?.filter;
        const given = { source: name, label: text(field.label), helperText: false } as const;
        return (
          (slot || Filter) && (
            <Box key={name} sx={{ minWidth: 0 }}>
              {slot ? (
                <FilterLiveForm>
                  <Slotted slot={slot} given={given} />
                </FilterLiveForm>
              ) : (
                Filter && (
                  <Filter field={field} name={name} filters={state.filter} onChange={patchFilter} />
                )
              )}
            </Box>
          )
        );
      })}
    </Box>
  );
};

/** Takes the filters back to how the list opens, and says how many there are; nothing while it is so. */
export const FilterReset = () => {
  const { entity } = useScreen();
  const { state, isInitialFilter, resetFilter } = useEntityList();
  const translate = useTranslate();
  if (isInitialFilter) return null;
  const count = activeFilters(entity, state.filter);
  return (
    <Button size="small" startIcon={<ResetIcon />} onClick={resetFilter}>
      {translate(count > 0 ? 'entity.filter.resetSome' : 'entity.filter.reset', { count })}
    </Button>
  );
};

interface Props {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly controls: string;
}

/** Opens and closes the filter bar, and counts the filters that are at work. */
export const FilterToggle = ({ open, onToggle, controls }: Props) => {
  const { entity } = useScreen();
  const { state } = useEntityList();
  const translate = useTranslate();
  const active = activeFilters(entity, state.filter);
  const label = translate('entity.filter.toggle');
  return (
    <Button
      color="inherit"
      size="small"
      onClick={onToggle}
      aria-expanded={open}
      aria-controls={controls}
      startIcon={<FilterIcon />}
    >
      {active > 0 ? `${label} (${active})` : label}
    </Button>
  );
};
