import { Box, Table, TableBody } from '@mui/material';
import type { Identifier } from 'ra-core';
import { Fragment, type RefObject, useCallback, useMemo, useRef } from 'react';
import { useText } from '../../../../fields/controls/useText';
import { fieldOf } from '../../parts/fieldsOf';
import { useScreen } from '../../parts/ScreenContext';
import { useHasRowActions } from '../../parts/useHasCommands';
import { leadColumn } from '../columns/columns';
import { widthSet } from '../columns/listLook';
import { useListLook } from '../columns/useListLook';
import { CellMenu } from '../keys/CellMenu';
import { useCellCopy } from '../keys/useCellCopy';
import { useRowKeys } from '../keys/useRowKeys';
import { pressed } from '../select/selection';
import { COUNTED } from '../total';
import type { List } from '../useEntityList';
import type { Column } from './Column';
import { widthVariables } from './columnWidth';
import { EntityRow } from './EntityRow';
import { GapRow } from './GapRow';
import { TableTop } from './TableTop';
import { tableLook } from './tableLook';
import { useMeasuredWidths } from './useMeasuredWidths';
import { useRowWindow } from './useRowWindow';

interface Props {
  readonly list: List;
  /** Whether rows can be selected: there is something to do with many. */
  readonly selectable: boolean;
  /** What scrolls the rows. */
  readonly scroller: RefObject<HTMLElement | null>;
}

/** The rows of a list as a table. Of a long page only those in view are drawn. */
export const EntityTable = ({ list, selectable, scroller }: Props) => {
  const { entity } = useScreen();
  const text = useText();
  const { look, changeLook } = useListLook(entity);
  const actions = useHasRowActions();
  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = useMemo(() => {
    const lead = leadColumn(entity, list.columns);
    return list.columns.flatMap((name): Column[] => {
      const field = fieldOf(entity, name);
      return field ? [{ name, field, lead: name === lead }] : [];
    });
  }, [entity, list.columns]);

  // Rows keep their function while the selection changes, so that only the pressed one is drawn again.
  const newest = useRef(list);
  newest.current = list;
  const last = useRef<Identifier>(undefined);
  const toggle = useCallback((id: Identifier, shift: boolean) => {
    const { selectedIds, data, onSelect } = newest.current;
    const ids = data.map((row) => row.id);
    onSelect(pressed(selectedIds, ids, id, shift ? last.current : undefined));
    last.current = id;
  }, []);

  const { reached, onKeyDown, onFocus } = useRowKeys({
    list,
    body,
    cells: columns.length,
    selectable,
  });
  const count = list.data.length;
  const { density } = look;
  const { windowed, rows, after, measure } = useRowWindow({ count, reached, density, scroller });
  const measured = useMeasuredWidths(table, columns, windowed);
  const widths = useMemo(() => ({ ...measured, ...look.widths }), [measured, look.widths]);
  const sized = useMemo(() => new Set(Object.keys(widths)), [widths]);
  const copied = useCellCopy({ list, columns, body });
  const first = (list.page - 1) * list.perPage;
  const span = columns.length + (selectable ? 1 : 0) + (actions ? 1 : 0);
  return (
    <Box sx={tableLook(density)}>
      <Table
        ref={table}
        size="small"
        stickyHeader
        aria-label={text(entity.label)}
        // A count that stopped somewhere is not known.
        aria-rowcount={entity.record && list.total > COUNTED ? -1 : list.total + 1}
        style={widthVariables(columns.map(({ name }) => widths[name]))}
      >
        <TableTop
          list={list}
          columns={columns}
          widths={widths}
          onWidth={(name, width) => changeLook({ widths: widthSet(look.widths, name, width) })}
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
            const record = list.data[index];
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
                  reached={index === reached}
                  onToggle={selectable ? toggle : undefined}
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
