import type { AnyEntity, AnyField, Choices, Field } from '../../../config';
import { isReference, isReferenceList, isSecret, schemaOf } from '../../../fields';
import { formulaOf, isRecomputed } from '../../../fields/formulas';
import { ruleOf } from '../../../fields/recordSchema';
import {
  canonicalType,
  choiceColumns,
  hasHiddenScope,
  LINE_COLUMNS,
  organisation,
  ownColumns,
  parentOf,
  partitionColumn,
  scopeColumn,
  storedFields,
} from '../tables/columns';
import { answerSql } from '../tables/formula';
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
import { type Exclusion, exclusionsOf } from './exclusions';
import { identifierName } from './identifier';
import { recomputeSql } from './lineColumns';

export type ColumnConditions = NonNullable<AnyField['when']>;

/** Declared column. `type` is canonical. */
export interface ColumnShape {
  readonly name: string;
  /** Kind of the field; undefined for columns of the server. */
  readonly kind?: string;
  readonly type: string;
  /** True if new columns get NOT NULL; rows of an existing table lack a value unless there is an initial one. */
  readonly required: boolean;
  /** Values of other columns with which a value is required. */
  readonly requiredWhen?: ColumnConditions;
  /** Default as an SQL constant. */
  readonly initial?: string;
  /** Former name of the column. */
  readonly was?: string;
  /** Allowed values of a choice, or of several. */
  readonly choices?: readonly (string | number)[];
  /** Options that limit the values. */
  readonly limits?: readonly ColumnLimit[];
  /** Table whose ids it holds, one or several. */
  readonly refers?: string;
  /** Returns the formula of a computed column. @param column returns the SQL of another one */
  readonly computed?: (column: (name: string) => string) => string;
  /** Statement that computes the column anew, for all rows, if it depends on lines. */
  readonly recomputed?: string;
}

/** Option that limits the values of a column. */
export interface ColumnLimit {
  readonly option: string;
  readonly value: unknown;
  /** True if this option alone refuses a stored value. */
  readonly refuses: (stored: unknown) => boolean;
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
  /** Rows disappear with the row that they refer to. */
  readonly cascades?: true;
}

