import { executeAll, type Migration } from '../migrate';

/** Adds what a manufacturer's protocol learned of a lock from its messages, in a form of the protocol's own. */
export const lockTraits: Migration = {
  name: '0074_lock_traits',
  up: (transaction) =>
    executeAll(transaction, [
      `create table lock_traits (
        device_id bigint primary key references device (id) on delete cascade,
        traits jsonb not null
      ) with (fillfactor = 70)`,
    ]),
};
