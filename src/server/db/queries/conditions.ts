import { sql } from 'kysely';
import { isBlank } from '../../../config';
import type { Database, Sql } from '../database';
import { comparedType } from '../schema';
import type { ColumnInfo, EntityTableInfo } from './describe';
import type { Scope } from './query';

/** The organisations whose rows a tenant sees: their own and all below. */
export const visibleOrgs = async (db: Database, { orgId }: Scope): Promise<readonly number[]> => {
  const { rows } = await sql<{ org: number }>`select org_subtree(${orgId}) as org`.execute(db);
  return rows.map(({ org }) => org);
};

/** Whether a column holds one of some numbers; a single one as an equality, which an index can sort by. */
export const isOneOf = (column: Sql, values: readonly number[]): Sql =>
  values.length === 1
    ? sql`${column} = ${values[0]}::bigint`
    : sql`${column} = any(${values}::bigint[])`;

/** Whether a row is visible to a tenant. Values travel as parameters: the planner then knows how many there are. */
export const isVisible = (
  alias: string,
  scope: string | undefined,
  orgs: readonly number[],
): Sql | undefined =>
  scope === undefined ? undefined : isOneOf(sql.ref(`${alias}.${scope}`), orgs);

/** All of the conditions there are. */
export const allOf = (conditions: readonly (Sql | undefined)[]): Sql => {
  const terms = conditions.filter((condition) => condition !== undefined);
  return terms.length > 0 ? sql.join(terms, sql` and `) : sql`true`;
};

/** What ends the names of filters that ask for something else of a field than its own name does. */
export interface FilterNames {
  readonly from: string;
  readonly to: string;
  /** Of a text: the very text, not a part of it. '' for none. */
  readonly exact: string;
}

const column = (name: string) => sql.ref(`t.${name}`);

/** For `ilike`: the part anywhere, its own wildcards taken as they are. */
export const likePattern = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/** A whole number's end of a range may be given with a fraction, or far outside of what the database can hold. */
const asWhole = (value: unknown, round: (value: number) => number): unknown =>
  typeof value === 'number'
    ? Math.min(Math.max(round(value), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
    : value;

const equals = (name: string, columnType: string, value: unknown): Sql => {
  const type = comparedType(columnType);
  const list = Array.isArray(value) ? value : [value];
  const values =
    type === 'bigint' ? list.filter((item) => Number.isSafeInteger(Number(item))) : list;
  return values.length === 1
    ? sql`${column(name)} = cast(${values[0]} as ${sql.raw(type)})`
    : sql`${column(name)} = any(cast(${values} as ${sql.raw(type)}[]))`;
};

/** Lists that hold any of the ids. */
const holds = (name: string, columnType: string, value: unknown): Sql => {
  const ids = [value].flat().filter((id) => Number.isSafeInteger(Number(id)));
  return sql`${column(name)} && cast(${ids} as ${sql.raw(columnType)})`;
};

const bound = ({ name, type }: ColumnInfo, end: 'from' | 'to', value: unknown): Sql => {
  const compared = comparedType(type);
  const whole = compared === 'bigint';
  const limit = whole ? asWhole(value, end === 'from' ? Math.ceil : Math.floor) : value;
  return sql`${column(name)} ${sql.raw(end === 'from' ? '>=' : '<=')} cast(${limit} as ${sql.raw(compared)})`;
};

const conditionOf = (
  { columns }: EntityTableInfo,
  { from, to, exact }: FilterNames,
  name: string,
  value: unknown,
): Sql => {
  if (name === 'id') return equals('id', 'bigint', value);
  const own = columns.get(name);
  if (own && own.filter !== 'none' && !own.secret) {
    if (own.type.endsWith('[]')) return holds(name, own.type, value);
    return own.filter === 'contains' && !Array.isArray(value)
      ? sql`${column(name)} ilike ${likePattern(String(value))}`
      : equals(name, own.type, value);
  }
  const whole = exact !== '' && name.endsWith(exact) && columns.get(name.slice(0, -exact.length));
  if (whole && whole.filter === 'contains' && !whole.secret) {
    return equals(whole.name, whole.type, value);
  }
  for (const [end, suffix] of [
    ['from', from],
    ['to', to],
  ] as const) {
    const ranged = name.endsWith(suffix) && columns.get(name.slice(0, -suffix.length));
    if (ranged && ranged.filter === 'range') return bound(ranged, end, value);
  }
  throw new TypeError(`There is no filter ${name}`);
};

/**
 * The conditions that filters mean for the table `t`.
 * @throws TypeError for a filter the entity does not have
 */
export const filterConditions = (
  entity: EntityTableInfo,
  filters: Readonly<Record<string, unknown>>,
  names: FilterNames,
): Sql[] =>
  Object.entries(filters)
    .filter(([, value]) => !isBlank(value))
    .map(([name, value]) => conditionOf(entity, names, name, value));
