import { Box, Table, TableBody } from '@mui/material';
import type { Identifier } from 'ra-core';
import { useCallback, useMemo, useRef } from 'react';
import { useText } from '../../../fields/controls/useText';
import { fieldOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { useHasRowActions } from '../parts/useHasCommands';
import { leadColumn } from './columns';
import { type Column, EntityRow } from './EntityRow';
import { pressed } from './selection';
import { TableTop } from './TableTop';
import { tableLook } from './tableLook';
import { useColumns } from './useColumns';
import type { List } from './useEntityList';

interface Props {
  readonly list: List;
  /** Whether rows can be selected: there is something to do with many. */
  readonly selectable: boolean;
}

/** The rows of a list as a table. */
export const EntityTable = ({ list, selectable }: Props) => {
  const { entity, menuCode } = useScreen();
  const text = useText();
  const { shown } = useColumns(entity, menuCode);
  const actions = useHasRowActions();
  const columns = useMemo(() => {
    const lead = leadColumn(entity, shown);
    return shown.flatMap((name): Column[] => {
      const field = fieldOf(entity, name);
      return field ? [{ name, field, lead: name === lead }] : [];
    });
  }, [entity, shown]);

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

  return (
    <Box sx={tableLook}>
      <Table size="small" stickyHeader aria-label={text(entity.label)}>
        <TableTop list={list} columns={columns} selectable={selectable} actions={actions} />
        <TableBody>
          {list.data.map((record) => (
            <EntityRow
              key={record.id}
              record={record}
              columns={columns}
              actions={actions}
              selected={list.selectedIds.includes(record.id)}
              onToggle={selectable ? toggle : undefined}
            />
          ))}
        </TableBody>
      </Table>
    </Box>
  );
};
