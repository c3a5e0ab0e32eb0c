import type { AnyEntity, AnyField, Fields } from '../../../config';
import { coordinateColumns, schemaOf } from '../../../fields';

/** The fields that have a column: neither those that rules take and give nor inputs that only write other fields. */
export const storedFields = ({ fields }: AnyEntity): [string, AnyField][] => {
  const places = new Set(coordinateColumns(fields as Fields).map(({ name }) => name));
  return Object.entries(fields as Fields).filter(
    ([name, { virtual }]) => !virtual && !places.has(name),
  );
};

/** The column by which an entity's rows belong to organisations; undefined for what all tenants share. */
export const scopeColumn = (entity: AnyEntity): string | undefined =>
  entity.scope === 'shared' ? undefined : String(entity.scope);

/** Whether the table needs a column for it that no field declares. */
export const hasHiddenScope = (entity: AnyEntity): boolean => {
  const column = scopeColumn(entity);
  return column !== undefined && column !== 'id' && !(column in entity.fields);
};

/** The entity that is the tree of organisations. */
export const organisation = (entities: readonly AnyEntity[]): AnyEntity | undefined =>
  entities.find(({ scope }) => scope === 'id');

/** The column of a record's time where its table is partitioned: records that change are not. */
export const partitionColumn = ({ record }: AnyEntity): string | undefined =>
  record && !record.updated ? String(record.time) : undefined;

/**
 * Columns of few different values that records are filtered or counted by. Each leads an index of its own: a walk by
 * time reads ten million records to find the twenty of a value that hardly any of them has.
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

/** A type as PostgreSQL itself prints it (format_type): `varchar(32)` is `character varying(32)`. */
export const canonicalType = (type: string): string => {
  const [, name = '', size = '', array = ''] =
    /^([a-z0-9_ ]+?)\s*(\([\d\s,]+\))?((?:\[\])*)$/.exec(type.trim().toLowerCase()) ?? [];
  if (!name) throw new Error(`${JSON.stringify(type)} is not a column type`);
  return `${FULL_NAMES[name] ?? name}${size.replace(/\s/g, '')}${array}`;
};

/** How many characters a text type holds; undefined for what is no text. */
const roomOf = (type: string): number | undefined => {
  if (type === 'text' || type === 'character varying') return Number.POSITIVE_INFINITY;
  const [, size] = /^character varying\((\d+)\)$/.exec(type) ?? [];
  return size === undefined ? undefined : Number(size);
};

/**
 * What a column that has one type needs to hold another, both canonical. A text that is to hold more characters is
 * `wider`: PostgreSQL only changes its catalogue for that. One that may hold fewer `fits` as it is, because the limit
 * is a rule of the field and refused before it comes here.
 */
export const compareTypes = (actual: string, declared: string): 'fits' | 'wider' | 'clash' => {
  if (actual === declared) return 'fits';
  const [has, needs] = [roomOf(actual), roomOf(declared)];
  if (has === undefined || needs === undefined) return 'clash';
  return needs > has ? 'wider' : 'fits';
};

/** The type to compare a column's values in: without a length, at which a cast would cut, and of one size of integer. */
export const comparedType = (type: string): string => {
  if (/^(smallint|integer|bigint)$/.test(type)) return 'bigint';
  return roomOf(type) === undefined ? type : 'text';
};
