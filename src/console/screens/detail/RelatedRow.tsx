import { Link, TableCell, TableRow } from '@mui/material';
import type { RaRecord } from 'ra-core';
import type { Field } from '../../../config';
import { viewOf } from '../../../fields/views';
import { RowActions } from '../list/RowActions';
import { useScreen } from '../parts/ScreenContext';

interface Props {
  readonly columns: readonly { readonly name: string; readonly field: Field }[];
  readonly row: RaRecord;
  readonly actions: boolean;
}

/** One of the records; its first value leads to its detail for the keyboard, the whole row for a pointer. */
export const RelatedRow = ({ columns, row, actions }: Props) => {
  const { url } = useScreen();
  const open = () => url.show(row.id);
  return (
    <TableRow hover onClick={open} sx={{ cursor: 'pointer' }}>
      {columns.map(({ name, field }, i) => {
        const { Cell, align, long } = viewOf(field);
        const cell = <Cell field={field} name={name} value={row[name]} record={row} />;
        return (
          <TableCell key={name} align={align} className={long && i > 0 ? 'long' : undefined}>
            {i === 0 ? (
              <Link component="button" type="button" underline="hover" onClick={open}>
                {cell}
              </Link>
            ) : (
              <div>{cell}</div>
            )}
          </TableCell>
        );
      })}
      {actions && (
        <TableCell align="right" className="actions">
          <RowActions record={row} />
        </TableCell>
      )}
    </TableRow>
  );
};
