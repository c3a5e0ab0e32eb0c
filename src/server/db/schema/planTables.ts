import { compareTypes } from '../tables/columns';
import {
  type ColumnShape,
  type IndexShape,
  keyName,
  type TableShape,
  trigramIndex,
} from './desiredTables';
import { createDistinctValues } from './distinctValues';
import { columnList, identifierName, quoteIdentifier } from './identifier';
import type { ActualColumns, ActualTable, DeclaredColumn } from './introspect';
import { renameColumns } from './renameColumns';

interface Plan {
  /** True if existing columns get another type. */
  readonly alters: boolean;
  /** DDL in order: renamed columns, tables and columns, distinct values, indexes, foreign keys. */
  readonly statements: readonly string[];
  /** Indexes of large tables, to be built after the statements while others read and write. */
  readonly deferred: readonly DeferredIndex[];
  /** Conflicts that an administrator must resolve. */
  readonly clashes: readonly string[];
  /** Descriptions of the changes to existing tables. */
  readonly changes: readonly TableChange[];
  /** Changes that are refused if rows hold a value that would lose its meaning. */
  readonly losses: readonly DataLoss[];
  /** Declarations to store for each table's columns. */
  readonly declarations: readonly (readonly [
    table: string,
    columns: Readonly<Record<string, DeclaredColumn>>,
  ])[];
}

export interface DeferredIndex {
  readonly table: string;
  readonly index: IndexShape;
}

/** Change with the rows concerned. Columns have their current names in the database. */
interface TableChange {
  readonly text: string;
  readonly table?: string;
  /** If set, only rows with a value in this column are concerned. */
  readonly column?: string;
}

/** Column whose values, or some of them, would lose or change their meaning. */
export interface DataLoss {
  readonly table: string;
  readonly column: string;
  readonly values?: readonly (string | number)[];
  readonly text: string;
}

/**
 * Plans the statements that bring the database in line with the declared tables: adds tables and columns, widens
 * texts, and renames columns whose field has `was`. Drops no column and converts no type. Drops only constraints that
 * no declaration requires any more, and indexes that a better one replaces.
 */
export const planTables = (shapes: readonly TableShape[], before: ActualColumns): Plan => {
  const { columns: renamed, statements: renames, actual } = renameColumns(shapes, before);
  const existing = (shape: TableShape) => actual.tables.get(shape.name);
  const nameNow = (table: string, column: string) =>
    renamed.find(({ table: at, to }) => at === table && to === column)?.from ?? column;
  const existingTables = shapes.flatMap((shape): ExistingTable[] => {
    const table = existing(shape);
    const declaredColumns = actual.declaredColumns.get(shape.name) ?? NOTHING_DECLARED;
    return table ? [{ shape, table, declaredColumns }] : [];
  });
  return {
    changes: [
      ...newTables(shapes.filter((shape) => !existing(shape))),
      ...renamed.map(
        ({ table, from, to }): TableChange => ({
          table,
          text: `${table}.${from} is renamed to ${to}`,
        }),
      ),
      ...existingTables.flatMap((each) => changesOf(each, actual, shapes)),
    ].map((change) => ({
      ...change,
      ...(change.column && { column: nameNow(change.table ?? '', change.column) }),
    })),
    losses: existingTables
      .flatMap((each) => [...lossesOf(each, actual), ...strandedColumns(each, shapes)])
      .map((loss) => ({ ...loss, column: nameNow(loss.table, loss.column) })),
    declarations: shapes.map((shape) => [
      shape.name,
      declarationOf(shape, actual.declaredColumns.get(shape.name)),
    ]),
    alters: existingTables.some(({ shape, table }) => widerColumns(shape, table).length > 0),
    statements: [
      ...renames,
      ...shapes.flatMap((shape) => {
        const table = existing(shape);
        return table ? columnChanges(shape, table) : createTable(shape);
      }),
      ...shapes.flatMap((shape) => distinctValueChanges(shape, actual)),
      ...shapes.flatMap((shape) => [
        ...needlessKeys(shape, actual).map(dropIndex),
        ...newIndexes(shape, actual),
      ]),
      ...shapes.flatMap((shape) => distinctValueIndexes(shape, actual)),
      ...shapes.flatMap((shape) => foreignKeyChanges(shape, actual)),
    ],
    deferred: shapes.flatMap((shape) =>
      missingIndexes(shape, actual)
        .filter((index) => isDeferred(shape.name, index, actual))
        .map((index) => ({ table: shape.name, index })),
    ),
    clashes: existingTables.flatMap(({ shape, table }) => clashesOf(shape, table)),
  };
};

