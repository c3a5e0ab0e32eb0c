import { sql } from 'kysely';
import type { Operator } from '../calls/endpoint';
import type { Database, Sql } from '../db';

/** Id of the system administrator, who cannot be locked out by a status. */
export const SYSTEM_ADMINISTRATOR = 1;

/** Row of an operator, with the columns that decide whether it may sign in. */
export interface StoredOperator extends Operator {
  /** True if the operator, its organisation or one above it is disabled. */
  readonly disabled: boolean;
  readonly password_hash: string | null;
}

/** Finds the operator that matches a condition on table `o`. Id, login name and phone are unique. */
export const findOperator = async (
  db: Database,
  condition: Sql,
): Promise<StoredOperator | undefined> => {
  const { rows } = await sql<StoredOperator>`
    select
      o.id, o."operName", o."loginName", o."operCode", o."operPhone", o.role_id, r."roleName",
      o.org_id, g.org_name, g.parent_id is not null as "hasSuperior", g.logo, o.must_change as "mustChange",
      o.last_login as "lastLogin", o.password_hash,
      o.id <> ${SYSTEM_ADMINISTRATOR} and (o.status = 0 or exists (
        with recursive above as (
          select a.parent_id, a.status from org a where a.id = o.org_id
          union
          select a.parent_id, a.status from org a join above on a.id = above.parent_id
        )
        select 1 from above where status = 0
      )) as disabled
    from oper o join org g on g.id = o.org_id left join role r on r.id = o.role_id
    where ${condition} order by o.id limit 1`.execute(db);
  return rows[0];
};

/** Returns an operator; undefined if the id is unknown or the operator is disabled. */
export const operatorOf = async (db: Database, id: number): Promise<Operator | undefined> => {
  const stored = await findOperator(db, sql`o.id = ${id}`);
  if (!stored || stored.disabled) return undefined;
  const { disabled: _, password_hash: _hash, ...oper } = stored;
  return oper;
};
