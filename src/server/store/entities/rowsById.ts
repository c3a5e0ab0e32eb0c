import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import type { Described } from './describe';
import type { Row, Scope } from './listQuery';
import { isInSight, lockRows } from './lockRows';
import { joinsOf, outputsOf } from './selectRows';
import { visibleOrgs } from './visible';

const select = async (
  db: Database,
  entity: Described,
  where: Sql,
  orgs: readonly number[],
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select ${outputsOf(entity, orgs)} from ${sql.table(entity.table)} as t ${joinsOf(entity.refs, orgs)}
    where ${where}`.execute(db);
  return rows;
};

const inOrder = (rows: readonly Row[], ids: readonly number[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
};

/** Rows in the order of the ids, whoever they belong to. */
export const rowsById = async (
  db: Database,
  entity: Described,
  ids: readonly number[],
  orgs: readonly number[],
): Promise<Row[]> => {
  const rows = await select(db, entity, sql`t.id = any(${ids}::bigint[])`, orgs);
  return inOrder(rows, ids);
};

/** The visible ones of some rows, in the order of the ids. */
export const pickRows = async (
  db: Database,
  entity: Described,
  ids: readonly number[],
  { within, ...scope }: Scope,
): Promise<Row[]> => {
  const orgs = await visibleOrgs(db, scope);
  const rows = await select(db, entity, isInSight(entity, ids, { orgs, within }), orgs);
  return inOrder(rows, ids);
};

/** The same, as they are once nobody else is changing them and until the transaction ends. */
export const lockAndPick = async (
  db: Database,
  entity: Described,
  given: readonly number[],
  { within, ...scope }: Scope,
): Promise<Row[]> => {
  const orgs = await visibleOrgs(db, scope);
  const sight = { orgs, within };
  const ids = new Set(await lockRows(db, entity, given, { sight, lock: 'no key update' }));
  return rowsById(
    db,
    entity,
    given.filter((id) => ids.has(id)),
    orgs,
  );
};
