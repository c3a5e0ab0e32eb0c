import { type IndexShape, keyName, type TableShape, trigramIndex } from './desiredTables';
import { columnList, identifierName, quoteIdentifier } from './identifier';
import type { ActualColumns } from './introspect';

/** End of the name of a key. A long name ends in a hash instead. */
const KEY_OR_HASH = /_key$|_[0-9a-f]{8}$/;

/** Returns all names that a unique index of a column can have: alone or within another, case-sensitive or not. */
const keysOf = (table: string, column: string, columns: readonly string[]): string[] =>
  [[column], ...columns.map((owner) => [owner, column])].flatMap((names) => [
    identifierName(table, ...names, 'key'),
    identifierName(table, ...names, 'caseless', 'key'),
  ]);

/** Finds unique indexes that no declaration requires any more. */
export const needlessKeys = (
  { name, columns, indexes }: TableShape,
  actual: ActualColumns,
): string[] => {
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
export const missingIndexes = ({ indexes }: TableShape, actual: ActualColumns): IndexShape[] =>
  indexes.filter(
    ({ name, method }) =>
      !actual.indexes.has(name) && (method !== 'trigrams' || actual.trigrams === 'ready'),
  );

/** A unique index is a condition for the start and is never deferred. */
export const isDeferred = (table: string, { unique }: IndexShape, { largeTables }: ActualColumns) =>
  !unique && largeTables.has(table);

export const newIndexes = (shape: TableShape, actual: ActualColumns): string[] =>
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

export const distinctValueIndexes = (
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

export const foreignKeyChanges = (shape: TableShape, actual: ActualColumns): string[] => {
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
      ({ name, column, target, cascades }) =>
        `${alter} add constraint ${quoteIdentifier(name)} foreign key ${columnList([column])}` +
        ` references ${quoteIdentifier(target)} ("id")${cascades ? ' on delete cascade' : ''}${before?.has(column) ? ' not valid' : ''}`,
    ),
  ];
};

/** Finds foreign keys of columns that now refer to another table, or to none. */
export const needlessForeignKeys = (
  { name, columns, foreignKeys }: TableShape,
  actual: ActualColumns,
) =>
  columns
    .map((column) => keyName(name, column.name))
    .filter((key) => {
      const target = actual.foreignKeys.get(key);
      const declared = foreignKeys.find((each) => each.name === key);
      return target !== undefined && target !== declared?.target;
    });
