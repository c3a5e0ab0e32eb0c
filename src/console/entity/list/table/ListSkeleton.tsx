import { Skeleton, TableCell } from '@mui/material';

/** Block in place of the rows of a table that is loading. @param span number of columns */
export const RowSkeletons = ({ span }: { span: number }) => (
  <tr aria-hidden data-loading>
    <TableCell colSpan={span} sx={{ maxWidth: 'none !important' }}>
      <Skeleton variant="rounded" height="60vh" />
    </TableCell>
  </tr>
);
