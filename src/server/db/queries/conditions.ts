import { sql } from 'kysely';
import { isBlank } from '../../../config';
import type { Database, Sql } from '../sql/database';
import { comparedType } from '../tables/columns';
import { type AccessCache, createAccessCache } from './accessCache';
import type { AccessChanges } from './accessChanges';
import type { ColumnInfo, EntityTableInfo, LockName, ScopedTable } from './describe';
import type { Scope } from './query';

type OrgCache = AccessCache<number, readonly number[]>;

/** Cached subtrees by database. A transaction is not among them: it may have changed organisations itself. */
const orgCaches = new WeakMap<Database, OrgCache>();

/** Caches the organisations of tenants for the queries outside of transactions. */
export const cacheVisibleOrgs = (db: Database, changes: AccessChanges): void => {
  const cache = createAccessCache(changes, {
    load: (orgId: number) => readSubtree(db, orgId),
    isChangedBy: ({ kind }) => kind === 'org',
    now: Date.now,
  });
  orgCaches.set(db, cache);
};

const readSubtree = async (db: Database, orgId: number): Promise<readonly number[]> => {
  const { rows } = await sql<{ org: number }>`select org_subtree(${orgId}) as org`.execute(db);
  return rows.map(({ org }) => org);
};

/** Returns the organisations whose rows a tenant sees: its own and all below. */
export const visibleOrgs = (db: Database, { orgId }: Scope): Promise<readonly number[]> =>
  orgCaches.get(db)?.get(orgId) ?? readSubtree(db, orgId);

/**
 * Condition that a column has one of some numbers. A single one becomes an equality, which lets an index deliver the
 * order.
 */
export const isOneOf = (column: Sql, values: readonly number[]): Sql =>
  values.length === 1
    ? sql`${column} = ${values[0]}::bigint`
    : sql`${column} = any(${values}::bigint[])`;

/** Condition that a row is visible to a tenant. The ids are parameters, so that the planner knows their number. */
export const isVisible = (
  alias: string,
  scope: string | undefined,
  orgs: readonly number[],
): Sql | undefined =>
  scope === undefined ? undefined : isOneOf(sql.ref(`${alias}.${scope}`), orgs);

/** Visibility for a caller: the rows of organisations, of some entities a part only. */
export interface Sight extends Pick<Scope, 'within'> {
  readonly orgs: readonly number[];
}

export const sightOf = async (db: Database, scope: Scope): Promise<Sight> => ({
  orgs: await visibleOrgs(db, scope),
  within: scope.within,
});

/** Condition that a row of `t` is visible. */
export const isSeen = (
  { entity, scope }: Pick<ScopedTable, 'entity' | 'scope'>,
  { orgs, within }: Sight,
): Sql => allOf([isVisible('t', scope, orgs), within?.(entity)?.where]);

/** Returns the visible rows of a table, to be joined as `alias`, and the condition on them that is left. */
export const seenAs = (
  alias: string,
  { entity, table, scope }: ScopedTable,
  { orgs, within }: Sight,
): { readonly rows: Sql; readonly where: Sql | undefined } => {
  const part = within?.(entity)?.where;
  const rows = part
    ? sql`(select t.* from ${sql.table(table)} as t where ${part})`
    : sql.table(table);
  return { rows: sql`${rows} as ${sql.id(alias)}`, where: isVisible(alias, scope, orgs) };
};

/** Combines conditions with `and`; undefined ones are left out. */
export const allOf = (conditions: readonly (Sql | undefined)[]): Sql => {
  const terms = conditions.filter((condition) => condition !== undefined);
  return terms.length > 0 ? sql.join(terms, sql` and `) : sql`true`;
};

export interface FilterNames {
  readonly from: string;
  readonly to: string;
  /** Suffix for the exact text instead of a part of it; '' if there is none. */
  readonly exact: string;
}

const column = (name: string) => sql.ref(`t.${name}`);

/** Returns a pattern for `ilike` that finds the part anywhere. Wildcards in it are escaped. */
export const likePattern = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Rounds and clamps the end of a range for an integer column. It may have a fraction or exceed what the column holds.
 */
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

/** Condition that a list holds any of the ids. */
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

/** Letters of the shortest part that an index finds: it holds sequences of three. */
const MIN_INDEXED_LETTERS = 3;

/** True if a filter asks for a part of a text that no index finds. */
export const hasShortPart = (
  { columns }: EntityTableInfo,
  filters: Readonly<Record<string, unknown>>,
): boolean =>
  Object.entries(filters).some(
    ([name, value]) =>
      columns.get(name)?.filter === 'contains' &&
      !Array.isArray(value) &&
      !isBlank(value) &&
      [...String(value)].length < MIN_INDEXED_LETTERS,
  );

/** Part of the name or the serial number of a lock. */
export class LockPart {
  constructor(
    readonly part: string,
    /** Organisations whose locks the reader knows by name. */
    readonly orgs: readonly number[],
  ) {}

  /** Selects the serial numbers of the locks with this part in their names. */
  named({ column, locks }: LockName): Sql | undefined {
    if (!locks) return undefined;
    const { table, scope, sn } = locks;
    return sql`select ${sql.ref(`lock.${sn}`)} from ${sql.table(table)} as lock
      where ${allOf([isVisible('lock', scope, this.orgs), contains(`lock.${column}`, this.part)])}`;
  }

  toString(): string {
    return this.part;
  }
}

const contains = (ref: string, part: unknown): Sql =>
  sql`${sql.ref(ref)} ilike ${likePattern(String(part))}`;

/** Condition on the serial number of a lock, or on its name. */
const isLock = (name: string, lockName: LockName, value: unknown): Sql => {
  const named =
    value instanceof LockPart
      ? value.named(lockName) && sql`${column(name)} in (${value.named(lockName)})`
      : contains(`t.${lockName.column}`, value);
  const own = contains(`t.${name}`, value);
  return named ? sql`(${own} or ${named})` : own;
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
    if (own.filter !== 'contains' || Array.isArray(value)) return equals(name, own.type, value);
    return own.lockName ? isLock(name, own.lockName, value) : contains(`t.${name}`, value);
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

/** Returns the columns that filters may read. */
export const filteredColumns = (
  { columns }: EntityTableInfo,
  filters: Readonly<Record<string, unknown>>,
  { from, to, exact }: FilterNames,
): string[] => {
  const suffixes = ['', from, to, exact];
  const names = Object.keys(filters).filter((name) => !isBlank(filters[name]));
  return [...columns.keys()].filter((column) =>
    suffixes.some((suffix) => names.includes(`${column}${suffix}`)),
  );
};

/**
 * Translates filters to conditions on the table `t`.
 * @throws TypeError for a filter that the entity lacks
 */
export const filterConditions = (
  entity: EntityTableInfo,
  filters: Readonly<Record<string, unknown>>,
  names: FilterNames,
): Sql[] =>
  Object.entries(filters)
    .filter(([, value]) => !isBlank(value))
    .map(([name, value]) => conditionOf(entity, names, name, value));
