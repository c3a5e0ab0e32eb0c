import { Skeleton, TableCell } from '@mui/material';
import { linesLook } from '../../../look/FactsSkeleton';

/** Block in place of the rows of a table that is loading. @param span number of columns */
export const RowSkeletons = ({ span }: { span: number }) => (
  <tr aria-hidden data-loading>
    <TableCell colSpan={span} sx={{ maxWidth: 'none !important' }}>
      <Skeleton variant="rectangular" height="60vh" sx={linesLook} />
    </TableCell>
  </tr>
);