const widerColumns = ({ columns }: TableShape, table: ActualTable): ColumnShape[] =>
  columns.filter(({ name, type }) => {
    const actual = table.columns.get(name);
    return actual !== undefined && compareTypes(actual, type) === 'wider';
  });

const columnChanges = (shape: TableShape, table: ActualTable): string[] => {
  const alter = `alter table ${quoteIdentifier(shape.name)}`;
  return [
    ...shape.columns
      .filter(({ name }) => !table.columns.has(name))
      // NOT NULL if a default gives existing rows a value.
      .map(
        (column) =>
          `${alter} add column ${columnSql(column)}${column.required && column.initial !== undefined ? ' not null' : ''}`,
      ),
    ...widerColumns(shape, table).map(
      ({ name, type }) => `${alter} alter column ${quoteIdentifier(name)} type ${type}`,
    ),
    ...loosenedColumns(shape, table).map(
      (name) => `${alter} alter column ${quoteIdentifier(name)} drop not null`,
    ),
  ];
};

/** Finds columns that are NOT NULL although their field is removed or no longer required. */
const loosenedColumns = (
  { columns, keyOf, partitionedBy }: TableShape,
  { required }: ActualTable,
): string[] => {
  const demanded = new Set(columns.flatMap((column) => (column.required ? column.name : [])));
  const keys = [keyOf?.column ?? 'id', partitionedBy];
  return [...required].filter((name) => !keys.includes(name) && !demanded.has(name));
};

const columnSql = ({ name, type, initial }: ColumnShape): string =>
  `${quoteIdentifier(name)} ${type}${initial === undefined ? '' : ` default ${initial}`}`;

/** Creates a table with its key and columns; if partitioned, with its default partition. */
const createTable = ({ name, columns, keyOf, partitionedBy }: TableShape): string[] => {
  const key = [keyOf?.column ?? 'id', ...(partitionedBy ? [partitionedBy] : [])];
  const parts = [
    keyOf
      ? `${quoteIdentifier(keyOf.column)} bigint references ${quoteIdentifier(keyOf.target)} on delete cascade`
      : '"id" bigint generated by default as identity',
    ...columns.map((column) => `${columnSql(column)}${column.required ? ' not null' : ''}`),
    `primary key ${columnList(key)}`,
  ];
  const create = `create table ${quoteIdentifier(name)} (${parts.join(', ')})${keyOf ? ' with (fillfactor = 70)' : ''}`;
  if (!partitionedBy) return [create];
  return [
    `${create} partition by range ${columnList([partitionedBy])}`,
    `create table ${quoteIdentifier(defaultPartition(name))} partition of ${quoteIdentifier(name)} default`,
  ];
};

/** Names the partition for rows without a partition for their month. */
export const defaultPartition = (table: string): string => identifierName(table, 'default');

const distinctValueChanges = (
  { name, distinctValues }: TableShape,
  actual: ActualColumns,
): string[] =>
  distinctValues
    .filter((values) => !actual.tables.has(values.name))
    .flatMap((values) => createDistinctValues(name, values));

/** End of the name of a key. A long name ends in a hash instead. */
const KEY_OR_HASH = /_key$|_[0-9a-f]{8}$/;

/** Returns all names that a unique index of a column can have: alone or within another, case-sensitive or not. */
const keysOf = (table: string, column: string, columns: readonly string[]): string[] =>
  [[column], ...columns.map((owner) => [owner, column])].flatMap((names) => [
    identifierName(table, ...names, 'key'),
    identifierName(table, ...names, 'caseless', 'key'),
  ]);

/** Finds unique indexes that no declaration requires any more. */
const needlessKeys = ({ name, columns, indexes }: TableShape, actual: ActualColumns): string[] => {
  // A replaced index is dropped when its replacement exists.
  const declaredNames = new Set(indexes.flatMap((index) => [index.name, index.insteadOf]));
  const otherKeys = [...actual.indexes].filter(
    (key) =>
      key.startsWith(name) &&
      KEY_OR_HASH.test(key) &&
      !declaredNames.has(key) &&
      !actual.constraints.has(key),
  );
  // Computing the names of all possible keys takes time, and a start seldom finds such an index.
  if (otherKeys.length === 0) return [];
  const names = columns.map((column) => column.name);
  const keys = new Set(names.flatMap((column) => keysOf(name, column, names)));
  return otherKeys.filter((key) => keys.has(key));
};

/** Finds the declared indexes that are missing and that the database can have. */
const missingIndexes = ({ indexes }: TableShape, actual: ActualColumns): IndexShape[] =>
  indexes.filter(
    ({ name, method }) =>
      !actual.indexes.has(name) && (method !== 'trigrams' || actual.trigrams === 'ready'),
  );

