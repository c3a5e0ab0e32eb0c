import { Box, Skeleton, TableCell } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'react-admin';

export const ListLoading = () => (
  <Box role="status" sx={visuallyHidden}>
    {useTranslate()('ra.page.loading')}
  </Box>
);

/** Placeholder values in a row, as percents of its width: from, to. */
const values = [
  [0, 9],
  [12, 26],
  [29, 45],
  [48, 58],
  [61, 69],
  [72, 82],
  [85, 97],
] as const;

/** One element per row: a dozen rows of seven elements took a tenth of the time to open a page. */
const row = {
  my: '3px',
  transform: 'none',
  borderRadius: 0,
  maskImage: `linear-gradient(to right, ${values
    .map(([from, to]) => `#0000 ${from}%, #000 ${from}% ${to}%, #0000 ${to}%`)
    .join(', ')})`,
} as const;

const MAX_ROWS = 20;

/** Rows of a table that is loading, as high as those that follow. @param span number of columns */
export const RowSkeletons = ({ rows, span }: { rows: number; span: number }) =>
  Array.from({ length: Math.min(rows, MAX_ROWS) }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else.
    <tr key={place} aria-hidden data-loading>
      <TableCell colSpan={span} sx={{ maxWidth: 'none !important' }}>
        <Skeleton height={14} sx={row} />
      </TableCell>
    </tr>
  ));

const CARDS = 6;

/** Cards of a list on a phone that is loading. */
export const CardSkeletons = () => (
  <Box aria-hidden>
    {Array.from({ length: CARDS }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cards without content have nothing else.
      <Box key={place} sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        <Skeleton width="45%" height={22} />
        <Skeleton width="70%" />
        <Skeleton width="60%" />
      </Box>
    ))}
  </Box>
);
