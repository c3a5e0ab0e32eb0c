import type { ColumnShape, TableShape } from './desiredTables';
import { placeOf, quoteIdentifier } from './identifier';
import type { ActualColumns } from './introspect';
import { type CheckedTable, keyColumn, type RowCheck } from './rowChecks';

/** Returns the formula of a computed column by which the next start tells whether it has changed. */
export const formulaText = ({ computed }: ColumnShape): string | undefined =>
  computed?.(quoteIdentifier);

/** Finds the existing columns of a table that were computed in another way, or not at all. */
const changed = ({ name: table, columns }: TableShape, actual: ActualColumns): ColumnShape[] => {
  const there = actual.tables.get(table)?.columns;
  const declared = actual.declaredColumns.get(table);
  return columns.filter(
    (column) =>
      there?.has(column.name) && declared?.get(column.name)?.computed !== formulaText(column),
  );
};

/**
 * Plans the columns whose formula has changed: they are dropped, to be added anew with their indexes. One that is
 * computed no more keeps its values.
 */
export const recomputeColumns = (shapes: readonly TableShape[], actual: ActualColumns) => {
  const columns = shapes.flatMap((shape) =>
    changed(shape, actual).map((column) => ({ shape, table: shape.name, column })),
  );
  const dropped = columns.filter(({ column }) => column.computed);
  const isDropped = (table: string, name: string) =>
    dropped.some((each) => each.table === table && each.column.name === name);
  const remains = (index: string) => {
    const source = actual.indexSources.get(index);
    return !source?.columns.some((column) => isDropped(source.table, column));
  };
  const tables = new Map(
    [...actual.tables].map(([table, shape]) => [
      table,
      {
        ...shape,
        columns: new Map([...shape.columns].filter(([column]) => !isDropped(table, column))),
      },
    ]),
  );
  return {
    dropped,
    texts: columns.map(({ shape, table, column }) => ({
      table,
      text: `${placeOf(shape, column.name)} is computed ${column.computed ? 'anew' : 'no more and keeps its values'}`,
    })),
    statements: columns.map(({ table, column }) => {
      const alter = `alter table ${quoteIdentifier(table)}`;
      const name = quoteIdentifier(column.name);
      return column.computed
        ? `${alter} drop column ${name} cascade`
        : `${alter} alter column ${name} drop expression`;
    }),
    actual: {
      ...actual,
      tables,
      indexes: new Set([...actual.indexes].filter(remains)),
    },
  };
};

/**
 * Returns the refusals if columns become computed while rows hold other values.
 * @param columnBefore returns the name of a column before the change
 */
export const computedChecks = (
  { shape, current, declaredColumns, valueSql }: CheckedTable,
  { dropped }: Pick<ReturnType<typeof recomputeColumns>, 'dropped'>,
  columnBefore: (column: string) => string,
): RowCheck[] =>
  dropped
    .filter(
      ({ table, column }) => table === shape.name && !declaredColumns.get(column.name)?.computed,
    )
    .map(({ column }) => ({
      text: `${placeOf(shape, column.name)} is declared as computed, while rows hold another value`,
      table: current,
      key: keyColumn(shape),
      where: `${quoteIdentifier(columnBefore(column.name))} is distinct from ${column.computed?.(valueSql)}`,
    }));
