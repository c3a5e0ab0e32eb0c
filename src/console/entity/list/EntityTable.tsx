import { Box, type SxProps, Table, TableBody, TableCell, type Theme } from '@mui/material';
import { Fragment, type RefObject, useContext, useMemo, useRef } from 'react';
import { type Identifier, useEvent, useListContext } from 'react-admin';
import { useText } from '../../../fields/reader';
import { fieldOf } from '../fieldsOf';
import { revealOnHover, useHasRowActions } from '../RowActions';
import { MasterDetailContext, useScreen } from '../screen';
import { CellMenu, useCellCopy } from './cellCopy';
import {
  cellPadding,
  primaryColumn,
  type RowDensity,
  useListAppearance,
  withWidth,
} from './columns';
import { type TableColumn, useMeasuredWidths, widthVariables } from './columnWidths';
import { EntityRow } from './EntityRow';
import { MAX_COUNTED_ROWS } from './paging';
import { useRowKeys } from './rowKeys';
import { useRowWindow } from './rowWindow';
import { toggleRow } from './selection';
import { TableTop } from './TableTop';
import { useEntityList, useListRows } from './useEntityList';

interface Props {
  /** Whether rows can be selected: there is something to do with many. */
  readonly selectable: boolean;
  /** What scrolls the rows. */
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The rows of a list as a table. Of a long page only those in view are drawn. */
export const EntityTable = ({ selectable, scroller }: Props) => {
  const { entity, url } = useScreen();
  const masterDetail = useContext(MasterDetailContext);
  const list = useEntityList();
  const { page, perPage, total = 0, selectedIds, onSelect } = useListContext();
  const data = useListRows();
  const text = useText();
  const { appearance, changeAppearance } = useListAppearance(entity);
  const actions = useHasRowActions();
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = useMemo(() => {
    const lead = primaryColumn(entity, list.visibleColumns);
    return list.visibleColumns.flatMap((name): TableColumn[] => {
      const field = fieldOf(entity, name);
      return field ? [{ name, field, lead: name === lead }] : [];
    });
  }, [entity, list.visibleColumns]);

  // Rows keep their function while the selection changes, so that only the pressed one is drawn again.
  const last = useRef<Identifier>(undefined);
  const toggle = useEvent((id: Identifier, shift: boolean) => {
    const ids = data.map((row) => row.id);
    onSelect(toggleRow(selectedIds, ids, id, shift ? last.current : undefined));
    last.current = id;
  });
  const open = useEvent((id: Identifier) =>
    masterDetail ? masterDetail.select(id) : url.show(id),
  );

  const { focusedRow, onKeyDown, onFocus } = useRowKeys({
    body,
    cells: columns.length,
    selectable,
  });
  const count = data.length;
  const { density } = appearance;
  const { windowed, rows, after, measure } = useRowWindow({ count, focusedRow, density, scroller });
  const measured = useMeasuredWidths(table, columns, windowed);
  const widths = useMemo(
    () => ({ ...measured, ...appearance.widths }),
    [measured, appearance.widths],
  );
  const sized = useMemo(() => new Set(Object.keys(widths)), [widths]);
  const copied = useCellCopy({ columns, body });
  const first = (page - 1) * perPage;
  const span = columns.length + (selectable ? 1 : 0) + (actions ? 1 : 0);
  return (
    <Box sx={tableLook(density)}>
      <Table
        ref={table}
        size="small"
        stickyHeader
        aria-label={text(entity.label)}
        role={list.treeNodes ? 'treegrid' : undefined}
        // A count that stopped somewhere is not known.
        aria-rowcount={entity.record && total > MAX_COUNTED_ROWS ? -1 : total + 1}
        style={widthVariables(columns.map(({ name }) => widths[name]))}
      >
        <TableTop
          columns={columns}
          widths={widths}
          onWidth={(name, width) =>
            changeAppearance({ widths: withWidth(appearance.widths, name, width) })
          }
          selectable={selectable}
          actions={actions}
        />
        <TableBody
          ref={body}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onContextMenu={copied.openMenu}
        >
          {rows.map(({ index, gap }) => {
            const record = data[index];
            if (!record) return null;
            return (
              <Fragment key={record.id}>
                <GapRow height={gap} span={span} />
                <EntityRow
                  ref={measure}
                  record={record}
                  index={index}
                  place={first + index + 2}
                  columns={columns}
                  sized={sized}
                  actions={actions}
                  selected={list.selected.has(record.id)}
                  isFocused={index === focusedRow}
                  current={masterDetail?.selectedId === record.id}
                  onOpen={open}
                  onToggle={selectable ? toggle : undefined}
                  node={list.treeNodes?.get(record.id)}
                  onFold={list.toggleBranch}
                />
              </Fragment>
            );
          })}
          <GapRow height={after} span={span} />
        </TableBody>
      </Table>
      {copied.menu && <CellMenu {...copied.menu} />}
    </Box>
  );
};

/** Stands for rows that are not drawn. @param height px; none for 0 */
const GapRow = ({ height, span }: { height: number; span: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <TableCell className="gap" colSpan={span} style={{ height }} />
    </tr>
  );

/** A tone over a cell that must not let what is under it shine through. */
const over = (colour: string) => `linear-gradient(${colour}, ${colour})`;

/** Dense and quiet: lines between rows only; the head and the actions stay in view. */
const tableLook =
  (rows: RowDensity): SxProps<Theme> =>
  ({ palette, alpha, density }) => ({
    '& .MuiTableCell-root': {
      py: `${cellPadding(rows, density.cell)}px`,
      px: 1.5,
      maxWidth: 280,
      whiteSpace: 'nowrap',
    },
    '& tr[data-index]:focus-visible, & [data-cell]:focus-visible': {
      outline: `2px solid ${palette.brand}`,
      outlineOffset: -2,
    },
    // The actions lie over the row's own ring.
    '& tr[data-index]:focus-visible .actions > div': {
      boxShadow: `inset -2px 0 ${palette.brand}, inset 0 2px ${palette.brand}, inset 0 -2px ${palette.brand}`,
    },
    // The browser brings a focused row out from under the head and the actions.
    '& tr[data-index], & [data-cell]': { scrollMarginTop: 48, scrollMarginBottom: 8 },
    '& .gap': { p: 0, border: 0 },
    // The arrow lies in the cell's padding: a dozen columns would give it the room of two more.
    '& .MuiTableSortLabel-root': { maxWidth: '100%', position: 'relative' },
    '& .MuiTableSortLabel-icon': { position: 'absolute', right: -15, m: 0, fontSize: 14 },
    '& .MuiTableCell-alignRight .MuiTableSortLabel-icon': { right: 'auto', left: -15 },
    // A head takes a second line before the table grows wider than the window.
    '& .head-label': {
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'normal',
      wordBreak: 'keep-all',
      lineHeight: 1.25,
    },
    // A value that changed lights up with some room around it.
    '& .cell-value': { mx: -0.75, px: 0.75, borderRadius: 1, minWidth: 0 },
    // Nor do lists and long texts push other columns out of it.
    '& .long-value': { display: 'grid', gridTemplateColumns: 'minmax(120px, max-content)' },
    '& .MuiTableCell-root:first-of-type:not(.MuiTableCell-paddingCheckbox)': { pl: 2 },
    '& .MuiTableCell-head': { bgcolor: 'background.paper' },
    '& .MuiTableCell-paddingCheckbox': { width: 44 },
    '& .MuiTableRow-root:last-of-type .MuiTableCell-body': { borderBottom: 0 },
    '& .MuiCheckbox-root': { p: 0.5 },
    '& .MuiCheckbox-root:not(.Mui-checked, .MuiCheckbox-indeterminate)': { color: 'text.disabled' },
    ...revealOnHover,
    '& .MuiTableCell-head.actions': { zIndex: 3 },
    '& .MuiTableRow-hover:hover .actions': { backgroundImage: over(palette.action.hover) },
    // On a tint the link's blue would be too faint.
    '& .MuiTableRow-hover:hover a': { color: 'primary.dark' },
    '& .Mui-selected a, & .Mui-selected.MuiTableRow-hover:hover a': { color: 'text.primary' },
    '& .Mui-selected .actions': {
      backgroundImage: over(alpha(palette.primary.main, palette.action.selectedOpacity)),
    },
    '& .Mui-selected.MuiTableRow-hover:hover .actions': {
      backgroundImage: over(
        alpha(palette.primary.main, palette.action.selectedOpacity + palette.action.hoverOpacity),
      ),
    },
  });
