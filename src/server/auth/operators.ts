import { sql } from 'kysely';
import type { Operator } from '../calls/endpoint';
import { as, type Database, named, optional, query, type Sql, table } from '../db';

/** Id of the system administrator, who cannot be locked out by a status. */
export const SYSTEM_ADMINISTRATOR = 1;

/** Row of an operator, with the columns that decide whether it may sign in. */
export interface StoredOperator extends Operator {
  /** True if the operator, its organisation or one above it is disabled. */
  readonly disabled: boolean;
  readonly password_hash: string | null;
}

const o = table('oper', 'o');
const org = table('org');
const a = table('org', 'a');
const role = table('role');

/** Finds the operator that matches a condition on table `o`. Id, login name and phone are unique. */
export const findOperator = async (
  db: Database,
  condition: Sql,
): Promise<StoredOperator | undefined> => {
  const { rows } = await query`
    select ${o.$pick('id', 'operName', 'loginName', 'operCode', 'operPhone', 'role_id', 'org_id', 'password_hash')},
      ${named(o.must_change, 'mustChange')}, ${named(o.last_login, 'lastLogin')},
      ${optional(role.$pick('roleName'))}, ${org.$pick('org_name', 'logo')},
      ${as<boolean>()(sql`${org.parent_id} is not null`, 'hasSuperior')},
      ${as<boolean>()(
        sql`${o.id} <> ${SYSTEM_ADMINISTRATOR} and (${o.status} = 0 or exists (
        with recursive above as (
          select ${a.parent_id}, ${a.status} from ${a.$from} where ${a.id} = ${o.org_id}
          union
          select ${a.parent_id}, ${a.status} from ${a.$from} join above on ${a.id} = above.parent_id
        )
        select 1 from above where status = 0
      ))`,
        'disabled',
      )}
    from ${o.$from} join ${org.$from} on ${org.id} = ${o.org_id}
      left join ${role.$from} on ${role.id} = ${o.role_id}
    where ${condition} order by ${o.id} limit 1`.execute(db);
  return rows[0];
};

/**
 * Returns an operator; undefined if the id is unknown or the operator is disabled.
 * @param orgId organisation for which the operator acts; undefined also if that is neither their own nor below it
 */
export const operatorOf = async (
  db: Database,
  id: number,
  orgId?: number | null,
): Promise<Operator | undefined> => {
  const acts =
    typeof orgId === 'number' ? sql`o.org_id in (select org_above(${orgId}))` : sql`true`;
  const stored = await findOperator(db, sql`o.id = ${id} and ${acts}`);
  if (!stored || stored.disabled) return undefined;
  const { disabled: _, password_hash: _hash, ...oper } = stored;
  return oper;
};
