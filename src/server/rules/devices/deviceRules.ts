import { sql } from 'kysely';
import type { EntityRules, Stored } from '../../entities';
import { setAlarms } from './setAlarms';

/**
 * A lock that goes to another tenant takes no phone numbers of the old one along; up or down the same line of
 * organisations its alarm settings stay with it.
 */
const passOnAlarms = async ({ db, row, current }: Stored): Promise<void> => {
  if (!current || current.org_id === row.org_id) return;
  await sql`
    delete from "alarmConfig" where device_id = ${row.id}
      and ${row.org_id}::bigint not in (select org_subtree(${current.org_id}))
      and ${current.org_id}::bigint not in (select org_subtree(${row.org_id}))`.execute(db);
  await sql`
    update "alarmConfig" set org_id = ${row.org_id} where device_id = ${row.id}`.execute(db);
};

/** What belongs to a lock goes with it. */
export const deviceRules: EntityRules = {
  settle: passOnAlarms,
  beforeRemove: async ({ db, rows }) => {
    const ids = rows.map(({ id }) => Number(id));
    await sql`delete from "alarmConfig" where device_id = any(${ids}::bigint[])`.execute(db);
  },
  actions: { setAlarms },
};
