import type { AnyEntity, AnyField, Field } from '../../../config';
import { isReference, isReferenceList, schemaOf } from '../../../fields';
import {
  canonicalType,
  choiceColumns,
  hasHiddenScope,
  organisation,
  partitionColumn,
  scopeColumn,
  storedFields,
} from '../tables/columns';
import {
  COPIED_COLUMNS,
  hasState,
  ownFields,
  reportedFields,
  STATE_COLUMNS,
  STATE_KEY,
  STATE_TABLE,
  stateColumnType,
} from '../tables/lockState';
import type { OwnColumn } from '../tables/ownColumn';
import { type DistinctValues, distinctValueColumns } from './distinctValues';
import { identifierName } from './identifier';

/** Declared column. `type` is canonical. */
export interface ColumnShape {
  readonly name: string;
  readonly type: string;
  /** True if new columns get NOT NULL; rows of an existing table lack a value unless there is an initial one. */
  readonly required: boolean;
  /** Default as an SQL constant. */
  readonly initial?: string;
  /** Former name of the column. */
  readonly was?: string;
  /** Allowed values of a choice. */
  readonly choices?: readonly (string | number)[];
  /** Table whose ids it holds, one or several. */
  readonly refers?: string;
}

export interface IndexShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** True for descending order with empty values last. The last column is then the key, which is never empty. */
  readonly descending?: true;
  /** Columns compared without regard to case. */
  readonly caseless?: readonly string[];
  /** Further columns stored in the index, so that counting by them does not read the table. */
  readonly including?: readonly string[];
  /** Name of the index that this one replaces. */
  readonly insteadOf?: string;
  /** B-tree by default. `trigrams` finds a part of a text, if the database has the extension for it. */
  readonly method?: 'gin' | 'trigrams';
}

export interface ForeignKeyShape {
  readonly name: string;
  readonly column: string;
  readonly target: string;
}

/** Declared table. Its key is `id` by default. */
export interface TableShape {
  readonly name: string;
  /**
   * Key that is the id of a row of another table and disappears with it. Such a table is updated often: its pages are
   * not filled, so that an update stays in its page and changes no index.
   */
  readonly keyOf?: { readonly column: string; readonly target: string };
  readonly columns: readonly ColumnShape[];
  readonly indexes: readonly IndexShape[];
  readonly foreignKeys: readonly ForeignKeyShape[];
  readonly distinctValues: readonly DistinctValues[];
  /** Time column by whose months the table is partitioned. */
  readonly partitionedBy?: string;
}

/** Returns the SQL default of a column. JSON has none, because declarations write JSON as text. */
const initialOf = ({ initial }: AnyField, type: string): string | undefined => {
  if (typeof initial === 'string')
    return type === 'jsonb' ? undefined : `'${initial.replaceAll("'", "''")}'`;
  return initial === undefined ? undefined : String(initial);
};

const columnOf = (
  entity: AnyEntity,
  [name, field]: [string, AnyField],
  all: readonly AnyEntity[],
): ColumnShape => {
  const schema = schemaOf(field);
  const type = canonicalType(schema.sql(field as Field));
  // The root of a tree has no parent, and a field with a condition may be empty.
  const isAlwaysThere = field.required === true && field.of !== entity.name && !field.when;
  const required = isAlwaysThere || name === partitionColumn(entity);
  const choices = schema.choices?.(field as Field).map(([value]) => value);
  const target = schema.references && all.find((other) => other.name === field.of);
  return {
    name,
    type,
    required,
    initial: initialOf(field, type),
    ...(field.was !== undefined && { was: field.was }),
    ...(choices && { choices }),
    ...(target && { refers: target.table }),
  };
};

const columnsOf = (entity: AnyEntity, all: readonly AnyEntity[]): ColumnShape[] => [
  ...ownFields(entity).map((entry) => columnOf(entity, entry, all)),
  ...(hasHiddenScope(entity)
    ? [{ name: String(scopeColumn(entity)), type: 'bigint', required: !entity.record }]
    : []),
];

