import {
  Box,
  Skeleton,
  type SxProps,
  Table,
  TableBody,
  TableCell,
  type Theme,
} from '@mui/material';
import { Fragment, type RefObject, useContext, useMemo, useRef } from 'react';
import { type Identifier, useEvent, useListContext } from 'react-admin';
import { useText } from '../../../../fields/views/reader';
import { namedFields } from '../../../app/record';
import { linesLook } from '../../../look/FactsSkeleton';
import { revealOnHover, useHasRowActions } from '../../RowActions';
import { MasterDetailContext, useScreen } from '../../screen';
import {
  cellPadding,
  primaryColumn,
  type RowDensity,
  useListAppearance,
  withWidth,
} from '../state/columns';
import { rowIdOf } from '../state/groups';
import { countLimit } from '../state/paging';
import { toggleRow } from '../state/selection';
import { useEntityList, useListRows } from '../state/useEntityList';
import { CellMenu, useCellCopy } from './cellCopy';
import { MAX_WIDTH, type TableColumn, useMeasuredWidths, widthVariables } from './columnWidths';
import { EntityRow, groupLook } from './EntityRow';
import { useRowKeys } from './rowKeys';
import { useRowWindow } from './rowWindow';
import { TableTop } from './TableTop';

interface Props {
  /** Rows can be selected, because there are bulk actions. */
  readonly selectable: boolean;
  readonly scroller: RefObject<HTMLElement | null>;
}

