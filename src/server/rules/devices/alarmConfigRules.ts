import { sql } from 'kysely';
import type { EntityRules } from '../../entities';

/** Alarm settings belong to whoever has the lock, not to whoever enters them. */
export const alarmConfigRules: EntityRules = {
  settle: async ({ db, row }) => {
    await sql`
      update "alarmConfig" set org_id = device.org_id from device
      where "alarmConfig".id = ${row.id} and device.id = "alarmConfig".device_id`.execute(db);
  },
};
