import { sql } from 'kysely';
import { DAY } from '../../domain/duration';
import { PARAM_STATE, systemParamRemarks } from '../../domain/system';
import type { Database } from './sql/database';

/**
 * Time between two stored times of the servers, ms, beyond which the clock is in doubt: the servers were away for longer,
 * or the clock is wrong.
 */
export const MAX_CLOCK_GAP = 3 * DAY;

/**
 * Stores the server's time if it follows the last stored one within `MAX_CLOCK_GAP`. Any other
 * time is not stored, so that a restart is in doubt as well.
 * @param now epoch ms
 * @returns false if the clock is in doubt
 */
export const advanceClock = async (db: Database, now: number): Promise<boolean> => {
  await db
    .insertInto('server_clock')
    .values({ id: 1, at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('server_clock')
    .set({ at: now })
    .where('at', '>=', now - MAX_CLOCK_GAP)
    .executeTakeFirstOrThrow();
  const isTrusted = numUpdatedRows > 0;
  await showDoubt(db, !isTrusted);
  return isTrusted;
};

/** True while the clock is in doubt. Nothing is deleted by age then. @param now epoch ms */
export const isClockInDoubt = async (db: Database, now: number): Promise<boolean> => {
  const rows = await db
    .selectFrom('server_clock')
    .select('at')
    .where('at', '<', now - MAX_CLOCK_GAP)
    .execute();
  return rows.length > 0;
};

/** Accepts the server's time, as an administrator confirms it. @param now epoch ms */
export const confirmClock = async (db: Database, now: number): Promise<void> => {
  await db.updateTable('server_clock').set({ at: now }).execute();
  await showDoubt(db, false);
};

/** Parameter whose state shows administrators that old records are not deleted. */
const SHOWN_AT = 'record_keep_days';

const showDoubt = async (db: Database, isInDoubt: boolean): Promise<void> => {
  const state = isInDoubt ? PARAM_STATE.clockInDoubt : null;
  const { numUpdatedRows } = await db
    .updateTable('systemParams')
    .set({ state })
    .where('param_name', '=', SHOWN_AT)
    .where(sql<boolean>`state is distinct from ${state}::integer`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0 || !isInDoubt) return;
  // An administrator may have deleted the parameter.
  const remark = systemParamRemarks[SHOWN_AT].join(' / ');
  await db
    .insertInto('systemParams')
    .values({ param_name: SHOWN_AT, param_text: '365', remark, state })
    .onConflict((conflict) => conflict.column('param_name').doNothing())
    .execute();
};
