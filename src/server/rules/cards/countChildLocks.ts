import { sql } from 'kysely';
import type { Database } from '../../store';

/** How many child locks a lock has, whoever sees them. */
export const countChildLocks = async (db: Database, deviceId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from "childLock" where device_id = ${deviceId}`.execute(db);
  return rows[0]?.count ?? 0;
};
