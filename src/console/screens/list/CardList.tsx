import { Box } from '@mui/material';
import { RecordCard } from './RecordCard';
import type { List } from './useEntityList';

/** The rows of a list as cards, where there is no room for columns. */
export const CardList = ({ list, selectable }: { list: List; selectable: boolean }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {list.data.map((record) => (
      <RecordCard
        key={record.id}
        record={record}
        selected={list.selected.has(record.id)}
        onSelect={selectable ? () => list.onToggleItem(record.id) : undefined}
      />
    ))}
  </Box>
);
