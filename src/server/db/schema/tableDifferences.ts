import { compareTypes } from '../tables/columns';
import type { ColumnConversion } from './convertColumns';
import type { ColumnShape, IndexShape, TableShape } from './desiredTables';
import { placeOf } from './identifier';
import type { ActualColumns, ActualTable, DeclaredColumn } from './introspect';
import { exclusionTexts } from './planExclusions';
import { missingIndexes, needlessForeignKeys, needlessKeys } from './planIndexes';
import type { renameColumns } from './renameColumns';
import { type CheckedTable, keyColumn, type RowCheck } from './rowChecks';

/** Change with the rows concerned. Table and column have their names before it. */
export interface TableChange {
  readonly text: string;
  readonly table?: string;
  /** If set, only rows with a value in this column are concerned. */
  readonly column?: string;
}

export const NOTHING_DECLARED: ReadonlyMap<string, DeclaredColumn> = new Map();

/** Declared table that exists, with its column declarations of the last start. */
export interface ExistingTable {
  readonly shape: TableShape;
  readonly table: ActualTable;
  readonly declaredColumns: ReadonlyMap<string, DeclaredColumn>;
}

export const widerColumns = ({ columns }: TableShape, table: ActualTable): ColumnShape[] =>
  columns.filter(({ name, type }) => {
    const actual = table.columns.get(name);
    return actual !== undefined && compareTypes(actual, type) === 'wider';
  });

/** Finds columns that are NOT NULL although their field is removed or no longer required. */
export const loosenedColumns = (
  { columns, keyOf, partitionedBy }: TableShape,
  { required }: ActualTable,
): string[] => {
  const demanded = new Set(columns.flatMap((column) => (column.required ? column.name : [])));
  const keys = [keyOf?.column ?? 'id', partitionedBy];
  return [...required].filter((name) => !keys.includes(name) && !demanded.has(name));
};

/** Returns the columns that are no longer declared for a table. */
const undeclaredColumns = ({ shape: { columns }, declaredColumns }: ExistingTable): string[] =>
  [...declaredColumns].flatMap(([name, says]) =>
    !says.gone && columns.every((column) => column.name !== name) ? [name] : [],
  );

/** Returns the tables that no entity declares any more. */
export const removedTables = (
  shapes: readonly TableShape[],
  { tables, declaredColumns }: ActualColumns,
) =>
  [...declaredColumns].flatMap(([table, columns]) =>
    tables.has(table) &&
    shapes.every(({ name }) => name !== table) &&
    [...columns.values()].some(({ gone }) => !gone)
      ? [table]
      : [],
  );

export const renameTexts = (
  shape: TableShape,
  formerName: string | undefined,
  columns: ReturnType<typeof renameColumns>['columns'],
): TableChange[] => {
  const { name: table } = shape;
  return [
    ...(formerName === undefined
      ? []
      : [{ table, text: `${formerName} is renamed to ${placeOf(shape)}` }]),
    ...columns
      .filter((each) => each.table === table)
      .map(({ from, to }) => ({ table, text: `${placeOf(shape, from)} is renamed to ${to}` })),
  ];
};

export const conversionTexts = (
  shape: TableShape,
  conversions: readonly ColumnConversion[],
): TableChange[] =>
  conversions
    .filter(({ table }) => table === shape.name)
    .map(({ table, column, text }) => ({
      table,
      column,
      text: `${placeOf(shape, column)} ${text}`,
    }));

export const newTables = (shapes: readonly TableShape[]): TableChange[] =>
  shapes.length === 0 ? [] : [{ text: `new: ${shapes.map((shape) => placeOf(shape)).join(', ')}` }];

/** Returns the table whose rows belong to those of a table and that now has one of its columns. */
const newHomeOf = (
  shapes: readonly TableShape[],
  table: string,
  column: string,
): string | undefined =>
  shapes.find(
    ({ keyOf, columns }) => keyOf?.target === table && columns.some(({ name }) => name === column),
  )?.name;

export const changesOf = (
  existing: ExistingTable,
  all: ActualColumns,
  shapes: readonly TableShape[],
): TableChange[] => {
  const { shape, table: actual } = existing;
  const { name: table, columns, distinctValues } = shape;
  const added = columns.filter(({ name }) => !actual.columns.has(name));
  const fate = (column: string): string => {
    const home = newHomeOf(shapes, table, column);
    return home === undefined
      ? 'is declared no more: its column stays, with the values it holds'
      : `moves to ${home}`;
  };
  const ofColumn = (column: string, text: string): TableChange => ({
    table,
    text: `${placeOf(shape, column)}${text}`,
  });
  const ofTable = (text: string): TableChange => ({ table, text: `${placeOf(shape)}: ${text}` });
  return [
    ...added.map(({ name, type }) => ofColumn(name, ` is added (${type})`)),
    ...widerColumns(shape, actual).map(({ name, type }) => ofColumn(name, ` becomes ${type}`)),
    ...undeclaredColumns(existing).map((column) => ({
      ...ofColumn(column, ` ${fate(column)}`),
      column,
    })),
    ...loosenedColumns(shape, actual).map((name) => ofColumn(name, ' may be empty now')),
    ...needlessKeys(shape, all).map((key) => ofTable(`values may be equal now (${key})`)),
    ...needlessForeignKeys(shape, all).map((key) =>
      ofTable(`no longer held to what it refers to (${key})`),
    ),
    ...distinctValues
      .filter((values) => !all.tables.has(values.name))
      .map(({ column }) => ofColumn(column, ': its values are listed apart, to be searched')),
    ...missingIndexes(shape, all).map((index) =>
      ofTable(`${index.unique ? 'unique' : 'index'} by ${orderText(index)}`),
    ),
    ...exclusionTexts(shape, all).map(ofTable),
  ];
};

