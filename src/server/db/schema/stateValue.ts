import { sql } from 'kysely';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import type { Sql } from '../sql/database';

/**
 * Returns SQL for the last report's time as calls answer it: of an offline lock the time of receipt. The time offline is
 * counted from it, and the lock's own clock may be wrong.
 */
export const reportTime = (state: string): string =>
  `case when ${state}.communicate_status = ${COMMUNICATE_STATUS.offline}
    then coalesce(${state}.seen_at, ${state}.report_time) else ${state}.report_time end`;

/** Returns SQL for a column of the state as calls answer it. */
export const stateValue = (name: string): Sql =>
  name === 'report_time' ? sql`(${sql.raw(reportTime('state'))})` : sql.ref(`state.${name}`);
