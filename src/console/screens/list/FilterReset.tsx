import ResetIcon from '@mui/icons-material/FilterAltOffOutlined';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useScreen } from '../parts/ScreenContext';
import { activeFilters } from './listFilter';
import type { List } from './useEntityList';

/** Takes the filters back to how the list opens, and says how many there are; nothing while it is so. */
export const FilterReset = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  if (list.isInitialFilter) return null;
  const count = activeFilters(entity, list.filter);
  return (
    <Button size="small" startIcon={<ResetIcon />} onClick={list.resetFilter}>
      {translate(count > 0 ? 'screens.filter.resetSome' : 'screens.filter.reset', { count })}
    </Button>
  );
};
