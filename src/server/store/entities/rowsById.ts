import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import type { Described } from './describe';
import type { Row, Scope } from './listQuery';
import { joinsOf, outputsOf } from './selectRows';
import { allOf, isVisible, visibleOrgs } from './visible';

const select = async (
  db: Database,
  entity: Described,
  where: Sql,
  orgs: readonly number[],
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select ${outputsOf(entity)} from ${sql.table(entity.table)} as t ${joinsOf(entity.refs, orgs)}
    where ${where}`.execute(db);
  return rows;
};

/** Rows in the order of the ids, whoever they belong to. */
export const rowsById = async (
  db: Database,
  entity: Described,
  ids: readonly number[],
  orgs: readonly number[],
): Promise<Row[]> => {
  const rows = await select(db, entity, sql`t.id = any(${ids}::bigint[])`, orgs);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
};

/** The row, if it is visible. */
export const getRow = async (
  db: Database,
  entity: Described,
  id: number,
  scope: Scope,
): Promise<Row | undefined> => {
  const orgs = await visibleOrgs(db, scope);
  const visible = isVisible('t', entity.scope, orgs);
  const where = allOf([sql`t.id = ${id}::bigint`, visible, scope.within?.where]);
  const [row] = await select(db, entity, where, orgs);
  return row;
};
