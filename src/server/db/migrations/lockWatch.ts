import { executeAll, type Migration } from '../migrate';

/** Adds the locks whose messages operators read, with the time at which that ends, epoch ms. */
export const lockWatch: Migration = {
  name: '0071_lock_watch',
  up: (transaction) =>
    executeAll(transaction, [
      `create table lock_watch (
        device_id bigint primary key references device (id) on delete cascade,
        ends bigint not null
      ) with (fillfactor = 70)`,
    ]),
};
