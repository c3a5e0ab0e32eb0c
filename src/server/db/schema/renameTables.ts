import { keyName, type TableShape } from './desiredTables';
import { maintainDistinctValues, renameDistinctValues } from './distinctValues';
import { identifierName, placeOf, quoteIdentifier } from './identifier';
import type { ActualColumns, ActualTable, DeclaredColumn } from './introspect';

/** Table to rename because its entity has `was`. */
interface TableRename {
  readonly from: string;
  readonly to: TableShape;
  /** True if an empty table has the new name already. */
  readonly replaces: boolean;
}

const findRenames = (shapes: readonly TableShape[], { tables, filled }: ActualColumns) => {
  const renames: TableRename[] = [];
  const clashes: string[] = [];
  for (const shape of shapes) {
    const { name, was: from = name, partitionedBy } = shape;
    const isFree =
      from !== name && tables.has(from) && shapes.every((other) => other.name !== from);
    if (!isFree) continue;
    if (!tables.has(name)) renames.push({ from, to: shape, replaces: false });
    else if (!filled.has(from)) continue;
    else if (filled.has(name) || partitionedBy)
      clashes.push(
        `${placeOf(shape)} was ${from}, and both tables exist with rows: move the rows of ${from} by hand, or drop was`,
      );
    else renames.push({ from, to: shape, replaces: true });
  }
  return { renames, clashes };
};

/** Returns a name that begins with that of a table under the new name of the table; others unchanged. */
const movedName = (name: string, from: string, to: string): string =>
  name.startsWith(`${from}_`) ? identifierName(to, name.slice(from.length + 1)) : name;

const renameTo = (kind: string, from: string, to: string): string =>
  `alter ${kind} ${quoteIdentifier(from)} rename to ${quoteIdentifier(to)}`;

/** Forgets a table that an earlier start created under the new name, and that is empty. */
const dropEmpty = (actual: ActualColumns, table: string): ActualColumns => {
  const own = new Set(
    [...(actual.tables.get(table)?.columns.keys() ?? [])].map((column) => keyName(table, column)),
  );
  return {
    ...actual,
    tables: new Map([...actual.tables].filter(([name]) => name !== table)),
    indexes: new Set(
      [...actual.indexes].filter((name) => actual.indexSources.get(name)?.table !== table),
    ),
    foreignKeys: new Map(
      [...actual.foreignKeys].filter(([name, target]) => target !== table && !own.has(name)),
    ),
    declaredColumns: new Map([...actual.declaredColumns].filter(([name]) => name !== table)),
  };
};

/** Returns the statements that rename the tables of distinct values, whose triggers name the table. */
const moveDistinctValues = (
  { from, to: { name: table, distinctValues } }: TableRename,
  columns: readonly string[],
): string[] =>
  columns.flatMap((column) => {
    const values = { name: identifierName(table, column, 'known'), column };
    const scope = distinctValues[0]?.scope;
    return [
      ...renameDistinctValues(table, { table: from, column }, values.name),
      ...(distinctValues.length > 0 ? maintainDistinctValues(table, { ...values, scope }) : []),
    ];
  });

/** Renames one table in the schema. @returns the statements, and the schema after them */
const renameOne = (rename: TableRename, before: ActualColumns) => {
  const { from, replaces } = rename;
  const to = rename.to.name;
  const actual = replaces ? dropEmpty(before, to) : before;
  const columns = [...(actual.tables.get(from) as ActualTable).columns.keys()];
  const searchable = columns.filter((column) =>
    actual.tables.has(identifierName(from, column, 'known')),
  );
  const partitions = [...actual.tables.keys()].filter(
    (name) =>
      rename.to.partitionedBy && name.startsWith(`${from}_`) && /_(\d{6}|default)$/.test(name),
  );
  const tables = new Map([
    [from, to],
    ...partitions.map((name) => [name, movedName(name, from, to)] as const),
    ...searchable.map(
      (column) =>
        [identifierName(from, column, 'known'), identifierName(to, column, 'known')] as const,
    ),
  ]);
  const tableOf = (name: string) => tables.get(name) ?? name;
  const indexes = new Map(
    [...actual.indexSources].flatMap(([name, { table }]) => {
      const moved = tables.has(table) ? movedName(name, table, tableOf(table)) : name;
      return moved === name ? [] : [[name, moved] as const];
    }),
  );
  const indexOf = (name: string) => indexes.get(name) ?? name;
  const keys = new Map(
    columns.flatMap((column) =>
      actual.foreignKeys.has(keyName(from, column))
        ? [[keyName(from, column), keyName(to, column)] as const]
        : [],
    ),
  );
  const referring = (declared: DeclaredColumn): DeclaredColumn =>
    declared.refers === from ? { ...declared, refers: to } : declared;
  const statements = [
    ...(replaces ? [`drop table ${quoteIdentifier(to)} cascade`] : []),
    renameTo('table', from, to),
    ...partitions.map((name) => renameTo('table', name, tableOf(name))),
    ...moveDistinctValues(rename, searchable),
    ...[...indexes].map(([name, moved]) => renameTo('index', name, moved)),
    ...[...keys].map(
      ([key, moved]) =>
        `alter table ${quoteIdentifier(to)} rename constraint ${quoteIdentifier(key)} to ${quoteIdentifier(moved)}`,
    ),
    // The counting triggers are installed anew, under the new name.
    ...(actual.tables.has('record_counter')
      ? [
          `drop function if exists ${quoteIdentifier(identifierName(from, 'count'))}() cascade`,
          ...['record_counter', 'record_count', 'record_count_news'].map(
            (table) => `delete from ${table} where of_table = '${from}'`,
          ),
        ]
      : []),
  ];
  const schema: ActualColumns = {
    ...actual,
    tables: new Map([...actual.tables].map(([name, table]) => [tableOf(name), table])),
    indexes: new Set([...actual.indexes].map(indexOf)),
    invalidIndexes: new Set([...actual.invalidIndexes].map(indexOf)),
    constraints: new Set([...actual.constraints].map(indexOf)),
    exclusions: new Set([...actual.exclusions].map(indexOf)),
    largeTables: new Set([...actual.largeTables].map(tableOf)),
    filled: new Set(
      [...actual.filled].map((name) =>
        name.startsWith(`${from}.`) ? `${to}${name.slice(from.length)}` : name,
      ),
    ),
    indexSources: new Map(
      [...actual.indexSources].map(([name, source]) => [
        indexOf(name),
        { ...source, table: tableOf(source.table) },
      ]),
    ),
    foreignKeys: new Map(
      [...actual.foreignKeys].map(([name, target]) => [keys.get(name) ?? name, tableOf(target)]),
    ),
    declaredColumns: new Map(
      [...actual.declaredColumns].map(([table, declared]) => [
        tableOf(table),
        new Map([...declared].map(([column, each]) => [column, referring(each)])),
      ]),
    ),
  };
  return { statements, schema };
};

/**
 * Renames tables, and everything named after them, so that nothing is created a second time.
 * @returns former names by new ones, the statements, the schema after them, and tables that exist under both names
 */
export const renameTables = (shapes: readonly TableShape[], before: ActualColumns) => {
  const { renames, clashes } = findRenames(shapes, before);
  const statements: string[] = [];
  let actual = before;
  for (const rename of renames) {
    const renamed = renameOne(rename, actual);
    statements.push(...renamed.statements);
    actual = renamed.schema;
  }
  const formerNames = new Map(renames.map(({ from, to }) => [to.name, from]));
  return { formerNames, statements, actual, clashes };
};
