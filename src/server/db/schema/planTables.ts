import { compareTypes } from '../tables/columns';
import { computedChecks, formulaText, recomputeColumns } from './computedColumns';
import { type ColumnConversion, convertColumns } from './convertColumns';
import { type ColumnShape, type IndexShape, keyName, type TableShape } from './desiredTables';
import { createDistinctValues } from './distinctValues';
import { columnList, identifierName, placeOf, quoteIdentifier } from './identifier';
import type { ActualColumns, ActualTable, DeclaredColumn } from './introspect';
import { exclusionChanges, exclusionChecks, rangeClashes } from './planExclusions';
import {
  distinctValueIndexes,
  dropIndex,
  foreignKeyChanges,
  isDeferred,
  missingIndexes,
  needlessKeys,
  newIndexes,
} from './planIndexes';
import { renameColumns } from './renameColumns';
import { renameTables } from './renameTables';
import {
  type CheckedTable,
  duplicateCheck,
  lossesOf,
  noticesOf,
  type RowCheck,
  unfitCheck,
} from './rowChecks';
import {
  changesOf,
  columnHints,
  conversionTexts,
  type ExistingTable,
  loosenedColumns,
  NOTHING_DECLARED,
  newTables,
  partitionClashes,
  removedTables,
  renameTexts,
  strandedColumns,
  type TableChange,
  tableHints,
  typeClashes,
  widerColumns,
} from './tableDifferences';

