import type { EntityTable, Row, Scope } from '../store';

/** The rows of these ids that are visible, in the entity's order. */
export const rowsOf = async (
  table: EntityTable,
  ids: readonly number[],
  scope: Scope,
): Promise<Row[]> => {
  const rows: Row[] = [];
  await table.each({ filters: { id: ids } }, scope, ids.length, (found) => {
    rows.push(...found);
  });
  return rows;
};
