import { sql } from 'kysely';
import type { ActionWork, EntityRules } from '../../entities';

/** From the expiry on, or from today where it has passed; 31 January and a month are the last day of February. */
const renew = async ({ db, rows, args, caller }: ActionWork) => {
  const { numAffectedRows } = await sql`
    update device set "packageTime" =
      (greatest(current_date, "packageTime") + make_interval(months => ${args.months}::int))::date
    where id = any(${rows.map(({ id }) => id)})
      and org_id in (select org_subtree(${caller.oper.org_id}))`.execute(db);
  return { done: Number(numAffectedRows ?? 0) };
};

/** SIM cards are rows of the devices that hold them. */
export const cardRenewalRules: EntityRules = { actions: { renew } };
