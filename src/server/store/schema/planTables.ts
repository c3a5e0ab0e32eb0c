import { nameOf } from './identifier';
import type { Actual, ActualTable } from './introspect';
import { createKnownValues } from './knownValues';
import { compareTypes } from './sqlType';
import {
  addColumn,
  addForeignKey,
  createIndex,
  createTable,
  createTrigramIndex,
  dropIndex,
  widenColumn,
} from './statements';
import type { ColumnShape, TableShape } from './tableShape';

export interface Plan {
  /** Whether columns that are there get another type. */
  readonly alters: boolean;
  /** DDL in order: tables and columns, known values, indexes, foreign keys. */
  readonly statements: readonly string[];
  /** What no statement of ours may settle, a line each. */
  readonly clashes: readonly string[];
}

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

const widerColumns = ({ columns }: TableShape, table: ActualTable): ColumnShape[] =>
  columns.filter(({ name, type }) => {
    const actual = table.columns.get(name);
    return actual !== undefined && compareTypes(actual, type) === 'wider';
  });

const columnChanges = (shape: TableShape, table: ActualTable): string[] => [
  ...shape.columns
    .filter(({ name }) => !table.columns.has(name))
    .map((column) => addColumn(shape.name, column)),
  ...widerColumns(shape, table).map((column) => widenColumn(shape.name, column)),
];

const indexChanges = ({ name, indexes }: TableShape, actual: Actual): string[] =>
  indexes
    .filter((index) => !actual.indexes.has(index.name))
    .flatMap((index) => [
      createIndex(name, index),
      ...(index.insteadOf && actual.indexes.has(index.insteadOf)
        ? [dropIndex(index.insteadOf)]
        : []),
    ]);

const knownChanges = ({ name, known }: TableShape, actual: Actual): string[] =>
  known
    .filter((values) => !actual.tables.has(values.name))
    .flatMap((values) => createKnownValues(name, values));

/** Parts of texts are found without the extension too, only more slowly. */
const trigramChanges = (shapes: readonly TableShape[], { indexes, trigrams }: Actual): string[] => {
  const missing = shapes
    .flatMap(({ known }) => known.map(({ name }) => ({ name, index: nameOf(name, 'contains') })))
    .filter(({ index }) => !indexes.has(index))
    .map(({ name, index }) => createTrigramIndex(name, 'value', index));
  if (trigrams === 'absent' || missing.length === 0) return [];
  return trigrams === 'creatable' ? ['create extension pg_trgm', ...missing] : missing;
};

const foreignKeyChanges = (shape: TableShape, actual: Actual): string[] => {
  const before = actual.tables.get(shape.name)?.columns;
  return shape.foreignKeys
    .filter(({ name }) => !actual.foreignKeys.has(name))
    .map((key) => addForeignKey(shape.name, key, !before?.has(key.column)));
};

/**
 * What is to be done to make the database hold the declared tables: only ever added to, texts made longer; nothing is
 * dropped (but an index that a better one makes needless), renamed or given another type.
 */
export const planTables = (shapes: readonly TableShape[], actual: Actual): Plan => {
  const existing = (shape: TableShape) => actual.tables.get(shape.name);
  return {
    alters: shapes.some((shape) => {
      const table = existing(shape);
      return table !== undefined && widerColumns(shape, table).length > 0;
    }),
    statements: [
      ...shapes.flatMap((shape) => {
        const table = existing(shape);
        return table ? columnChanges(shape, table) : createTable(shape);
      }),
      ...shapes.flatMap((shape) => knownChanges(shape, actual)),
      ...shapes.flatMap((shape) => indexChanges(shape, actual)),
      ...trigramChanges(shapes, actual),
      ...shapes.flatMap((shape) => foreignKeyChanges(shape, actual)),
    ],
    clashes: shapes.flatMap((shape) => {
      const table = existing(shape);
      return table ? clashesOf(shape, table) : [];
    }),
  };
};
