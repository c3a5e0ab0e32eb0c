import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'ra-core';

const widths = [9, 14, 16, 10, 8, 10, 12];

/** The shape of rows while they are on their way. */
export const ListSkeleton = ({ rows }: { rows: number }) => {
  const translate = useTranslate();
  return (
    <Box role="status" aria-label={translate('screens.list.loading')} sx={{ px: 2, py: 1 }}>
      {Array.from({ length: Math.min(rows, 12) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else.
        <Box key={row} sx={{ display: 'flex', gap: 4, py: 1.1 }}>
          {widths.map((width, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else.
            <Skeleton key={column} width={`${width}%`} height={18} />
          ))}
        </Box>
      ))}
    </Box>
  );
};
