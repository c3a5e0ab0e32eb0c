import FilterIcon from '@mui/icons-material/FilterAltOutlined';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useScreen } from '../parts/ScreenContext';
import { activeFilters } from './listFilter';
import type { List } from './useEntityList';

interface Props {
  readonly list: List;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly controls: string;
}

/** Opens and closes the filter bar, and counts the filters that are at work. */
export const FilterToggle = ({ list, open, onToggle, controls }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const active = activeFilters(entity, list.filter);
  const label = translate('screens.filter.toggle');
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
