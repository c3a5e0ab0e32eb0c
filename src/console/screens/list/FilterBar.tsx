import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { viewOf } from '../../../fields/views';
import { useScreen } from '../parts/ScreenContext';
import { filterFields } from './listFilter';
import type { List } from './useEntityList';

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
export const FilterBar = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const fields = filterFields(entity);
  const columns = columnsFor(Math.max(1, fields.length));
  return (
    <Box
      role="search"
      aria-label={translate('screens.filter.label')}
      sx={[grid, { gridTemplateColumns: { xs: '1fr', sm: columns } }]}
    >
      {fields.map(([name, field]) => {
        const { Filter } = viewOf(field);
        return (
          Filter && (
            <Box key={name} sx={{ minWidth: 0 }}>
              <Filter field={field} name={name} filters={list.filter} onChange={list.setFilter} />
            </Box>
          )
        );
      })}
    </Box>
  );
};
