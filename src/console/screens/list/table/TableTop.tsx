import { Box, Checkbox, TableCell, TableHead, TableRow } from '@mui/material';
import { useTranslate } from 'ra-core';
import { hidden } from '../../parts/hidden';
import { useWire } from '../../parts/useWire';
import type { ListLook } from '../columns/listLook';
import { allPressed, selectionOf } from '../select/selection';
import { sortPressed } from '../sort/sortBy';
import type { List } from '../useEntityList';
import type { Column } from './Column';
import { HeadCell } from './HeadCell';

interface Props {
  readonly list: List;
  readonly columns: readonly Column[];
  readonly widths: ListLook['widths'];
  readonly onWidth: (name: string, width: number | undefined) => void;
  readonly selectable: boolean;
  readonly actions: boolean;
}

/** The head of a table: names of columns, which sort, and the box that selects what is in view. */
export const TableTop = ({ list, columns, widths, onWidth, selectable, actions }: Props) => {
  const translate = useTranslate();
  const many = useWire().sortJoiner !== '';
  const ids = list.data.map(({ id }) => id);
  const selection = selectionOf(list.selected, ids);
  return (
    <TableHead>
      <TableRow aria-rowindex={1}>
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
        {columns.map((column, at) => (
          <HeadCell
            key={column.name}
            column={column}
            at={at}
            width={widths[column.name]}
            sorts={list.sort}
            many={many}
            onSort={(name, add) => list.setSort(sortPressed(list.sort, name, add))}
            onWidth={onWidth}
          />
        ))}
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