const orderText = ({ columns, descending, method }: IndexShape): string =>
  `${method === 'trigrams' ? 'parts of ' : ''}${columns.join(', ')}${descending ? ' descending' : ''}`;

/** Column types in words; a type that is missing is its own word. */
const TYPE_WORDS: readonly (readonly [type: RegExp, word: string])[] = [
  [/^(text|character)/, 'text'],
  [/^(smallint|integer|bigint)/, 'whole number'],
  [/^(double|real)/, 'number'],
  [/^numeric/, 'exact number'],
];

/** Returns the kind of a column in words. @param kind undefined for a column that no field declares */
const kindWords = (type: string, kind?: string): string => {
  const word = TYPE_WORDS.find(([pattern]) => pattern.test(type))?.[1] ?? type;
  if (kind === 'choice' || kind === 'choices') return `${kind} of ${word}s`;
  if (kind !== undefined && kind !== 'number') return kind;
  return type.endsWith('[]') ? `list of ${word}s` : word;
};

export const typeClashes = (
  { shape, table, declaredColumns }: ExistingTable,
  checked: CheckedTable,
): RowCheck[] =>
  shape.columns.flatMap(({ name, type, kind }) => {
    const actual = table.columns.get(name);
    if (actual === undefined || compareTypes(actual, type) !== 'clash') return [];
    const [from, to] = [kindWords(actual, declaredColumns.get(name)?.kind), kindWords(type, kind)];
    const change = from === to ? `stores ${to} in another form` : `changes from ${from} to ${to}`;
    return {
      text: `${placeOf(shape, name)} ${change}, which would lose values: declare a new field`,
      table: checked.current,
      key: keyColumn(shape),
      where: `${checked.valueSql(name)} is not null`,
      always: true,
    };
  });

export const partitionClashes = (shape: TableShape, table: ActualTable): string[] => {
  const partitioned = shape.partitionedBy !== undefined;
  if (partitioned === table.partitioned) return [];
  const [is, declared] = partitioned ? ['not ', ''] : ['', 'not '];
  return [`${placeOf(shape)} is ${is}partitioned by time, declared as ${declared}partitioned`];
};

/** Finds columns that are declared for another table now, to which no migration moves their values. */
export const strandedColumns = (
  existing: ExistingTable,
  { current, valueSql, shape }: CheckedTable,
  shapes: readonly TableShape[],
): RowCheck[] =>
  undeclaredColumns(existing).flatMap((column) => {
    const home = newHomeOf(shapes, shape.name, column);
    if (home === undefined || !existing.table.columns.has(column)) return [];
    return {
      text: `${placeOf(shape, column)} is declared as a column of ${home}, while rows hold a value: move them there`,
      table: current,
      key: keyColumn(shape),
      where: `${valueSql(column)} is not null`,
    };
  });

/** Asks if a new column is a removed one under another name. */
export const columnHints = (
  existing: ExistingTable,
  { current, shape, exists, valueSql }: CheckedTable,
): RowCheck[] => {
  const { table, declaredColumns } = existing;
  const removed = undeclaredColumns(existing).filter(exists);
  return shape.columns
    .filter(({ name, kind }) => kind !== undefined && !exists(name))
    .flatMap(({ name, type, kind }) =>
      removed
        .filter(
          (from) =>
            (declaredColumns.get(from)?.kind ?? kind) === kind &&
            compareTypes(String(table.columns.get(from)), type) !== 'clash',
        )
        .map((from) => ({
          text: `${placeOf(shape, from)} is gone and ${name} is new: renamed? Say was: '${from}'`,
          table: current,
          key: keyColumn(shape),
          where: `${valueSql(from)} is not null`,
        })),
    );
};

/** Asks if a new table is a removed one under another name: it has most of its columns. */
export const tableHints = (
  shapes: readonly TableShape[],
  removed: readonly string[],
  { tables, declaredColumns }: ActualColumns,
): RowCheck[] =>
  shapes
    .filter(({ name }) => !tables.has(name))
    .flatMap((shape) =>
      removed
        .filter((from) => {
          const declared = declaredColumns.get(from);
          const equal = shape.columns.filter(
            (column) =>
              declared?.get(column.name)?.gone === undefined && declared?.has(column.name),
          );
          return equal.length * 2 > shape.columns.length;
        })
        .map((from) => ({
          text: `${from} is gone and ${placeOf(shape)} is new: renamed? Say was: '${from}'`,
          table: from,
          key: 'id',
          where: 'true',
        })),
    );