/** A unique index is a condition for the start and is never deferred. */
const isDeferred = (table: string, { unique }: IndexShape, { largeTables }: ActualColumns) =>
  !unique && largeTables.has(table);

const newIndexes = (shape: TableShape, actual: ActualColumns): string[] =>
  missingIndexes(shape, actual)
    .filter((index) => !isDeferred(shape.name, index, actual))
    .flatMap((index) => [
      ...(actual.invalidIndexes.has(index.name) ? [dropIndex(index.name)] : []),
      createIndex(shape.name, index),
      ...(index.insteadOf && actual.indexes.has(index.insteadOf)
        ? [dropIndex(index.insteadOf)]
        : []),
    ]);

/** @param how `concurrently` does not block writers; `only` leaves out the partitions */
export const createIndex = (
  table: string,
  index: IndexShape,
  how?: 'concurrently' | 'only',
): string => {
  const { name, unique, method, including } = index;
  return (
    `create ${unique ? 'unique ' : ''}index ${how === 'concurrently' ? 'concurrently ' : ''}` +
    `${quoteIdentifier(name)} on ${how === 'only' ? 'only ' : ''}${quoteIdentifier(table)}` +
    `${method ? ' using gin' : ''} (${indexedColumns(index)})` +
    `${including ? ` include ${columnList(including)}` : ''}`
  );
};

const indexedColumns = ({ columns, caseless = [], descending, method }: IndexShape): string => {
  const key = columns.at(-1);
  return columns
    .map((column) => {
      if (descending)
        return `${quoteIdentifier(column)} desc${column === key ? '' : ' nulls last'}`;
      if (method === 'trigrams') return `${quoteIdentifier(column)} gin_trgm_ops`;
      return caseless.includes(column)
        ? `lower(${quoteIdentifier(column)})`
        : quoteIdentifier(column);
    })
    .join(', ');
};

export const dropIndex = (name: string): string => `drop index ${quoteIdentifier(name)}`;

const distinctValueIndexes = (
  { distinctValues }: TableShape,
  { indexes, trigrams }: ActualColumns,
): string[] =>
  distinctValues
    .map(({ name }) => ({
      name,
      index: { ...trigramIndex(name, 'value'), name: identifierName(name, 'contains') },
    }))
    .filter(({ index }) => trigrams === 'ready' && !indexes.has(index.name))
    .map(({ name, index }) => createIndex(name, index));

/** True if an index for parts of texts is declared. */
export const needTrigrams = (shapes: readonly TableShape[]): boolean =>
  shapes.some(
    ({ distinctValues, indexes }) =>
      distinctValues.length > 0 || indexes.some(({ method }) => method === 'trigrams'),
  );

const foreignKeyChanges = (shape: TableShape, actual: ActualColumns): string[] => {
  const before = actual.tables.get(shape.name)?.columns;
  const missing = shape.foreignKeys.filter(
    ({ name, target }) => actual.foreignKeys.get(name) !== target,
  );
  const alter = `alter table ${quoteIdentifier(shape.name)}`;
  return [
    ...needlessForeignKeys(shape, actual).map(
      (name) => `${alter} drop constraint ${quoteIdentifier(name)}`,
    ),
    // The rows of an existing column may be invalid: only new ones are checked.
    ...missing.map(
      ({ name, column, target }) =>
        `${alter} add constraint ${quoteIdentifier(name)} foreign key ${columnList([column])}` +
        ` references ${quoteIdentifier(target)} ("id")${before?.has(column) ? ' not valid' : ''}`,
    ),
  ];
};

/** Finds foreign keys of columns that now refer to another table, or to none. */
const needlessForeignKeys = ({ name, columns, foreignKeys }: TableShape, actual: ActualColumns) =>
  columns
    .map((column) => keyName(name, column.name))
    .filter((key) => {
      const target = actual.foreignKeys.get(key);
      const declared = foreignKeys.find((each) => each.name === key);
      return target !== undefined && target !== declared?.target;
    });

const clashesOf = (shape: TableShape, table: ActualTable): string[] => {
  const partitioned = shape.partitionedBy !== undefined;
  const kinds = shape.columns.flatMap(({ name, type }) => {
    const actual = table.columns.get(name);
    return actual !== undefined && compareTypes(actual, type) === 'clash'
      ? [`${shape.name}.${name} is ${actual}, declared as ${type}`]
      : [];
  });
  if (partitioned === table.partitioned) return kinds;
  const [is, declared] = partitioned ? ['not ', ''] : ['', 'not '];
  return [
    ...kinds,
    `${shape.name} is ${is}partitioned by time, declared as ${declared}partitioned`,
  ];
};