interface Plan {
  /** True if existing columns get another type. */
  readonly alters: boolean;
  /** True if older servers, which know former names and types only, would fail after it. */
  readonly breaks: boolean;
  /** DDL in order: names, types, tables and columns, distinct values, indexes, foreign keys. */
  readonly statements: readonly string[];
  /** Indexes of large tables, to be built after the statements while others read and write. */
  readonly deferred: readonly DeferredIndex[];
  /** Conflicts that an administrator must resolve. */
  readonly clashes: readonly string[];
  /** Descriptions of the changes to existing tables. */
  readonly changes: readonly TableChange[];
  /** Conflicts if there are such rows. */
  readonly refusals: readonly RowCheck[];
  /** Sentences for the administrator if there are such rows. */
  readonly notices: readonly RowCheck[];
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

/**
 * Plans the statements that bring the database in line with the declared tables: renames tables and columns that have
 * `was`, converts types whose values keep their meaning, adds tables and columns, and widens texts. Drops no column,
 * except for an empty one that stands in the way of a renamed one. Drops only constraints that no declaration requires
 * any more, and indexes that a better one replaces or that do not suit a new type.
 */
export const planTables = (shapes: readonly TableShape[], before: ActualColumns): Plan => {
  const tables = renameTables(shapes, before);
  const renamed = renameColumns(shapes, tables.actual);
  const { conversions, ...converted } = convertColumns(shapes, renamed.actual);
  const { actual, ...recomputed } = recomputeColumns(shapes, converted.actual);
  const existing = (shape: TableShape) => actual.tables.get(shape.name);
  const tableBefore = (table: string) => tables.formerNames.get(table) ?? table;
  const columnBefore = (table: string, column: string) =>
    renamed.columns.find((each) => each.table === table && each.to === column)?.from ?? column;
  const existingTables = shapes.flatMap((shape): ExistingTable[] => {
    const table = existing(shape);
    const declaredColumns = actual.declaredColumns.get(shape.name) ?? NOTHING_DECLARED;
    return table ? [{ shape, table, declaredColumns }] : [];
  });
  const checked = (each: ExistingTable) =>
    checkedTable(each, conversions, {
      current: tableBefore(each.shape.name),
      columnBefore: (column) => columnBefore(each.shape.name, column),
    });
  const newlyComputed = newlyComputedColumns(shapes, actual);
  const removed = removedTables(shapes, actual);
  const changes: TableChange[] = [
    ...newTables(shapes.filter((shape) => !existing(shape))),
    ...shapes.flatMap((shape) =>
      renameTexts(shape, tables.formerNames.get(shape.name), renamed.columns),
    ),
    ...shapes.flatMap((shape) => conversionTexts(shape, conversions)),
    ...recomputed.texts,
    ...newlyComputed
      .filter(({ shape, column }) => existing(shape)?.columns.has(column.name))
      .map(({ shape, column }) => ({
        table: shape.name,
        text: `${placeOf(shape, column.name)} is computed anew`,
      })),
    ...existingTables.flatMap((each) => changesOf(each, actual, shapes)),
    ...removed.map((table) => ({
      table,
      text: `${table} is declared no more: its table stays, with the rows it holds`,
    })),
  ];
  return {
    changes: changes.map(({ text, table, column }) => ({
      text,
      ...(table && { table: tableBefore(table) }),
      ...(table && column && { column: columnBefore(table, column) }),
    })),
    refusals: existingTables.flatMap((each) =>
      refusalsOf(each, checked(each), {
        actual,
        shapes,
        conversions,
        computed: computedChecks(checked(each), recomputed, (column) =>
          columnBefore(each.shape.name, column),
        ),
      }),
    ),
    notices: [
      ...existingTables.flatMap((each) => noticesOf(checked(each))),
      ...existingTables.flatMap((each) => columnHints(each, checked(each))),
      ...tableHints(shapes, removed, actual),
    ],
    declarations: [
      ...shapes.map(
        (shape) =>
          [shape.name, declarationOf(shape, actual.declaredColumns.get(shape.name))] as const,
      ),
      ...[...tables.formerNames.values()].map((from) => [from, {}] as const),
      ...removed.map((table) => [table, goneColumns(actual.declaredColumns.get(table))] as const),
    ],
    alters:
      conversions.length > 0 ||
      renamed.columns.some(({ replaces }) => replaces) ||
      existingTables.some(({ shape, table }) => widerColumns(shape, table).length > 0),
    breaks: [tables, renamed, converted, recomputed].some(
      ({ statements }) => statements.length > 0,
    ),
    statements: [
      ...tables.statements,
      ...renamed.statements,
      ...converted.statements,
      ...recomputed.statements,
      ...shapeStatements(shapes, actual),
      ...newlyComputed.flatMap(({ column }) => column.recomputed ?? []),
    ],
    deferred: shapes.flatMap((shape) =>
      missingIndexes(shape, actual)
        .filter((index) => isDeferred(shape.name, index, actual))
        .map((index) => ({ table: shape.name, index })),
    ),
    clashes: [
      ...tables.clashes,
      ...renamed.clashes,
      ...rangeClashes(shapes, actual),
      ...existingTables.flatMap(({ shape, table }) => partitionClashes(shape, table)),
    ],
  };
};

/** Returns the columns whose formula over lines is new or has changed. */
const newlyComputedColumns = (shapes: readonly TableShape[], actual: ActualColumns) =>
  shapes.flatMap((shape) =>
    shape.columns
      .filter(
        ({ name, recomputed: statement }) =>
          statement !== undefined &&
          actual.declaredColumns.get(shape.name)?.get(name)?.recomputed !== statement,
      )
      .map((column) => ({ shape, column })),
  );

/** Returns the statements that give each table its declared columns, indexes and constraints. */
const shapeStatements = (shapes: readonly TableShape[], actual: ActualColumns) => [
  ...shapes.flatMap((shape) => {
    const table = actual.tables.get(shape.name);
    return table ? columnChanges(shape, table) : createTable(shape);
  }),
  ...shapes.flatMap((shape) => distinctValueChanges(shape, actual)),
  ...shapes.flatMap((shape) => [
    ...needlessKeys(shape, actual).map(dropIndex),
    ...newIndexes(shape, actual),
  ]),
  ...shapes.flatMap((shape) => distinctValueIndexes(shape, actual)),
  ...shapes.flatMap((shape) => foreignKeyChanges(shape, actual)),
  ...shapes.flatMap((shape) => exclusionChanges(shape, actual)),
];

/** Returns the checks of rows that would contradict the declarations. */
const refusalsOf = (
  each: ExistingTable,
  checked: CheckedTable,
  {
    actual,
    shapes,
    conversions,
    computed,
  }: {
    readonly actual: ActualColumns;
    readonly shapes: readonly TableShape[];
    readonly conversions: readonly ColumnConversion[];
    readonly computed: readonly RowCheck[];
  },
): RowCheck[] => {
  const clashes = typeClashes(each, checked);
  return [
    ...clashes,
    ...computed,
    ...lossesOf(checked, (column) => actual.foreignKeys.get(keyName(each.shape.name, column))),
    ...conversions
      .filter(({ table, type }) => table === each.shape.name && type.startsWith('numeric'))
      .map(({ column, type }) => unfitCheck(checked, column, type)),
    ...strandedColumns(each, checked, shapes),
    ...missingIndexes(each.shape, actual)
      .filter(({ unique }) => unique)
      .map((index) => duplicateCheck(checked, index)),
    // Values of another type cannot be compared.
    ...(clashes.length > 0 ? [] : exclusionChecks(checked, actual)),
  ];
};

/** Describes a table for the checks of its rows, which read it before the change. */
const checkedTable = (
  { shape, table, declaredColumns }: ExistingTable,
  conversions: readonly ColumnConversion[],
  {
    current,
    columnBefore,
  }: { readonly current: string; readonly columnBefore: (column: string) => string },
): CheckedTable => {
  const valueSql = (column: string): string => {
    if (table.columns.has(column)) {
      const conversion = conversions.find(
        (each) => each.table === shape.name && each.column === column,
      );
      const value = quoteIdentifier(columnBefore(column));
      return conversion ? conversion.to(value) : value;
    }
    const {
      computed,
      initial = 'null',
      type,
    } = shape.columns.find(({ name }) => name === column) as ColumnShape;
    return computed ? computed(valueSql) : `(${initial}::${type})`;
  };
  return {
    shape,
    current,
    declaredColumns,
    exists: (column) => {
      const actual = table.columns.get(column);
      const declared = shape.columns.find(({ name }) => name === column)?.type ?? actual;
      return actual !== undefined && compareTypes(actual, String(declared)) !== 'clash';
    },
    valueSql,
  };
};

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

const columnSql = (column: ColumnShape): string => {
  const { name, type, initial } = column;
  const formula = formulaText(column);
  const origin = formula ? ` generated always as (${formula}) stored` : '';
  return `${quoteIdentifier(name)} ${type}${initial === undefined ? origin : ` default ${initial}`}`;
};

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

const goneColumns = (
  before: ReadonlyMap<string, DeclaredColumn> = NOTHING_DECLARED,
): Record<string, DeclaredColumn> =>
  Object.fromEntries([...before].map(([name, declared]) => [name, { ...declared, gone: true }]));

/** Returns the declarations to store for a table, with removed columns marked. */
const declarationOf = (
  { columns }: TableShape,
  before?: ReadonlyMap<string, DeclaredColumn>,
): Record<string, DeclaredColumn> => ({
  ...goneColumns(before),
  ...Object.fromEntries(
    columns.map(
      ({ name, kind, required, requiredWhen, limits, choices, refers, computed, recomputed }) => [
        name,
        {
          ...(computed && { computed: computed(quoteIdentifier) }),
          ...(recomputed !== undefined && { recomputed }),
          ...(kind !== undefined && { kind }),
          ...(required && { required }),
          ...(requiredWhen && { requiredWhen }),
          ...(limits && {
            limits: Object.fromEntries(limits.map(({ option, value }) => [option, value])),
          }),
          ...(choices && { choices }),
          ...(refers !== undefined && { refers }),
        },
      ],
    ),
  ),
});
