import { ifTable } from '../migrations/migrate';
import { indexName, keyName, type TableShape } from './desiredTables';
import { maintainDistinctValues, renameDistinctValues } from './distinctValues';
import { identifierName, placeOf, quoteIdentifier } from './identifier';
import type { ActualColumns, ActualTable } from './introspect';

/** Column to rename because its field has a new name. */
interface ColumnRename {
  readonly table: string;
  readonly from: string;
  readonly to: string;
  /** True if an empty column has the new name already. */
  readonly replaces: boolean;
}

const findRenames = (shapes: readonly TableShape[], { tables, filled }: ActualColumns) => {
  const renames: ColumnRename[] = [];
  const clashes: string[] = [];
  for (const shape of shapes) {
    const { name: table, columns } = shape;
    const there = tables.get(table)?.columns;
    for (const { name: to, was: from } of columns) {
      const isFree =
        from !== undefined && there?.has(from) && !columns.some(({ name }) => name === from);
      if (!there || !isFree) continue;
      if (!there.has(to)) renames.push({ table, from, to, replaces: false });
      else if (!filled.has(`${table}.${from}`)) continue;
      else if (!filled.has(`${table}.${to}`)) renames.push({ table, from, to, replaces: true });
      else
        clashes.push(
          `${placeOf(shape, to)} was ${from}, and both columns hold values: move those of ${from} by hand, or drop was`,
        );
    }
  }
  return { renames, clashes };
};

/** Drops the columns that an earlier start added under the new name, and that are empty. */
const dropEmpty = (
  replaced: readonly ColumnRename[],
  actual: ActualColumns,
): { readonly statements: string[]; readonly actual: ActualColumns } => {
  const isGone = (table: string | undefined, columns: readonly string[]) =>
    replaced.some((each) => each.table === table && columns.includes(each.to));
  const knownNames = replaced.map(({ table, to }) => identifierName(table, to, 'known'));
  const keys = replaced.map(({ table, to }) => keyName(table, to));
  return {
    statements: replaced.flatMap(({ table, to }, i) => [
      `alter table ${quoteIdentifier(table)} drop column ${quoteIdentifier(to)}`,
      ...(actual.tables.has(String(knownNames[i]))
        ? [
            `drop function ${quoteIdentifier(identifierName(table, to, 'note'))}() cascade`,
            `drop table ${quoteIdentifier(String(knownNames[i]))}`,
          ]
        : []),
    ]),
    actual: {
      ...actual,
      tables: new Map(
        [...actual.tables]
          .filter(([name]) => !knownNames.includes(name))
          .map(([name, table]) => [
            name,
            {
              ...table,
              columns: new Map([...table.columns].filter(([column]) => !isGone(name, [column]))),
            },
          ]),
      ),
      indexes: new Set(
        [...actual.indexes].filter((name) => {
          const source = actual.indexSources.get(name);
          return !isGone(source?.table, source?.columns ?? []);
        }),
      ),
      foreignKeys: new Map([...actual.foreignKeys].filter(([name]) => !keys.includes(name))),
    },
  };
};

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

/**
 * Returns the statement that gives counters of series another name.
 * @param name SQL of entity and field
 */
export const renameCounters = (name: string, where: string): string =>
  ifTable('series_counter', [
    `insert into series_counter (entity, field, org_id, period, last)
      select ${name}, org_id, period, last from series_counter where ${where}
      on conflict (entity, field, org_id, period)
      do update set last = greatest(series_counter.last, excluded.last)`,
    `delete from series_counter where ${where}`,
  ]);

/** Returns the statement that gives warnings about dates another name. @param name SQL of entity and field */
export const renameWarnings = (name: string, where: string): string =>
  ifTable('date_warning', [
    `insert into date_warning (entity, field, record, value, days, at)
      select ${name}, record, value, days, at from date_warning where ${where}
      on conflict do nothing`,
    `delete from date_warning where ${where}`,
  ]);

const isMoved = ([from, to]: NameChange): boolean => from !== to;

/**
 * Renames columns, and everything named after them, so that nothing is created a second time.
 * @returns the renamed columns, the statements, the schema after them, and columns that hold values under both names
 */
export const renameColumns = (shapes: readonly TableShape[], before: ActualColumns) => {
  const { renames: columns, clashes } = findRenames(shapes, before);
  const replaced = columns.filter(({ replaces }) => replaces);
  const { statements, actual } = dropEmpty(replaced, before);
  const tables = new Map(actual.tables);
  const indexes = new Set(actual.indexes);
  const foreignKeys = new Map(actual.foreignKeys);
  const declaredColumns = new Map(actual.declaredColumns);
  const indexSources = new Map(actual.indexSources);
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
      declaredColumns.set(
        table,
        new Map(
          [...previous].filter(([name]) => name !== to).map(([name, says]) => [newOf(name), says]),
        ),
      );
    for (const [index, source] of indexSources)
      if (source.table === table)
        indexSources.set(index, { table, columns: source.columns.map(newOf) });
  }
  for (const shape of shapes) {
    const kindOf = (field: string) => shape.columns.find(({ name }) => name === field)?.kind ?? '';
    for (const { from, to } of columns.filter((each) => each.table === shape.name)) {
      const where = `entity = '${shape.entity}' and field = '${from}'`;
      if (kindOf(to) === 'series') statements.push(renameCounters(`entity, '${to}'`, where));
      if (['date', 'datetime'].includes(kindOf(to)))
        statements.push(renameWarnings(`entity, '${to}'`, where));
    }
    const oldOf = oldNames(columns, shape.name);
    for (const [from, to] of indexNames(shape, oldOf).filter(isMoved)) {
      if (!indexes.delete(from)) continue;
      indexes.add(to);
      const source = indexSources.get(from);
      if (source) indexSources.set(to, source);
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
      statements.push(
        ...renameDistinctValues(shape.name, { table: shape.name, column: from }, values.name),
        ...maintainDistinctValues(shape.name, values),
      );
    }
  }
  return {
    columns,
    clashes,
    statements,
    actual: { ...actual, tables, indexes, indexSources, foreignKeys, declaredColumns },
  };
};
