import { sql } from 'kysely';
import { type Database, inTransaction } from '../sql/database';
import { comparedType, LINE_COLUMNS } from '../tables/columns';
import { allOf, isSeen, type Sight, sightOf } from './conditions';
import type { EntityTableInfo, Referrer } from './describe';
import type { Row, Scope } from './query';
import {
  type Problem,
  type ReferenceUse,
  ReferenceViolation,
  RowRefusal,
  referenceProblems,
  refusalOfRemoval,
  refusalOfWrite,
  uniqueProblems,
} from './refusals';
import { lockRows, lockStates, rowsById } from './rows';

/**
 * Adds rows, all or none, a thousand per statement.
 * @throws RowRefusal, BadValue; TypeError for a field that the entity lacks
 */
export const addRows = async (
  db: Database,
  entity: EntityTableInfo,
  rows: readonly Row[],
  scope: Scope,
): Promise<Row[]> => {
  if (rows.length === 0) return [];
  const stored = rows.map((row) => complete(entity, row, scope));
  try {
    return await inTransaction(db, async (transaction) => {
      const sight = await sightOf(transaction, scope);
      const [bad] = await referenceProblems(transaction, entity, stored, sight);
      if (bad) throw new RowRefusal(bad);
      const [duplicate] = await uniqueProblems(transaction, entity, stored, sight);
      if (duplicate) throw new RowRefusal(duplicate);
      const ids = await insertAll(transaction, entity, stored);
      await recomputeRows(transaction, entity, ids);
      return rowsById(transaction, entity, ids, sight);
    });
  } catch (error) {
    throw refusalOfWrite(error, entity);
  }
};

/** Field for the time of creation, if declared. */
const CREATED = 'create_time';

/** Completes a row with initial values. Its default owner is the caller's organisation. */
const complete = ({ columns, owner, isPart }: EntityTableInfo, row: Row, { orgId }: Scope): Row => {
  // A line has its id and its organisation from what was stored.
  const keys = isPart ? ['id', owner] : [];
  const unwritable = Object.keys(row).find(
    (name) => columns.get(name)?.reported !== false && !keys.includes(name),
  );
  if (unwritable !== undefined) throw new TypeError(`There is no field ${unwritable} to write`);
  const stored: Row = Object.fromEntries(
    keys.flatMap((name) => (name && row[name] !== undefined ? [[name, row[name]]] : [])),
  );
  for (const { name, initial, reported } of columns.values()) {
    if (reported) continue;
    const value = row[name] === undefined ? initial : row[name];
    if (value !== undefined) stored[name] = value;
  }
  if (columns.has(CREATED)) stored[CREATED] ??= Date.now();
  if (owner !== undefined) stored[owner] ??= orgId;
  return stored;
};

const CHUNK = 1_000;

const insertAll = async (
  db: Database,
  entity: EntityTableInfo,
  rows: readonly Row[],
): Promise<number[]> => {
  const ids = [];
  for (let from = 0; from < rows.length; from += CHUNK) {
    ids.push(...(await insert(db, entity, rows.slice(from, from + CHUNK))));
  }
  return ids;
};

/** Contains spaces, so it cannot collide with a declared name. */
const POSITION = 'position in list';

/** Inserts rows. They are passed as one parameter, because the number of parameters is limited. */
const insert = async (
  db: Database,
  entity: EntityTableInfo,
  rows: readonly Row[],
): Promise<number[]> => {
  const names = [...new Set(rows.flatMap(Object.keys))];
  const columns = sql.join(names.map((name) => sql.id(name)));
  const types = sql.join(
    names.map((name) => sql`${sql.id(name)} ${sql.raw(typeOf(entity, name))}`),
  );
  const position = sql.id(POSITION);
  const { rows: added } = await sql<{ id: number }>`
    insert into ${sql.table(entity.table)} (${columns})
    select ${columns} from rows from (
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (${types})
    ) with ordinality as given(${columns}, ${position})
    order by ${position}
    returning id`.execute(db);
  return added.map(({ id }) => id);
};

const typeOf = ({ columns }: EntityTableInfo, name: string): string =>
  comparedType(columns.get(name)?.type ?? 'bigint');

