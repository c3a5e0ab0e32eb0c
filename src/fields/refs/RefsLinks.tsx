import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useText } from '../controls/useText';
import { RecordLink } from '../ref/RecordLink';
import { useTitles } from '../ref/useTitles';

/** How many are named before somebody asks for all. */
const NAMED = 30;

const list = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.5,
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

/** Every record of a list by its title, each leading to its detail. */
export const RefsLinks = ({ target, ids }: { target: string; ids: readonly number[] }) => {
  const text = useText();
  const [all, setAll] = useState(false);
  const named = all ? ids : ids.slice(0, NAMED);
  const titles = useTitles(target, named);
  return (
    <Box component="ul" sx={list}>
      {named.map((id, i) => (
        <li key={id}>
          <RecordLink target={target} id={id} title={titles[i] ?? String(id)} />
        </li>
      ))}
      {ids.length > named.length && (
        <li>
          <Button size="small" onClick={() => setAll(true)} sx={{ py: 0 }}>
            {text([`Show all ${ids.length}`, `显示全部 ${ids.length} 个`])}
          </Button>
        </li>
      )}
    </Box>
  );
};
