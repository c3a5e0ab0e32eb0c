import { sql } from 'kysely';
import { rule } from '../../../fields';
import { type Caller, invalid, ruleLabel } from '../../calls';
import type { Stored } from '../../entities';
import { operatorReach } from '../../rights';
import { storePassword } from '../../session';
import type { Database, Row } from '../../store';
import { checkRole } from './checkRole';

/**
 * Makes the operator who administers a new organisation; the password is one that they have to change.
 * @throws CallError `invalid` on `login_name` or `role_id`
 */
export const addFirstAdministrator = async ({
  db,
  caller,
  values,
  row,
  now,
}: Stored): Promise<void> => {
  const orgId = Number(row.id);
  await checkRole(db, { caller, roleId: Number(values.role_id), orgId });
  const { rows } = await sql<{ id: number }>`
    insert into oper
      ("operName", "loginName", "operPhone", role_id, org_id, status, create_time, must_change)
    values (${values.oper_name}, ${values.login_name}, ${values.oper_phone ?? null},
      ${values.role_id}, ${orgId}, 1, ${now}, true)
    on conflict ("loginName") do nothing returning id`.execute(db);
  if (!rows[0]) throw invalid({ login_name: ruleLabel(rule('unique')) });
  await storePassword(db, rows[0].id, String(values.password));
};

interface Administrator {
  readonly login_name: string;
  readonly oper_name: string;
  readonly oper_phone: string | null;
}

/** An organisation with the first of its operators, where the caller may see operators of that role. */
export const withFirstAdministrator = async (
  row: Row,
  { db, caller }: { readonly db: Database; readonly caller: Caller },
): Promise<Row> => {
  const { rows } = await sql<Administrator>`
    select t."loginName" as login_name, t."operName" as oper_name, t."operPhone" as oper_phone
    from oper as t
    where t.id = (select min(id) from oper where org_id = ${Number(row.id)})
      and ${operatorReach(caller)?.where ?? sql`true`}`.execute(db);
  return { ...row, login_name: null, oper_name: null, oper_phone: null, ...rows[0] };
};