/** Finds duplicate values and invalid references of rows to add. Does not check the fields' own rules. */
export const findViolations = async (
  db: Database,
  entity: EntityTableInfo,
  rows: readonly Row[],
  scope: Scope,
): Promise<Problem[]> => {
  if (rows.length === 0) return [];
  const stored = rows.map((row) => complete(entity, row, scope));
  const sight = await sightOf(db, scope);
  return [
    ...(await referenceProblems(db, entity, stored, sight)),
    ...(await uniqueProblems(db, entity, stored, sight)),
  ].sort((one, other) => one.row - other.row);
};

/**
 * Changes the given fields of a row.
 * @returns the changed row; undefined if it is not visible
 * @throws RowRefusal, BadValue; TypeError for a field that the entity lacks
 */
export const updateRow = async (
  db: Database,
  entity: EntityTableInfo,
  { id, values }: { readonly id: number; readonly values: Row },
  scope: Scope,
): Promise<Row | undefined> => {
  try {
    return await inTransaction(db, async (transaction) => {
      await lockTree(transaction, entity, values);
      await lockStates(transaction, entity, [id], 'no key update');
      const sight = await sightOf(transaction, scope);
      const now = await lockRow(transaction, entity, id, sight);
      if (!now) return undefined;
      const entries = Object.entries(values).filter(([, value]) => value !== undefined);
      const changes = Object.fromEntries(
        entries
          .filter(([name, value]) => now[name] !== value)
          .map(([name, value]) => [name, changed(now[name], value)]),
      );
      await checkChanges(transaction, entity, { id, changes, sight });
      await setColumns(transaction, entity, [id], Object.fromEntries(entries));
      const [row] = await rowsById(transaction, entity, [id], sight);
      return row;
    });
  } catch (error) {
    throw refusalOfWrite(error, entity);
  }
};

/** Serialises moves within a tree. Two simultaneous moves could each be valid and form a cycle together. */
const lockTree = async (db: Database, entity: EntityTableInfo, values: Row): Promise<void> => {
  if (!treeFields(entity).some((field) => field in values)) return;
  await sql`select pg_advisory_xact_lock(hashtext(${`tree ${entity.table}`}))`.execute(db);
};

const treeFields = ({ refs, table }: EntityTableInfo): string[] =>
  refs.filter(({ target }) => target.table === table).map(({ field }) => field);

/** Returns the references and the owner of a row, locked until the transaction ends; undefined if it is not visible. */
const lockRow = async (
  db: Database,
  entity: EntityTableInfo,
  id: number,
  sight: Sight,
): Promise<Row | undefined> => {
  const { table, refs, lists, owner } = entity;
  const fields = [...refs, ...lists].map(({ field }) => field);
  const names = new Set(['id', ...fields, ...(owner ? [owner] : [])]);
  const columns = sql.join([...names].map((name) => sql.ref(`t.${name}`)));
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(table)} as t
    where ${allOf([sql`t.id = ${id}::bigint`, isSeen(entity, sight)])}
    for no key update`.execute(db);
  return rows[0];
};

/** Returns the new value; of a list only the added ids. */
const changed = (before: unknown, after: unknown): unknown =>
  Array.isArray(before) && Array.isArray(after)
    ? after.filter((id) => !before.includes(id))
    : after;

/** Checks only what changes. A form sends back unchanged values too, and those may refer to rows above the tenant. */
const checkChanges = async (
  db: Database,
  entity: EntityTableInfo,
  { id, changes, sight }: { id: number; changes: Row; sight: Sight },
): Promise<void> => {
  const { owner } = entity;
  const [bad] = await referenceProblems(db, entity, [changes], sight);
  if (bad) throw new RowRefusal(bad);
  if (owner !== undefined && changes[owner] === null) {
    throw new RowRefusal({ row: 0, field: owner, rule: 'reference' });
  }
  for (const field of treeFields(entity)) {
    const above = changes[field];
    if (above === undefined || above === null) continue;
    if (await closesCircle(db, entity, field, { id, above })) {
      throw new RowRefusal({ row: 0, field, rule: 'circle' });
    }
  }
};

/** True if a row would become its own ancestor. */
const closesCircle = async (
  db: Database,
  { table }: EntityTableInfo,
  field: string,
  { id, above }: { id: number; above: unknown },
): Promise<boolean> => {
  const { rows } = await sql`
    with recursive branch(id) as (
      select cast(${above} as bigint)
      union
      select ${sql.ref(`t.${field}`)} from ${sql.table(table)} as t join branch on t.id = branch.id
    )
    select 1 from branch where id = ${id}::bigint`.execute(db);
  return rows.length > 0;
};

/** Computes the columns of rows anew that depend on their lines. */
export const recomputeRows = async (
  db: Database,
  { recompute }: EntityTableInfo,
  ids: readonly number[],
): Promise<void> => {
  if (recompute === undefined || ids.length === 0) return;
  await sql`${sql.raw(recompute)} where base.id = any(${ids}::bigint[])`.execute(db);
};

/** Sets the columns of rows, and what depends on them: computed values, and the organisation of their lines. */
const setColumns = async (
  db: Database,
  entity: EntityTableInfo,
  ids: readonly number[],
  values: Row,
) => {
  const { table, columns, parts, owner } = entity;
  const set = Object.entries(values).map(([name, value]) => {
    const { type, reported } = columns.get(name) ?? {};
    if (type === undefined || reported) throw new TypeError(`There is no field ${name} to write`);
    const parameter = type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
    return sql`${sql.id(name)} = cast(${parameter} as ${sql.raw(comparedType(type))})`;
  });
  if (set.length === 0) return;
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = any(${ids}::bigint[])`.execute(
    db,
  );
  await recomputeRows(db, entity, ids);
  if (owner === undefined || values[owner] === undefined) return;
  for (const part of parts) {
    if (part.scope === undefined) continue;
    const parent = sql.ref(`line.${LINE_COLUMNS.parent}`);
    await sql`update ${sql.table(part.table)} as line
      set ${sql.id(part.scope)} = cast(${values[owner]} as bigint)
      where ${parent} = any(${ids}::bigint[])`.execute(db);
  }
};

