import { Box, Checkbox, TableCell, TableHead, TableRow, TableSortLabel } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, useRef } from 'react';
import { useEvent, useListContext, useTranslate } from 'react-admin';
import { useText } from '../../../../fields/views/reader';
import { headingOf, viewOf } from '../../../../fields/views/registry';
import { ActionsHead } from '../../RowActions';
import { useWire } from '../../screen';
import { autoWidth, type ListAppearance, sortNameOf } from '../state/columns';
import { toggleSort } from '../state/listState';
import { readSelection, togglePage } from '../state/selection';
import { useEntityList, useListRows } from '../state/useEntityList';
import { cellStyle, previewWidth, type TableColumn } from './columnWidths';

interface Props {
  readonly columns: readonly TableColumn[];
  readonly widths: ListAppearance['widths'];
  readonly onWidth: (name: string, width: number | undefined) => void;
  readonly selectable: boolean;
  readonly actions: boolean;
}

/** Table head: column names that sort, and the checkbox that selects the page. */
export const TableTop = ({ columns, widths, onWidth, selectable, actions }: Props) => {
  const translate = useTranslate();
  const many = useWire().sortJoiner !== '';
  const { selectedIds, onSelect } = useListContext();
  const { state, changeSort, selected, treeNodes } = useEntityList();
  const rows = useListRows();
  // Ancestors that a tree lists only because of their matches are not selected.
  const matchingRows = treeNodes ? rows.filter(({ id }) => treeNodes.get(id)?.isMatch) : rows;
  const ids = matchingRows.map(({ id }) => id);
  const selection = readSelection(selected, ids);
  const sort = useEvent((name: string, add: boolean) =>
    changeSort((latest) => toggleSort(latest, name, add)),
  );
  const setWidth = useEvent(onWidth);
  return (
    <TableHead>
      <TableRow aria-rowindex={1}>
        {selectable && (
          <TableCell padding="checkbox">
            <Checkbox
              size="small"
              checked={selection === 'all'}
              indeterminate={selection === 'some'}
              onChange={() => onSelect(togglePage(selectedIds, ids))}
              slotProps={{ input: { 'aria-label': translate('entity.keys.selectPage') } }}
            />
          </TableCell>
        )}
        {columns.map((column, at) => (
          <HeadCell
            key={column.name}
            column={column}
            at={at}
            width={widths[column.name]}
            place={state.sort.findIndex(({ field }) => field === sortNameOf(column))}
            order={state.sort.find(({ field }) => field === sortNameOf(column))?.order}
            several={state.sort.length > 1}
            many={many}
            onSort={sort}
            onWidth={setWidth}
          />
        ))}
        {actions && <ActionsHead />}
      </TableRow>
    </TableHead>
  );
};

/** Width step of the arrow keys, px. */
const STEP = 16;

interface HeadCellProps {
  readonly column: TableColumn;
  /** Index from 0. */
  readonly at: number;
  /** Custom width, px; undefined if the column fits its content. */
  readonly width: number | undefined;
  /** Position among the sort columns, from 0; -1 for none. */
  readonly place: number;
  readonly order: 'ASC' | 'DESC' | undefined;
  /** The list is sorted by several columns. */
  readonly several: boolean;
  /** The server supports several sort columns. */
  readonly many: boolean;
  readonly onSort: (name: string, add: boolean) => void;
  readonly onWidth: (name: string, width: number | undefined) => void;
}

/** Head of a column: its name sorts, its edge sets the width. */
const HeadCell = memo((props: HeadCellProps) => {
  const { column, at, width, place, order, several, many, onSort, onWidth } = props;
  const { name, field } = column;
  const translate = useTranslate();
  const text = useText();
  const { align, sortable } = viewOf(field);
  const direction = order === 'DESC' ? 'desc' : 'asc';
  const label = text(headingOf(field));

  const press = (event: MouseEvent) => onSort(sortNameOf(column), many && event.shiftKey);
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (!event.shiftKey || sortable === false) return;
    const now = event.currentTarget.offsetWidth;
    if (event.key === 'ArrowRight') onWidth(name, now + STEP);
    else if (event.key === 'ArrowLeft') onWidth(name, now - STEP);
    else if (event.key === 'Home') onWidth(name, undefined);
    else if (event.key === 'Enter' && many) onSort(sortNameOf(column), true);
    else return;
    event.preventDefault();
    // The button would treat Enter as a click without Shift.
    event.stopPropagation();
  };
  return (
    <TableCell
      align={align}
      // `aria-sort` is allowed on one column only.
      sortDirection={place === 0 ? direction : false}
      style={cellStyle(at, width !== undefined)}
      onKeyDownCapture={keys}
    >
      {sortable === false ? (
        label
      ) : (
        <TableSortLabel
          active={place >= 0}
          direction={place >= 0 ? direction : 'asc'}
          onClick={press}
          aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight Shift+Home"
        >
          <Box component="span" className="head-label">
            {label}
          </Box>
          {several && place >= 0 && (
            <>
              <Box component="sup" aria-hidden sx={{ ml: 0.5, fontSize: 10, lineHeight: 1 }}>
                {place + 1}
              </Box>
              <Box component="span" sx={visuallyHidden}>
                {translate('entity.sort.place', { place: place + 1 })}
              </Box>
            </>
          )}
        </TableSortLabel>
      )}
      <WidthHandle
        column={at}
        sized={width !== undefined}
        onWidth={(newWidth) => onWidth(name, newWidth)}
      />
    </TableCell>
  );
});
HeadCell.displayName = 'HeadCell';

interface WidthHandleProps {
  /** Index from 0. */
  readonly column: number;
  /** The column has a custom width, so its cells follow the pointer. */
  readonly sized: boolean;
  /** Width, px; undefined to fit the content. */
  readonly onWidth: (width: number | undefined) => void;
}

const handle = {
  position: 'absolute',
  insetBlock: 0,
  right: 0,
  width: 9,
  cursor: 'col-resize',
  touchAction: 'none',
  userSelect: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    insetBlock: 6,
    right: 0,
    width: '1px',
    bgcolor: 'divider',
  },
  '&:hover::after, &[data-dragged]::after': { width: '3px', bgcolor: 'primary.main' },
} as const;

/** Edge of a column's head. Dragging sets the width; a double click fits the column to its content. */
const WidthHandle = ({ column, sized, onWidth }: WidthHandleProps) => {
  const dragStart = useRef<{ x: number; width: number; table: HTMLElement } | undefined>(undefined);
  const widthAt = (event: PointerEvent) =>
    dragStart.current && autoWidth(dragStart.current.width + event.clientX - dragStart.current.x);

  const begin = (event: PointerEvent<HTMLElement>) => {
    const head = event.currentTarget.closest('th');
    const table = event.currentTarget.closest('table');
    if (!head || !table || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.dataset.dragged = '';
    dragStart.current = { x: event.clientX, width: head.offsetWidth, table };
  };
  const move = (event: PointerEvent) => {
    const width = widthAt(event);
    if (width === undefined || !dragStart.current) return;
    if (Math.abs(event.clientX - dragStart.current.x) < 2) return;
    if (sized) previewWidth(dragStart.current.table, column, width);
    else onWidth(width);
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    const width = widthAt(event);
    delete event.currentTarget.dataset.dragged;
    const hasMoved = dragStart.current !== undefined && event.clientX !== dragStart.current.x;
    dragStart.current = undefined;
    if (hasMoved && event.type === 'pointerup') onWidth(width);
  };
  return (
    <Box
      aria-hidden
      data-width-handle={column}
      sx={handle}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={() => onWidth(undefined)}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
};