const NOTHING_DECLARED: ReadonlyMap<string, DeclaredColumn> = new Map();

/** Declared table that exists, with its column declarations of the last start. */
interface ExistingTable {
  readonly shape: TableShape;
  readonly table: ActualTable;
  readonly declaredColumns: ReadonlyMap<string, DeclaredColumn>;
}

const newTables = (shapes: readonly TableShape[]): TableChange[] =>
  shapes.length === 0 ? [] : [{ text: `new: ${shapes.map(({ name }) => name).join(', ')}` }];

/** Returns the columns that are no longer declared for a table. */
const undeclaredColumns = ({ shape: { columns }, declaredColumns }: ExistingTable): string[] =>
  [...declaredColumns].flatMap(([name, says]) =>
    !says.gone && columns.every((column) => column.name !== name) ? [name] : [],
  );

/** Returns the table whose rows belong to those of a table and that now has one of its columns. */
const newHomeOf = (
  shapes: readonly TableShape[],
  table: string,
  column: string,
): string | undefined =>
  shapes.find(
    ({ keyOf, columns }) => keyOf?.target === table && columns.some(({ name }) => name === column),
  )?.name;

const changesOf = (
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
  const of = (text: string, column?: string): TableChange => ({
    table,
    text: `${table}${text}`,
    ...(column !== undefined && { column }),
  });
  return [
    ...added.map(({ name, type }) => of(`.${name} is added (${type})`)),
    ...widerColumns(shape, actual).map(({ name, type }) => of(`.${name} becomes ${type}`)),
    ...undeclaredColumns(existing).map((name) => of(`.${name} ${fate(name)}`, name)),
    ...loosenedColumns(shape, actual).map((name) => of(`.${name} may be empty now`)),
    ...needlessKeys(shape, all).map((key) => of(`: values may be equal now (${key})`)),
    ...needlessForeignKeys(shape, all).map((key) =>
      of(`: no longer held to what it refers to (${key})`),
    ),
    ...distinctValues
      .filter((values) => !all.tables.has(values.name))
      .map(({ column }) => of(`.${column}: its values are listed apart, to be searched`)),
    ...missingIndexes(shape, all).map((index) =>
      of(`: ${index.unique ? 'unique' : 'index'} by ${orderText(index)}`),
    ),
  ];
};

const orderText = ({ columns, descending, method }: IndexShape): string =>
  `${method === 'trigrams' ? 'parts of ' : ''}${columns.join(', ')}${descending ? ' descending' : ''}`;

/** Finds values that would lose their meaning: removed choices, references to another table. */
const lossesOf = ({ shape, declaredColumns }: ExistingTable, all: ActualColumns): DataLoss[] =>
  shape.columns.flatMap(({ name: column, choices, refers }): DataLoss[] => {
    const previous = declaredColumns.get(column) ?? {};
    const place = { table: shape.name, column };
    const missing = choices && previous.choices?.filter((value) => !choices.includes(value));
    const referred = all.foreignKeys.get(keyName(shape.name, column)) ?? previous.refers;
    return [
      ...(missing && missing.length > 0
        ? [{ ...place, values: missing, text: 'is no choice any more' }]
        : []),
      ...(refers !== undefined && referred !== undefined && refers !== referred
        ? [{ ...place, text: `refers to ${referred} and is declared to refer to ${refers}` }]
        : []),
    ];
  });

/** Finds columns that are declared for another table now, to which no migration moves their values. */
const strandedColumns = (existing: ExistingTable, shapes: readonly TableShape[]): DataLoss[] =>
  undeclaredColumns(existing).flatMap((column) => {
    const table = existing.shape.name;
    const home = newHomeOf(shapes, table, column);
    return home !== undefined && existing.table.columns.has(column)
      ? [{ table, column, text: `is declared as a column of ${home}: move its values there` }]
      : [];
  });

/** Returns the declarations to store for a table, with removed columns marked. */
const declarationOf = (
  { columns }: TableShape,
  before: ReadonlyMap<string, DeclaredColumn> = NOTHING_DECLARED,
): Record<string, DeclaredColumn> => ({
  ...Object.fromEntries([...before.keys()].map((name) => [name, { gone: true as const }])),
  ...Object.fromEntries(
    columns.map(({ name, choices, refers }) => [
      name,
      { ...(choices && { choices }), ...(refers !== undefined && { refers }) },
    ]),
  ),
});
