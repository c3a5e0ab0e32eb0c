import type { AnyEntity, AnyField, Field, Fields } from '../../../config';
import { coordinateColumns, schemaOf } from '../../../fields';
import { isSelected } from '../../../fields/formulas';
import type { ColumnOf } from './formula';

/** Returns the fields with a column: neither those read with a row nor inputs that only write other fields. */
export const storedFields = (entity: AnyEntity): [string, AnyField][] => {
  const places = new Set(coordinateColumns(entity.fields as Fields).map(({ name }) => name));
  return Object.entries(entity.fields as Fields).filter(
    ([name, { virtual }]) => !virtual && !places.has(name) && !isSelected(entity, name),
  );
};

/** Columns of a line that no field declares: the record that it belongs to, and its place among the lines, from 0. */
export const LINE_COLUMNS = { parent: 'parent_id', place: 'line_no' } as const;

/** Finds the entity whose records have those of a part as lines. */
export const parentOf = ({ partOf }: AnyEntity, all: readonly AnyEntity[]): AnyEntity | undefined =>
  all.find(({ name }) => name === partOf);

/** Returns the column with the organisation of a row; undefined if all tenants share the rows. */
export const scopeColumn = (entity: AnyEntity): string | undefined =>
  entity.scope === 'shared' ? undefined : String(entity.scope);

/** True if the table needs an organisation column that no field declares. */
export const hasHiddenScope = (entity: AnyEntity): boolean => {
  const column = scopeColumn(entity);
  return column !== undefined && column !== 'id' && !(column in entity.fields);
};

/** Finds the entity with scope `id`: the tree of organisations. */
export const organisation = (entities: readonly AnyEntity[]): AnyEntity | undefined =>
  entities.find(({ scope }) => scope === 'id');

/** Returns the time column by which a table is partitioned. Records that can change are not partitioned. */
export const partitionColumn = ({ record }: AnyEntity): string | undefined =>
  record && !record.updated ? String(record.time) : undefined;

/**
 * Returns the columns with few distinct values by which records are filtered or counted. Each leads an index of its
 * own: a scan by time could read ten million records to find the twenty with a rare value.
 */
export const choiceColumns = (entity: AnyEntity): string[] => {
  if (partitionColumn(entity) === undefined) return [];
  const queriedNames = new Set<string>([...entity.filter, ...entity.counts].map(String));
  return storedFields(entity)
    .filter(
      ([name, field]) => queriedNames.has(name) && !field.indexed && schemaOf(field).indexable,
    )
    .map(([name]) => name);
};

const FULL_NAMES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  char: 'character',
  decimal: 'numeric',
  float4: 'real',
  float8: 'double precision',
  int: 'integer',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
  varchar: 'character varying',
};

/** Returns a type as PostgreSQL prints it (format_type): `varchar(32)` becomes `character varying(32)`. */
export const canonicalType = (type: string): string => {
  const [, name = '', size = '', array = ''] =
    /^([a-z0-9_ ]+?)\s*(\([\d\s,]+\))?((?:\[\])*)$/.exec(type.trim().toLowerCase()) ?? [];
  if (!name) throw new Error(`${JSON.stringify(type)} is not a column type`);
  return `${FULL_NAMES[name] ?? name}${size.replace(/\s/g, '')}${array}`;
};

/** Returns the maximum length of a text type; undefined for other types. */
const roomOf = (type: string): number | undefined => {
  if (type === 'text' || type === 'character varying') return Number.POSITIVE_INFINITY;
  const [, size] = /^character varying\((\d+)\)$/.exec(type) ?? [];
  return size === undefined ? undefined : Number(size);
};

/**
 * Compares the type of a column with the declared one, both canonical. A longer text is `wider`: PostgreSQL only
 * changes its catalogue for it. A shorter one `fits`, because the limit is a rule of the field, checked before.
 */
export const compareTypes = (actual: string, declared: string): 'fits' | 'wider' | 'clash' => {
  if (actual === declared) return 'fits';
  const [has, needs] = [roomOf(actual), roomOf(declared)];
  if (has === undefined || needs === undefined) return 'clash';
  return needs > has ? 'wider' : 'fits';
};

/**
 * Returns the type for comparisons: text without a length, at which a cast would cut, `numeric` without a scale, to
 * which it would round, and bigint for all integers.
 */
export const comparedType = (type: string): string => {
  if (type.startsWith('numeric')) return 'numeric';
  if (/^(smallint|integer|bigint)$/.test(type)) return 'bigint';
  return roomOf(type) === undefined ? type : 'text';
};

export const columnType = (field: AnyField): string =>
  canonicalType(schemaOf(field).sql(field as Field));

/** Returns the columns of one table for its formulas. @param column returns the SQL of one */
export const ownColumns =
  ({ fields }: AnyEntity, column: (name: string) => string): ColumnOf =>
  (name) => ({ sql: column(name), type: name in fields ? columnType(fields[name]) : 'bigint' });
