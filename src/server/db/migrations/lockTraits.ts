import { executeAll, type Migration } from '../migrate';

/**
 * Adds what a manufacturer's protocol learned of a lock from its messages, in a form of the protocol's own. Another
 * serial number is another lock, of which nothing is known.
 */
export const lockTraits: Migration = {
  name: '0074_lock_traits',
  up: (transaction) =>
    executeAll(transaction, [
      `create table lock_traits (
        device_id bigint primary key references device (id) on delete cascade,
        traits jsonb not null
      ) with (fillfactor = 70)`,
      `create function forget_traits() returns trigger language plpgsql as $$
        begin
          delete from lock_traits where device_id = new.id;
          return null;
        end
      $$`,
      `create trigger forget_traits after update of sn on device
        for each row when (old.sn is distinct from new.sn) execute function forget_traits()`,
    ]),
};
