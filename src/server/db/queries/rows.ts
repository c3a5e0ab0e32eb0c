import { sql } from 'kysely';
import type { Database, Sql } from '../sql/database';
import { createStatement, type Statement } from '../sql/statement';
import { allOf, isSeen, type Sight, seenAs, sightOf } from './conditions';
import type { EntityTableInfo, ListRef, Ref, ScopedTable } from './describe';
import { type Cursor, cursorValues, orderBy, type SortOrder } from './order';
import type { Row, Scope } from './query';
import { tablesOf } from './tables';

export const joinsOf = (refs: readonly Ref[], sight: Sight): Sql =>
  sql.join(
    refs.map((ref) => joinOf(ref, sight)),
    sql` `,
  );

/** Joins the target of a reference if it is visible to the caller. Otherwise its title stays null. */
const joinOf = ({ alias, field, target }: Ref, sight: Sight): Sql => {
  const { rows, where } = seenAs(alias, target, sight);
  const on = [sql`${sql.ref(`${alias}.id`)} = ${sql.ref(`t.${field}`)}`, where];
  return sql`left join ${rows} on ${allOf(on)}`;
};

/** Rows in order, with the cursor of the last one. */
interface Rows {
  readonly rows: Row[];
  readonly last?: Cursor;
}

/** Contains spaces, so it cannot collide with a declared name. */
const PLACE = 'place in order';

/**
 * Reads the rows of a page in order. Selecting the keys first limits the joins to these few rows.
 * @param keys select of `id` and, for a partitioned table, its time
 */
