import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { viewOf } from '../../../fields/views';
import { useScreen } from '../parts/ScreenContext';
import { filterFields } from './listFilter';
import type { List } from './useEntityList';

const grid = {
  display: 'grid',
  gap: 1.25,
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(150px, 1fr))' },
  alignItems: 'center',
  // A label that still lies inside leaves room for the arrow.
  '& .MuiInputLabel-root:not(.MuiInputLabel-shrink)': { maxWidth: 'calc(100% - 44px)' },
} as const;

/** The inputs that narrow a list, the time of records first. Each change applies at once. */
export const FilterBar = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  return (
    <Box role="search" aria-label={translate('screens.filter.label')} sx={grid}>
      {filterFields(entity).map(([name, field]) => {
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
