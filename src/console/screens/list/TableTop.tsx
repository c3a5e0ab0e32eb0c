import { Box, Checkbox, TableCell, TableHead, TableRow, TableSortLabel } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../fields/controls/useText';
import { viewOf } from '../../../fields/views';
import { hidden } from '../parts/hidden';
import type { Column } from './EntityRow';
import { allPressed, selectionOf } from './selection';
import type { List } from './useEntityList';

interface Props {
  readonly list: List;
  readonly columns: readonly Column[];
  readonly selectable: boolean;
  readonly actions: boolean;
}

/** The head of a table: names of columns, which sort, and the box that selects what is in view. */
export const TableTop = ({ list, columns, selectable, actions }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const ids = list.data.map(({ id }) => id);
  const selection = selectionOf(list.selectedIds, ids);
  const { field: sorted, order } = list.sort;
  const sortBy = (name: string) =>
    list.setSort({ field: name, order: sorted === name && order === 'ASC' ? 'DESC' : 'ASC' });
  return (
    <TableHead>
      <TableRow>
        {selectable && (
          <TableCell padding="checkbox">
            <Checkbox
              size="small"
              checked={selection === 'all'}
              indeterminate={selection === 'some'}
              onChange={() => list.onSelect(allPressed(list.selectedIds, ids))}
              slotProps={{ input: { 'aria-label': translate('screens.list.selectPage') } }}
            />
          </TableCell>
        )}
        {columns.map(({ name, field }) => {
          const { align, sortable } = viewOf(field);
          const active = sorted === name;
          const direction = order === 'ASC' ? 'asc' : 'desc';
          return (
            <TableCell key={name} align={align} sortDirection={active ? direction : false}>
              {sortable === false ? (
                text(field.label)
              ) : (
                <TableSortLabel
                  active={active}
                  direction={active ? direction : 'asc'}
                  onClick={() => sortBy(name)}
                >
                  {text(field.label)}
                </TableSortLabel>
              )}
            </TableCell>
          );
        })}
        {actions && (
          <TableCell className="actions">
            <Box component="span" sx={hidden}>
              {translate('screens.list.actions')}
            </Box>
          </TableCell>
        )}
      </TableRow>
    </TableHead>
  );
};