export const selectRows = async (
  db: Database,
  entity: EntityTableInfo,
  { keys, order, sight }: { keys: Sql; order: SortOrder; sight: Sight },
): Promise<Rows> => {
  const joinConditions = ['id', ...(entity.partitionedBy ? [entity.partitionedBy] : [])].map(
    (name) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`k.${name}`)}`,
  );
  const { rows } = await sql<Row>`
    select ${outputsOf(entity, sight)}, ${cursorValues(order)} as ${sql.id(PLACE)}
    from (${keys}) as k
    join ${tablesOf(entity)} as t on ${allOf(joinConditions)}
    ${joinsOf(entity.refs, sight)}
    ${orderBy(order)}`.execute(db);
  const last = rows.at(-1);
  const cursor = last && { values: last[PLACE] as (string | null)[], id: Number(last.id) };
  return { rows: rows.map(({ [PLACE]: _, ...row }) => row), last: cursor };
};

const outputsOf = ({ columns, refs, lists }: EntityTableInfo, sight: Sight): Sql =>
  sql.join([
    sql.ref('t.id'),
    ...[...columns.values()]
      .filter(({ secret }) => !secret)
      .map(({ name, type }) => sql`${outputOf(name, type)} as ${sql.id(name)}`),
    ...refs.map(({ alias, title, via }) => sql`${sql.ref(`${alias}.${title}`)} as ${sql.id(via)}`),
    ...lists.map((list) => titlesOf(list, sight)),
  ]);

/**
 * Selects a column. Dates are converted to text, because pg would make a Date at local midnight, which is another day
 * elsewhere.
 */
export const outputOf = (name: string, type: string): Sql => {
  const column = sql.ref(`t.${name}`);
  return type === 'date' ? sql`to_char(${column}, 'YYYY-MM-DD')` : column;
};

/** Selects the titles of a reference list in its order, without invisible targets. */
const titlesOf = ({ field, title, titles, target }: ListRef, sight: Sight): Sql => {
  const { rows, where } = seenAs('target', target, sight);
  const on = [sql`target.id = named.id`, where];
  return sql`array(
    select coalesce(cast(${sql.ref(`target.${title}`)} as text), cast(target.id as text))
    from unnest(${sql.ref(`t.${field}`)}) with ordinality as named(id, position)
    join ${rows} on ${allOf(on)}
    order by named.position
  ) as ${sql.id(titles)}`;
};

/** Reads rows in the order of the ids, of any organisation. The titles of their references are limited as usual. */
export const rowsById = async (
  db: Database,
  entity: EntityTableInfo,
  ids: readonly number[],
  sight: Sight,
): Promise<Row[]> => inOrder(await readByIds(db, entity, 'anywhere', { ids, sight }), ids);

const select = (entity: EntityTableInfo, where: Sql, sight: Sight) => sql<Row>`
  select ${outputsOf(entity, sight)} from ${tablesOf(entity)} as t ${joinsOf(entity.refs, sight)}
  where ${where}`;

interface ByIds {
  readonly ids: readonly number[];
  readonly orgs: readonly number[];
  /** The only one of `orgs`. */
  readonly org?: number;
}

const hasId = (ids: readonly number[]): Sql => sql`t.id = any(${ids}::bigint[])`;

/** Condition that a row of `t` has one of the ids and is visible. */
const isSeenWithId = (target: ScopedTable, ids: readonly number[], sight: Sight): Sql =>
  allOf([hasId(ids), isSeen(target, sight)]);

const byIds = {
  anywhere: (_: EntityTableInfo, ids: readonly number[]) => hasId(ids),
  visible: isSeenWithId,
};

/** Selects of rows by their ids. A single organisation is compared in another way than several. */
const statements = new WeakMap<EntityTableInfo, Map<string, Statement<ByIds, Row>>>();

/** True if the caller sees a part only of the entity's rows, or of those that they refer to. */
const isPartial = ({ entity, refs, lists }: EntityTableInfo, { within }: Sight): boolean =>
  within !== undefined &&
  [entity, ...[...refs, ...lists].map(({ target }) => target.entity)].some((name) => within(name));

/** Reads rows by a statement that is built once, unless a caller sees a part of them. */
const readByIds = async (
  db: Database,
  entity: EntityTableInfo,
  reach: keyof typeof byIds,
  { ids, sight }: { readonly ids: readonly number[]; readonly sight: Sight },
): Promise<Row[]> => {
  if (isPartial(entity, sight)) {
    return (await select(entity, byIds[reach](entity, ids, sight), sight).execute(db)).rows;
  }
  const { orgs } = sight;
  const isSingle = orgs.length === 1;
  const key = `${reach} ${isSingle}`;
  const own = statements.get(entity) ?? new Map<string, Statement<ByIds, Row>>();
  const statement =
    own.get(key) ??
    createStatement(['ids', 'orgs', 'org'], (on, values: ByIds) => {
      const seen = { orgs: isSingle ? [values.org as number] : values.orgs };
      return select(entity, byIds[reach](entity, values.ids, seen), seen).compile(on);
    });
  statements.set(entity, own.set(key, statement));
  return statement(db, { ids, orgs, org: orgs[0] });
};

const inOrder = (rows: readonly Row[], ids: readonly number[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
};

/** Reads the visible rows in the order of the ids. */
export const selectRowsByIds = async (
  db: Database,
  entity: EntityTableInfo,
  ids: readonly number[],
  scope: Scope,
): Promise<Row[]> => {
  const sight = await sightOf(db, scope);
  return inOrder(await readByIds(db, entity, 'visible', { ids, sight }), ids);
};

/** Locks the visible rows until the transaction ends, then reads their current values. */
export const selectRowsForUpdate = async (
  db: Database,
  entity: EntityTableInfo,
  requestedIds: readonly number[],
  scope: Scope,
): Promise<Row[]> => {
  const sight = await sightOf(db, scope);
  await lockStates(db, entity, requestedIds, 'no key update');
  const ids = new Set(await lockRows(db, entity, requestedIds, { sight, lock: 'no key update' }));
  return rowsById(
    db,
    entity,
    requestedIds.filter((id) => ids.has(id)),
    sight,
  );
};

/**
 * `update` is for rows to be deleted, `no key update` for rows that others may still refer to, `key share` only prevents
 * their deletion.
 */
type Lock = 'update' | 'no key update' | 'key share';

/**
 * Locks the states of rows until the transaction ends. Every transaction locks states in the order of their ids, and
 * before the rows themselves, so that two cannot deadlock.
 */
export const lockStates = async (
  db: Database,
  { state }: Pick<EntityTableInfo, 'state'>,
  ids: readonly number[],
  lock: Lock,
): Promise<void> => {
  if (!state) return;
  const key = sql.ref(state.key);
  await sql`select from ${sql.table(state.table)} where ${key} = any(${ids}::bigint[])
    order by ${key} for ${sql.raw(lock)}`.execute(db);
};

/**
 * Locks the visible rows until the transaction ends, in the order of their ids, so that two callers cannot deadlock.
 * Rows of a view are not locked, and none without a `lock`.
 * @returns ids of the visible rows
 */
export const lockRows = async (
  db: Database,
  target: ScopedTable,
  ids: readonly number[],
  { sight, lock }: { readonly sight: Sight; readonly lock: Lock | undefined },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(target.table)} as t where ${isSeenWithId(target, ids, sight)}
    order by t.id ${target.derived || !lock ? sql`` : sql`for ${sql.raw(lock)}`}`.execute(db);
  return rows.map(({ id }) => id);
};
