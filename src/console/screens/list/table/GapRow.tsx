import { TableCell } from '@mui/material';

/** Stands for rows that are not drawn. @param height px; none for 0 */
export const GapRow = ({ height, span }: { height: number; span: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <TableCell className="gap" colSpan={span} style={{ height }} />
    </tr>
  );
