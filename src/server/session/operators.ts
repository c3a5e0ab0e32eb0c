import { sql } from 'kysely';
import type { Operator } from '../calls';

/** The system administrator: cannot be locked out by a status. */
export const SYSTEM_ADMINISTRATOR = 1;

/** An operator as it is stored, with what decides whether it may come in. */
export interface StoredOperator extends Operator {
  /** It, its organisation or one above has been disabled. */
  readonly disabled: boolean;
  readonly password_hash: string | null;
}

/** The columns of a StoredOperator, of a query that calls the operator's table `o` and adds `operatorJoins`. */
export const operatorColumns = sql`
  o.id, o."operName", o."loginName", o."operCode", o."operPhone", o.role_id, r."roleName",
  o.org_id, g.org_name, o.must_change as "mustChange", o.password_hash,
  o.id <> ${SYSTEM_ADMINISTRATOR} and (o.status = 0 or exists (
    with recursive above as (
      select a.parent_id, a.status from org a where a.id = o.org_id
      union
      select a.parent_id, a.status from org a join above on a.id = above.parent_id
    )
    select 1 from above where status = 0
  )) as disabled`;

export const operatorJoins = sql`
  join org g on g.id = o.org_id left join role r on r.id = o.role_id`;
