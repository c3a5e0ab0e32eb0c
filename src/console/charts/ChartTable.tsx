import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';

/** What a chart shows, as a table; the first column names the row. */
export interface TableOf {
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly ReactNode[] }[];
}

interface Props extends TableOf {
  readonly label: string;
  readonly height: number;
}

/** The numbers of a chart for whoever reads rather than looks. */
export const ChartTable = ({ head, rows, label, height }: Props) => {
  const translate = useTranslate();
  return (
    <TableContainer
      // The keyboard scrolls it.
      tabIndex={0}
      role="region"
      aria-label={translate('charts.table', { name: label })}
      sx={{ maxHeight: height }}
    >
      <Table size="small" stickyHeader aria-label={label}>
        <TableHead>
          <TableRow>
            {head.map((name, i) => (
              <TableCell key={name} align={i === 0 ? 'left' : 'right'}>
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, cells: [name, ...values] }) => (
            <TableRow key={key}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                {name}
              </TableCell>
              {values.map((value, i) => (
                <TableCell
                  key={head[i + 1]}
                  align="right"
                  sx={{ fontVariantNumeric: 'tabular-nums' }}
                >
                  {value}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
};