/** Declared table. Its key is `id` by default. */
export interface TableShape {
  readonly name: string;
  /** Entity whose records it has; the table's name by default. */
  readonly entity?: string;
  /** Former name of the table. */
  readonly was?: string;
  /**
   * Key that is the id of a row of another table and disappears with it. Such a table is updated often: its pages are
   * not filled, so that an update stays in its page and changes no index.
   */
  readonly keyOf?: { readonly column: string; readonly target: string };
  readonly columns: readonly ColumnShape[];
  readonly indexes: readonly IndexShape[];
  readonly foreignKeys: readonly ForeignKeyShape[];
  readonly exclusions: readonly Exclusion[];
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

const LIMITS = ['min', 'max', 'pattern', 'integer'] as const;

/**
 * Returns the options that limit what an operator may enter. Records by month are not edited, locks report without
 * limits, a secret is stored encrypted, and a day relative to today is no limit for stored ones.
 */
const limitsOf = (entity: AnyEntity, field: AnyField): ColumnLimit[] => {
  if (partitionColumn(entity) !== undefined || field.reported || isSecret(field)) return [];
  const options = field as unknown as Readonly<Record<string, unknown>>;
  const without = { ...field, ...Object.fromEntries(LIMITS.map((option) => [option, undefined])) };
  return LIMITS.flatMap((option) => {
    const value = options[option];
    if (value === undefined || String(value).includes('today')) return [];
    const limited = { ...without, [option]: value };
    let rules: readonly ReturnType<typeof ruleOf>[] | undefined;
    // Most limits are never judged, and those that are judge many rows.
    const refuses = (stored: unknown) => {
      rules ??= [without, limited].map((each) => ruleOf(each));
      const [accepts, stillAccepts] = rules.map((rule) => rule.isValidSync(stored));
      return accepts === true && !stillAccepts;
    };
    return [{ option, value: value instanceof RegExp ? String(value) : value, refuses }];
  });
};

/** Returns the values of a choice, or of several; undefined for other kinds. */
const choicesOf = (field: AnyField): (string | number)[] | undefined => {
  // A saved report of an entity that is gone says so when it runs.
  if ((field as Field<'choice'>).adds) return undefined;
  const table =
    field.kind === 'choices' ? (field.of as Choices) : schemaOf(field).choices?.(field as Field);
  return table?.map(([value]) => value);
};

const columnOf = (
  entity: AnyEntity,
  [name, field]: [string, AnyField],
  all: readonly AnyEntity[],
): ColumnShape => {
  const schema = schemaOf(field);
  const type = canonicalType(schema.sql(field as Field));
  // The root of a tree has no parent, and a field with a condition may be empty.
  const isNeeded = field.required === true && field.of !== entity.name;
  const required = (isNeeded && !field.when) || name === partitionColumn(entity);
  const conditions = isNeeded ? field.when : undefined;
  // Those on columns of the row.
  const isStored = (other: string) => ownFields(entity).some(([stored]) => stored === other);
  const choices = choicesOf(field);
  const limits = limitsOf(entity, field);
  const target = schema.references && all.find((other) => other.name === field.of);
  if (isRecomputed(entity, name)) {
    const recomputed = recomputeSql(entity, [name]);
    return { name, kind: field.kind, type, required: false, recomputed };
  }
  if (name in entity.computed) {
    const formula = formulaOf(entity, name);
    const computed = (column: (other: string) => string) =>
      answerSql(formula, ownColumns(entity, column), type);
    return { name, kind: field.kind, type, required: false, computed };
  }
  return {
    name,
    kind: field.kind,
    type,
    required,
    ...(conditions && Object.keys(conditions).every(isStored) && { requiredWhen: conditions }),
    initial: initialOf(field, type),
    ...(field.was !== undefined && { was: field.was }),
    ...(choices && { choices }),
    ...(limits.length > 0 && { limits }),
    ...(target && { refers: target.table }),
  };
};

const columnsOf = (entity: AnyEntity, all: readonly AnyEntity[]): ColumnShape[] => [
  ...ownFields(entity).map((entry) => columnOf(entity, entry, all)),
  ...(hasHiddenScope(entity)
    ? [
        {
          name: String(scopeColumn(entity)),
          type: 'bigint',
          required: !entity.record && entity.partOf === undefined,
        },
      ]
    : []),
  ...(entity.partOf === undefined
    ? []
    : [
        { name: LINE_COLUMNS.parent, type: 'bigint', required: true },
        { name: LINE_COLUMNS.place, type: 'integer', required: true },
      ]),
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
    ...(entity.partOf === undefined
      ? []
      : [indexOf(table, [LINE_COLUMNS.parent, LINE_COLUMNS.place])]),
    ...lists.map(([name]) => ({ ...indexOf(table, [name]), method: 'gin' as const })),
    // Records have their distinct values instead.
    ...(entity.record ? [] : ownFields(entity))
      .filter(([, field]) => field.indexed && schemaOf(field).filter === 'contains')
      .map(([name]) => trigramIndex(table, name)),
    ...storedFields(entity).flatMap(([name]) => uniqueIndex(entity, name, all) ?? []),
    ...ownFields(entity)
      .filter(
        ([name, field]) => name in entity.warns && name !== time && !field.unique && !field.indexed,
      )
      .map(([name]) => indexOf(table, [name])),
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
  const parent = parentOf(entity, all);
  return [
    ...targets.flatMap(([column, target]) =>
      target && !target.record && !target.derived
        ? [{ name: keyName(entity.table, column), column, target: target.table as string }]
        : [],
    ),
    ...(parent && !parent.derived
      ? [
          {
            name: keyName(entity.table, LINE_COLUMNS.parent),
            column: LINE_COLUMNS.parent,
            target: parent.table as string,
            cascades: true as const,
          },
        ]
      : []),
  ];
};

const shapeOf = (entity: AnyEntity, all: readonly AnyEntity[]): TableShape => {
  if ('id' in entity.fields) throw new Error(`${entity.name}.id cannot be a field: it is the key`);
  return {
    name: entity.table,
    entity: entity.name,
    ...(entity.was !== undefined && { was: entity.was }),
    columns: columnsOf(entity, all),
    indexes: indexesOf(entity, all),
    foreignKeys: foreignKeysOf(entity, all),
    exclusions: exclusionsOf(entity),
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
    entity: entity.name,
    keyOf: { column: STATE_KEY, target: entity.table },
    columns: [...copied, ...further, ...stateColumns],
    indexes: [
      { name: identifierName(STATE_TABLE, 'sn', 'key'), columns: ['sn'], unique: true },
      indexOf(STATE_TABLE, ['org_id']),
      ...indexed.flatMap(([name]) => sortIndexes(STATE_TABLE, name, STATE_KEY)),
    ],
    foreignKeys: [],
    exclusions: [],
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
