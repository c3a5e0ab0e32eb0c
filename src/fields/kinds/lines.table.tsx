import { Box, Table, TableBody, TableCell, TableFooter, TableHead, TableRow } from '@mui/material';
import { type AnyEntity, appearsIn, type Field, type Fields } from '../../config';
import { dayOf } from '../../domain/figures';
import { lineTotal } from '../formulas';
import { lineEntity, linesIn } from '../lines';
import { useText } from '../views/reader';
import { type CellProps, viewOf } from '../views/registry';
import { valueCell } from '../views/valueCell';

interface Column {
  readonly name: string;
  readonly field: Field;
}

/** Columns of lines: what a detail shows of them. */
export const columnsOf = ({ fields }: AnyEntity): Column[] =>
  Object.entries(fields as Fields)
    .filter(([, field]) => appearsIn(field, 'show'))
    .map(([name, field]) => ({ name, field: field as Field }));

/** Row with the sums of columns of which the record has a computed value; nothing if there are none. */
export const TotalsRow = ({
  field,
  columns,
  value,
  before = 1,
  after = 0,
}: {
  readonly field: Field;
  readonly columns: readonly Column[];
  readonly value: unknown;
  /** Cells before and after those of the columns. */
  readonly before?: number;
  readonly after?: number;
}) => {
  const text = useText();
  const { totals = [] } = field as { readonly totals?: readonly string[] };
  if (!columns.some(({ name }) => totals.includes(name))) return null;
  const now = Date.now();
  const sums = Object.fromEntries(
    totals.map((name) => [name, lineTotal(field, name, { lines: value, today: dayOf(now), now })]),
  );
  return (
    <TableFooter>
      <TableRow>
        <TableCell component="th" scope="row" colSpan={before} sx={{ whiteSpace: 'nowrap' }}>
          {text(['Total', '合计'])}
        </TableCell>
        {columns.map((column) => (
          <TableCell key={column.name} align={viewOf(column.field).align}>
            {totals.includes(column.name) &&
              valueCell({ ...column, value: sums[column.name], record: sums })}
          </TableCell>
        ))}
        {after > 0 && <TableCell colSpan={after} />}
      </TableRow>
    </TableFooter>
  );
};

/** Lines of a record in its detail. */
export const LinesTable = ({ field, value }: CellProps<'lines'>) => {
  const text = useText();
  const part = lineEntity(field);
  if (!part) return null;
  const columns = columnsOf(part);
  const label = text(field.label);
  return (
    // The table may be wider than its place, which the keyboard scrolls.
    <Box role="region" aria-label={label} tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>#</TableCell>
            {columns.map((column) => (
              <TableCell key={column.name} align={viewOf(column.field).align}>
                {text(column.field.label)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {linesIn(value).map((line, i) => (
            <TableRow key={String(line.id ?? i)}>
              <TableCell component="th" scope="row" sx={{ color: 'text.secondary' }}>
                {i + 1}
              </TableCell>
              {columns.map((column) => (
                <TableCell key={column.name} align={viewOf(column.field).align}>
                  {valueCell({ ...column, value: line[column.name], record: line })}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        <TotalsRow field={field as Field} columns={columns} value={value} />
      </Table>
    </Box>
  );
};
