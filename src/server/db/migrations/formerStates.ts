import { LOCK } from '../../../domain/lock';
import { DATABASE_CLOCK } from '../sql/database';
import { executeAll, type Migration } from './migrate';

/** Values that reports gave a lock, and what a lock has that never reported. */
const UNREPORTED: Readonly<Record<string, string>> = {
  raised: "'{}'",
  regions: "'{}'",
  fences: "'{}'",
  alarms: '0',
  status: String(LOCK.initial),
  ...Object.fromEntries(
    [
      ...['version', 'late_fix_time', 'suspect_time', 'suspect_lat', 'suspect_lon', 'positionType'],
      ...['electric', 'voltage', 'temperature', 'speed', 'course', 'report_time'],
      ...['seen_at', 'position_time', 'fix_time', 'lat', 'lon', 'fix_lat', 'fix_lon', 'position'],
    ].map((name) => [name, 'null']),
  ),
};

const forget = Object.entries(UNREPORTED)
  .map(([name, value]) => `new."${name}" := ${value};`)
  .join('\n            ');

/**
 * Clears the state of a lock that gets another owner or serial number: the next owner does not read what the lock did
 * for the former one. Its next report fills it again. Its connection stays, and so do the records and alarms of the
 * former owner, which belong to that organisation.
 */
export const formerStates: Migration = {
  name: '0079_former_states',
  up: (transaction) =>
    executeAll(transaction, [
      `create or replace function start_ownership() returns trigger language plpgsql as $$
        begin
          new.owned_since := ${DATABASE_CLOCK};
          if tg_op = 'UPDATE' then
            new.owned_since := greatest(new.owned_since, old.owned_since + 1);
            ${forget}
            delete from lock_seen where device_id = new.device_id;
            if to_regclass('"childLock"') is not null then
              update "childLock" set status = ${LOCK.initial}, electric = null, voltage = null, report_time = null
                where device_id = new.device_id;
            end if;
          end if;
          return new;
        end
      $$`,
    ]),
};