/** Gives rows that are locked the same values. @throws RowRefusal, BadValue */
export const updateRows = async (
  db: Database,
  entity: EntityTableInfo,
  ids: readonly number[],
  values: Row,
): Promise<void> => {
  try {
    await setColumns(db, entity, ids, values);
  } catch (error) {
    throw refusalOfWrite(error, entity);
  }
};

/**
 * Deletes the visible rows, all or none.
 * @returns number of deleted rows
 * @throws ReferenceViolation if other rows refer to one of them
 */
export const removeRows = async (
  db: Database,
  entity: EntityTableInfo,
  requestedIds: readonly number[],
  scope: Scope,
): Promise<number> => {
  try {
    return await inTransaction(db, async (transaction) => {
      const sight = await sightOf(transaction, scope);
      await lockStates(transaction, entity, requestedIds, 'update');
      const ids = await lockRows(transaction, entity, requestedIds, { sight, lock: 'update' });
      if (ids.length === 0) return 0;
      const uses = [];
      for (const by of entity.referrers) {
        uses.push(...(await countUses(transaction, entity, { by, ids, sight })));
      }
      if (uses.length > 0) throw new ReferenceViolation(mergeUses(uses));
      await sql`delete from ${sql.table(entity.table)} where id = any(${ids}::bigint[])`.execute(
        transaction,
      );
      return ids.length;
    });
  } catch (error) {
    throw refusalOfRemoval(error, entity);
  }
};

/** Limit of counting references. */
const COUNTED_USES = 1_000;

/** Counts references to rows. Rows that are deleted together may refer to each other. */
const countUses = async (
  db: Database,
  { table }: EntityTableInfo,
  { by, ids, sight }: { by: Referrer; ids: readonly number[]; sight: Sight },
): Promise<ReferenceUse[]> => {
  const column = sql.ref(`t.${by.column}`);
  const uses = [
    by.list ? sql`${column} && ${ids}::bigint[]` : sql`${column} = any(${ids}::bigint[])`,
    by.table === table ? sql`t.id <> all(${ids}::bigint[])` : undefined,
  ];
  const { rows } = await sql<{ uses: number; visible: number }>`
    select count(*) as uses, count(*) filter (where visible) as visible from (
      select ${isSeen(by, sight)} as visible from ${sql.table(by.table)} as t
      where ${allOf(uses)} limit ${COUNTED_USES}
    ) as used`.execute(db);
  const [counts] = rows;
  return counts && counts.uses > 0 ? [{ entity: by.entity, count: counts.visible }] : [];
};

/** Adds up the references by entity, over all of its fields. */
const mergeUses = (uses: readonly ReferenceUse[]): ReferenceUse[] => {
  const counts = new Map<string, number>();
  for (const { entity, count } of uses) counts.set(entity, (counts.get(entity) ?? 0) + count);
  return [...counts].map(([entity, count]) => ({ entity, count }));
};