export const indexName = (
  table: string,
  { columns, descending, including = [], method, unique }: Omit<IndexShape, 'name'>,
): string => {
  if (unique) return identifierName(table, ...columns, 'key');
  if (method === 'trigrams') return identifierName(table, ...columns, 'contains');
  return identifierName(
    table,
    ...columns,
    ...(descending ? ['desc'] : []),
    ...(including.length > 0 ? ['with', ...including] : []),
    'idx',
  );
};

const indexOf = (table: string, columns: readonly string[]): IndexShape => {
  const index = { columns, unique: false };
  return { name: indexName(table, index), ...index };
};

/**
 * Returns the indexes that deliver rows in the order of a column that may be empty, in either direction. Lists have
 * empty values last in both, so one index read backwards would not do.
 */
const sortIndexes = (table: string, column: string, key: string): IndexShape[] => {
  const descending = { columns: [column, key], unique: false, descending: true as const };
  return [
    { ...indexOf(table, [column, key]), insteadOf: indexOf(table, [column]).name },
    { name: indexName(table, descending), ...descending },
  ];
};

/** Returns an index that includes more columns and replaces the one that does not. */
const holding = (
  table: string,
  columns: readonly string[],
  more: readonly (string | undefined)[],
): IndexShape => {
  const plain = indexOf(table, columns);
  const including = more.filter(
    (name) => name !== undefined && !columns.includes(name),
  ) as string[];
  if (including.length === 0) return plain;
  const name = indexName(table, { ...plain, including });
  return { ...plain, name, including, insteadOf: plain.name };
};

export const trigramIndex = (table: string, column: string): IndexShape => {
  const index = { columns: [column], unique: false, method: 'trigrams' } as const;
  return { name: indexName(table, index), ...index };
};

/** Returns the fields by which rows are found or sorted; the time of records and unique fields have other indexes. */
const indexedFields = (entity: AnyEntity): [string, AnyField][] =>
  ownFields(entity).filter(
    ([name, field]) =>
      name !== entity.record?.time && !field.unique && (field.indexed || isReference(field)),
  );

/**
 * Returns the indexes of a table. Records are read newest first, so all their indexes end in time and id. Those by
 * time, tenant and choices include the columns that a tenant's records are counted by.
 */
const indexesOf = (entity: AnyEntity, all: readonly AnyEntity[]): IndexShape[] => {
  const { table } = entity;
  const time = entity.record && String(entity.record.time);
  const suffix = time ? [time, 'id'] : [];
  const scope = scopeColumn(entity);
  const choices = choiceColumns(entity);
  const owned = partitionColumn(entity) ? scope : undefined;
  const isSorted = ([, field]: [string, AnyField]) => !time && !isReference(field);
  const indexed = indexedFields(entity);
  const read = indexed.filter((entry) => !isSorted(entry)).map(([name]) => name);
  const columns = new Set(scope && scope !== 'id' ? [scope, ...read] : read);
  const lists = storedFields(entity).filter(([, field]) => isReferenceList(field));
  return [
    ...(time ? [holding(table, suffix, [owned])] : []),
    ...[...columns].map((column) =>
      holding(table, [column, ...suffix], column === scope ? choices : [owned]),
    ),
    ...indexed.filter(isSorted).flatMap(([name]) => sortIndexes(table, name, 'id')),
    ...choices.map((column) => holding(table, [column, ...suffix], [owned, ...choices])),
    ...lists.map(([name]) => ({ ...indexOf(table, [name]), method: 'gin' as const })),
    // Records have their distinct values instead.
    ...(entity.record ? [] : ownFields(entity))
      .filter(([, field]) => field.indexed && schemaOf(field).filter === 'contains')
      .map(([name]) => trigramIndex(table, name)),
    ...storedFields(entity).flatMap(([name]) => uniqueIndex(entity, name, all) ?? []),
  ];
};

/** Returns the column within which the values of a field are unique per organisation. */
export const ownerColumn = (entity: AnyEntity, all: readonly AnyEntity[]): string | undefined => {
  const scope = scopeColumn(entity);
  if (scope !== undefined) return scope === 'id' ? undefined : scope;
  const root = organisation(all)?.name;
  return storedFields(entity).find(([, field]) => isReference(field) && field.of === root)?.[0];
};

/**
 * Returns the unique index of a field; undefined if it is not unique.
 * @throws Error if no index can guarantee it
 */
