import { indexName, keyName, type TableShape } from './desiredTables';
import { type DistinctValues, maintainDistinctValues } from './distinctValues';
import { identifierName, quoteIdentifier } from './identifier';
import type { ActualColumns, ActualTable } from './introspect';

/** Column to rename because its field has a new name. */
interface ColumnRename {
  readonly table: string;
  readonly from: string;
  readonly to: string;
}

/** Finds the columns that exist only under their old names. */
const renamedIn = (
  { name, columns }: TableShape,
  table: ActualTable | undefined,
): readonly ColumnRename[] =>
  columns.flatMap(({ name: to, was }) => {
    const moves =
      was !== undefined &&
      table?.columns.has(was) === true &&
      !table.columns.has(to) &&
      !columns.some((other) => other.name === was);
    return moves ? [{ table: name, from: was, to }] : [];
  });

/** Maps the current column names of a table to its old ones. */
const oldNames = (columns: readonly ColumnRename[], table: string) => {
  const old = new Map(
    columns.filter((each) => each.table === table).map(({ from, to }) => [to, from]),
  );
  return (name: string) => old.get(name) ?? name;
};

/** Rename of an index or constraint that is named after columns. */
type NameChange = readonly [from: string, to: string];

const indexNames = (shape: TableShape, oldOf: (name: string) => string): NameChange[] =>
  shape.indexes.map((index) => {
    const columns = index.columns.map(oldOf);
    const including = index.including?.map(oldOf);
    return [indexName(shape.name, { ...index, columns, including }), index.name];
  });

const keyNames = (shape: TableShape, oldOf: (name: string) => string): NameChange[] =>
  shape.foreignKeys.map(({ name, column }) => [keyName(shape.name, oldOf(column)), name]);

const isMoved = ([from, to]: NameChange): boolean => from !== to;

/** Renames the table of distinct values, and recreates its trigger. */
const moveKnown = (table: string, values: DistinctValues, from: string): string[] => {
  const note = quoteIdentifier(identifierName(table, from, 'note'));
  const before = identifierName(table, from, 'known');
  return [
    `drop trigger ${note} on ${quoteIdentifier(table)}`,
    `drop function ${note}()`,
    `alter table ${quoteIdentifier(before)} rename to ${quoteIdentifier(values.name)}`,
    ...maintainDistinctValues(table, values),
  ];
};

/**
 * Renames columns, and everything named after them, so that nothing is created a second time.
 * @returns the renamed columns, the statements, and the schema after them
 */
export const renameColumns = (shapes: readonly TableShape[], actual: ActualColumns) => {
  const columns = shapes.flatMap((shape) => renamedIn(shape, actual.tables.get(shape.name)));
  const statements: string[] = [];
  const tables = new Map(actual.tables);
  const indexes = new Set(actual.indexes);
  const foreignKeys = new Map(actual.foreignKeys);
  const declaredColumns = new Map(actual.declaredColumns);
  for (const { table, from, to } of columns) {
    statements.push(
      `alter table ${quoteIdentifier(table)} rename column ${quoteIdentifier(from)} to ${quoteIdentifier(to)}`,
    );
    const there = tables.get(table) as ActualTable;
    const newOf = (name: string) => (name === from ? to : name);
    tables.set(table, {
      ...there,
      columns: new Map([...there.columns].map(([name, type]) => [newOf(name), type])),
      required: new Set([...there.required].map(newOf)),
    });
    const previous = declaredColumns.get(table);
    if (previous)
      declaredColumns.set(table, new Map([...previous].map(([name, says]) => [newOf(name), says])));
  }
  for (const shape of shapes) {
    const oldOf = oldNames(columns, shape.name);
    for (const [from, to] of indexNames(shape, oldOf).filter(isMoved)) {
      if (!indexes.delete(from)) continue;
      indexes.add(to);
      statements.push(`alter index ${quoteIdentifier(from)} rename to ${quoteIdentifier(to)}`);
    }
    for (const [from, to] of keyNames(shape, oldOf).filter(isMoved)) {
      const target = foreignKeys.get(from);
      if (target === undefined) continue;
      foreignKeys.delete(from);
      foreignKeys.set(to, target);
      statements.push(
        `alter table ${quoteIdentifier(shape.name)} rename constraint ${quoteIdentifier(from)} to ${quoteIdentifier(to)}`,
      );
    }
    for (const values of shape.distinctValues) {
      const from = oldOf(values.column);
      const before = tables.get(identifierName(shape.name, from, 'known'));
      if (from === values.column || !before) continue;
      tables.set(values.name, before);
      statements.push(...moveKnown(shape.name, values, from));
    }
  }
  return {
    columns,
    statements,
    actual: { ...actual, tables, indexes, foreignKeys, declaredColumns },
  };
};
