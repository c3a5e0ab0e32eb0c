import { type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from './sql/database';

export const ALARMS = 'alertRecord';

/** Time when the server raised an alarm. Its lock's time may be wrong, or long past for a late report. */
export const RAISE_TIME = 'raise_time';

/** Condition for an alarm that waits to be processed. It is kept at any age. */
export const IS_OPEN: Sql = sql`state = 0`;

/** Number of open alarms of the lock `state`, without those that it raised for other organisations. */
const COUNT: RawBuilder<number> = sql<number>`(
  select count(*)::integer from "alertRecord" as alarm
  where alarm.state = 0 and alarm.sn = state.sn and alarm.org_id = state.org_id)`;

/**
 * Corrects the counts of open alarms. A lock's state is locked before its alarms are counted, as by reports.
 * @returns number of corrected locks
 */
export const correctAlarmCounts = async (db: Database): Promise<number> => {
  const { rows: candidates } = await sql<{ device_id: number }>`
    with open as (select distinct sn from "alertRecord" where state = 0)
    select device_id from device_state as state
    where (alarms <> 0 or sn in (select sn from open)) and alarms <> ${COUNT}
    order by device_id`.execute(db);
  let corrected = 0;
  for (const { device_id } of candidates) {
    await db.transaction().execute(async (trx) => {
      await sql`select from device_state where device_id = ${device_id} for update`.execute(trx);
      const { numAffectedRows } = await sql`
        update device_state as state set alarms = ${COUNT}
        where device_id = ${device_id} and alarms <> ${COUNT}`.execute(trx);
      corrected += Number(numAffectedRows ?? 0);
    });
  }
  return corrected;
};