export const uniqueIndex = (
  entity: AnyEntity,
  column: string,
  all: readonly AnyEntity[],
): IndexShape | undefined => {
  const { unique, caseless }: Partial<Field<'text'>> = entity.fields[column];
  if (!unique) return undefined;
  const refuse = (why: string) => new Error(`${entity.name}.${column} cannot be unique: ${why}`);
  if (partitionColumn(entity)) throw refuse('records are kept by month');
  const owner = unique === 'org' ? ownerColumn(entity, all) : undefined;
  if (unique === 'org' && !owner) throw refuse('the records belong to no organisation');
  const plain = identifierName(entity.table, column, 'key');
  const columns = owner ? [owner, column] : [column];
  if (!owner && !caseless) return { name: plain, columns, unique: true };
  const name = identifierName(entity.table, ...columns, ...(caseless ? ['caseless'] : []), 'key');
  return {
    name,
    columns,
    unique: true,
    ...(caseless && { caseless: [column] }),
    insteadOf: plain,
  };
};

export const keyName = (table: string, column: string): string =>
  identifierName(table, column, 'fkey');

/**
 * Returns the foreign keys of an entity. Records have none: they keep their values when the target is deleted, and
 * partitioned tables cannot take part.
 */
const foreignKeysOf = (entity: AnyEntity, all: readonly AnyEntity[]): ForeignKeyShape[] => {
  if (entity.record) return [];
  const root = organisation(all);
  const targets = [
    ...storedFields(entity)
      .filter(([, field]) => isReference(field))
      .map(([name, field]) => [name, all.find((other) => other.name === field.of)] as const),
    ...(hasHiddenScope(entity) ? [[String(scopeColumn(entity)), root] as const] : []),
  ];
  return targets.flatMap(([column, target]) =>
    target && !target.record && !target.derived
      ? [{ name: keyName(entity.table, column), column, target: target.table as string }]
      : [],
  );
};

const shapeOf = (entity: AnyEntity, all: readonly AnyEntity[]): TableShape => {
  if ('id' in entity.fields) throw new Error(`${entity.name}.id cannot be a field: it is the key`);
  return {
    name: entity.table,
    columns: columnsOf(entity, all),
    indexes: indexesOf(entity, all),
    foreignKeys: foreignKeysOf(entity, all),
    distinctValues: distinctValueColumns(entity),
    partitionedBy: partitionColumn(entity),
  };
};

/** Returns the table with the state of the locks: its copied columns, the server's own and the declared ones. */
const stateShapeOf = (entity: AnyEntity, all: readonly AnyEntity[]): TableShape => {
  const declared = new Map(
    reportedFields(entity).map((entry) => [entry[0], columnOf(entity, entry, all)]),
  );
  const copied = columnsOf(entity, all)
    .filter(({ name }) => COPIED_COLUMNS.includes(name))
    .map(({ name, type, required }) => ({ name, type, required }));
  const stateColumns = Object.entries<OwnColumn>(STATE_COLUMNS).map(([name, { initial }]) => ({
    name,
    type: stateColumnType(name),
    ...declared.get(name),
    required: initial !== undefined,
    initial: initial ?? declared.get(name)?.initial,
  }));
  const further = [...declared.values()].filter(({ name }) => !(name in STATE_COLUMNS));
  const indexed = reportedFields(entity).filter(([, field]) => field.indexed);
  return {
    name: STATE_TABLE,
    keyOf: { column: STATE_KEY, target: entity.table },
    columns: [...copied, ...further, ...stateColumns],
    indexes: [
      { name: identifierName(STATE_TABLE, 'sn', 'key'), columns: ['sn'], unique: true },
      indexOf(STATE_TABLE, ['org_id']),
      ...indexed.flatMap(([name]) => sortIndexes(STATE_TABLE, name, STATE_KEY)),
    ],
    foreignKeys: [],
    distinctValues: [],
  };
};

/**
 * Returns the tables that the declarations ask for.
 * @throws Error for declarations that cannot become tables
 */
export const desiredTables = (entities: readonly AnyEntity[]): TableShape[] => [
  ...entities.filter(({ derived }) => !derived).map((entity) => shapeOf(entity, entities)),
  ...entities.filter(hasState).map((entity) => stateShapeOf(entity, entities)),
];
