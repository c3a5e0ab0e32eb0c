import { executeAll, type Migration } from '../migrate';

/**
 * Adds the last time of the servers, by which a wrong clock is noticed. In a database that servers have used, it is their
 * last sign of life.
 */
export const serverClock: Migration = {
  name: '0076_server_clock',
  up: (transaction) =>
    executeAll(transaction, [
      'alter table "systemParams" add column if not exists state integer',
      'create table server_clock (id integer primary key, at bigint not null)',
      `insert into server_clock (id, at)
        select 1, last from (
          select greatest(
            (select max(at) from server_beat), (select max(last_use) from session)) as last
        ) as signs where last > 0`,
    ]),
};
