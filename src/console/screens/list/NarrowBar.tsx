import { Box } from '@mui/material';
import { CreateButton } from './CreateButton';
import { FilterReset } from './FilterReset';
import { FilterToggle } from './FilterToggle';
import type { List } from './useEntityList';

interface Props {
  readonly list: List;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly controls: string;
}

/** A phone's second line of a list's head: a long title leaves no room for these beside it. */
export const NarrowBar = ({ list, ...filters }: Props) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, pl: 1.5, pr: 2, pb: 1 }}>
    <FilterToggle list={list} {...filters} />
    <FilterReset list={list} />
    <Box sx={{ ml: 'auto' }} />
    <CreateButton />
  </Box>
);
