import { sql } from 'kysely';
import { rule } from '../../../fields';
import { type Caller, invalid, ruleLabel, text } from '../../calls';
import { roleReach, rolesOf } from '../../rights';
import type { Database, Sql } from '../../store';

interface Giving {
  readonly caller: Caller;
  readonly roleId: number;
  /** Where the operator who gets it belongs. */
  readonly orgId: number;
}

const isThere = async (db: Database, roleId: number, condition: Sql): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from role as t where t.id = ${roleId} and ${condition}`.execute(db);
  return rows.length > 0;
};

/**
 * Whether an operator of an organisation may be given a role: it has to be the caller's or below it, and no other
 * organisation's.
 * @throws CallError `invalid` on `role_id`
 */
export const checkRole = async (db: Database, { caller, roleId, orgId }: Giving): Promise<void> => {
  if (!(await isThere(db, roleId, roleReach(caller)?.where ?? sql`true`))) {
    throw invalid({ role_id: ruleLabel(rule('reference')) });
  }
  if (!(await isThere(db, roleId, rolesOf(orgId)))) {
    throw invalid({ role_id: text('roleOfOther') });
  }
};
