import { DATABASE_CLOCK } from '../sql/database';
import { executeAll, type Migration } from './migrate';

/**
 * Fills the time of receipt of states that were stored without one with the time of the report, because locks are offline
 * since then.
 */
export const receiptTimes: Migration = {
  name: '0083_receipt_times',
  up: (transaction) =>
    executeAll(transaction, [
      `update device_state set seen_at = least(report_time, ${DATABASE_CLOCK})
        where seen_at is null and report_time is not null`,
    ]),
};