export const EntityTable = ({ selectable, scroller }: Props) => {
  const { entity, url } = useScreen();
  const masterDetail = useContext(MasterDetailContext);
  const list = useEntityList();
  const { page, perPage, total = 0, meta, isPending } = useListContext();
  const data = useListRows();
  const text = useText();
  const { appearance, changeAppearance } = useListAppearance(entity);
  const actions = useHasRowActions();
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = useTableColumns();
  const toggle = useToggleRow();
  const open = masterDetail ? url.select : url.show;

  const { focusedRow, onKeyDown, onFocus } = useRowKeys(body, columns.length, selectable);
  const count = data.length;
  const { density } = appearance;
  const { windowed, rows, after, measure } = useRowWindow({ count, focusedRow, density, scroller });
  const measured = useMeasuredWidths(table, columns, windowed);
  const widths = useMemo(
    () => ({ ...measured, ...appearance.widths }),
    [measured, appearance.widths],
  );
  // A virtualised table measures its columns after the first rows: the widths arrive by the variables of the table, so
  // that no row is rendered again.
  const sized = useMemo(
    () => new Set(windowed ? columns.map(({ name }) => name) : Object.keys(appearance.widths)),
    [windowed, columns, appearance.widths],
  );
  const copied = useCellCopy(columns, body);
  const first = (page - 1) * perPage;
  const span = columns.length + (selectable ? 1 : 0) + (actions ? 1 : 0);
  return (
    <Box sx={tableLook(density)}>
      <Table
        ref={table}
        size="small"
        stickyHeader
        aria-label={text(entity.label)}
        aria-busy={isPending}
        role={list.treeNodes ? 'treegrid' : undefined}
        // A total above the counting limit is unknown.
        aria-rowcount={total > countLimit(entity, meta) ? -1 : total + 1}
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
          {isPending && <RowSkeletons span={span} />}
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
                  current={
                    masterDetail !== null &&
                    rowIdOf(list.groups, masterDetail.selectedId) === record.id
                  }
                  onOpen={open}
                  onToggle={selectable ? toggle : undefined}
                  node={list.treeNodes?.get(record.id)}
                  onFold={list.toggleBranch}
                  group={list.groups.get(record.id)}
                  onToggleGroup={list.toggleGroup}
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

const useTableColumns = (): TableColumn[] => {
  const { entity } = useScreen();
  const { visibleColumns } = useEntityList();
  return useMemo(() => {
    const lead = primaryColumn(entity, visibleColumns);
    return namedFields(entity, visibleColumns).map((each) => ({
      ...each,
      lead: each.name === lead,
    }));
  }, [entity, visibleColumns]);
};

/**
 * Returns a function that selects or deselects a row; with Shift held, also the rows since the previous one. The
 * function is stable, so that a change of the selection renders only the affected row again.
 */
const useToggleRow = () => {
  const { selectedIds, onSelect } = useListContext();
  const data = useListRows();
  const last = useRef<Identifier>(undefined);
  return useEvent((id: Identifier, shift: boolean) => {
    const ids = data.map((row) => row.id);
    onSelect(toggleRow(selectedIds, ids, id, shift ? last.current : undefined));
    last.current = id;
  });
};

/**
 * Placeholder for virtualised rows.
 * @param height px; nothing for 0
 */
const GapRow = ({ height, span }: { height: number; span: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <TableCell className="gap" colSpan={span} style={{ height }} />
    </tr>
  );

const TICKED =
  'M19 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2zm-9 14-5-5 1.41-1.41L10 14.17l7.59-7.59L19 8z';
const UNTICKED =
  'M19 5v14H5V5zm0-2H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2z';

/** Returns an icon as a mask. @param path in a square of 24 by 24 */
const mask = (path: string) =>
  `url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}"/></svg>')`;

/** A native checkbox that looks like the one in the head. */
const selectorLook = {
  appearance: 'none',
  display: 'block',
  m: 0,
  width: 20,
  height: 20,
  cursor: 'pointer',
  bgcolor: 'text.disabled',
  maskImage: mask(UNTICKED),
  '&:checked': { bgcolor: 'primary.main', maskImage: mask(TICKED) },
  '&:focus-visible': { bgcolor: 'primary.main' },
} as const;

/** Returns an opaque tint for sticky cells: a gradient over their background color. */
const over = (colour: string) => `linear-gradient(${colour}, ${colour})`;

/** Dense table with lines between rows only; head and actions are sticky. */
const tableLook =
  (rows: RowDensity): SxProps<Theme> =>
  ({ palette, alpha, density }) => ({
    '& th, & td': {
      py: `${cellPadding(rows, density.cell)}px`,
      px: 1.5,
      maxWidth: MAX_WIDTH,
      whiteSpace: 'nowrap',
    },
    '& td': {
      typography: 'body2',
      fontSize: `${density.tableText / 16}rem`,
      borderBottom: `1px solid ${palette.divider}`,
      textAlign: 'left',
    },
    '& td.right': { textAlign: 'right' },
    '& tr[data-index]': { cursor: 'pointer', verticalAlign: 'middle', outline: 0 },
    '& tr[data-index]:hover': { bgcolor: 'action.hover' },
    '& tr.selected': { bgcolor: alpha(palette.primary.main, palette.action.selectedOpacity) },
    '& tr.selected:hover': {
      bgcolor: alpha(
        palette.primary.main,
        palette.action.selectedOpacity + palette.action.hoverOpacity,
      ),
    },
    '& .selector, & .MuiTableCell-paddingCheckbox': { width: 44, p: '0 8px' },
    '& .selector input': selectorLook,
    '& tr[data-index]:focus-visible, & [data-cell]:focus-visible': {
      outline: `2px solid ${palette.brand}`,
      outlineOffset: -2,
    },
    // The actions cover the end of the row's focus ring.
    '& tr[data-index]:focus-visible .actions > div': {
      boxShadow: `inset -2px 0 ${palette.brand}, inset 0 2px ${palette.brand}, inset 0 -2px ${palette.brand}`,
    },
    // Scroll focused rows clear of the sticky head and actions.
    '& tr[data-index], & [data-cell]': { scrollMarginTop: 48, scrollMarginBottom: 8 },
    '& .gap': { p: 0, border: 0 },
    // The sort arrow is inside the padding; beside the label, a dozen arrows take the room of two columns.
    '& .MuiTableSortLabel-root': { maxWidth: '100%', position: 'relative' },
    '& .MuiTableSortLabel-icon': { position: 'absolute', right: -15, m: 0, fontSize: 14 },
    '& .MuiTableCell-alignRight .MuiTableSortLabel-icon': { right: 'auto', left: -15 },
    // Wrap a label onto a second line before the table grows wider than the window.
    '& .head-label': {
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'normal',
      wordBreak: 'keep-all',
      lineHeight: 1.25,
    },
    // Room around a value for the flash that marks a change.
    '& .cell-value': { mx: -0.75, px: 0.75, borderRadius: 1, minWidth: 0 },
    // The number of equal records after their event.
    '& td.grouped > .cell-value': { display: 'inline-block', verticalAlign: 'middle' },
    ...groupLook,
    // Lists and long texts must not widen the table either.
    '& .long-value': { display: 'grid', gridTemplateColumns: 'minmax(120px, max-content)' },
    '& :is(th, td):first-of-type:not(.selector, .MuiTableCell-paddingCheckbox)': { pl: 2 },
    '& .MuiTableCell-head': { bgcolor: 'background.paper' },
    '& tr:last-of-type td': { borderBottom: 0 },
    '& .MuiCheckbox-root': { p: 0.5 },
    '& .MuiCheckbox-root:not(.Mui-checked, .MuiCheckbox-indeterminate)': { color: 'text.disabled' },
    ...revealOnHover,
    '& .MuiTableCell-head.actions': { zIndex: 3 },
    '& tr[data-index]:hover .actions': { backgroundImage: over(palette.action.hover) },
    // The accent is for links in prose.
    '& td a': { color: 'text.primary' },
    '& tr.selected > :first-of-type': { boxShadow: `inset 3px 0 ${palette.brand}` },
    '& tr.selected .actions': {
      backgroundImage: over(alpha(palette.primary.main, palette.action.selectedOpacity)),
    },
    '& tr.selected:hover .actions': {
      backgroundImage: over(
        alpha(palette.primary.main, palette.action.selectedOpacity + palette.action.hoverOpacity),
      ),
    },
  });

/** Block in place of the rows of a table that is loading. @param span number of columns */
const RowSkeletons = ({ span }: { span: number }) => (
  <tr aria-hidden data-loading>
    <TableCell colSpan={span} sx={{ maxWidth: 'none !important' }}>
      <Skeleton variant="rectangular" height="60vh" sx={linesLook} />
    </TableCell>
  </tr>
);
