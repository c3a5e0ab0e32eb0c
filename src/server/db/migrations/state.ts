import { sql } from 'kysely';
import type { Database } from '../database';
import { executeAll, type Migration } from '../migrate';
import { COPIED_COLUMNS, LOCK_TABLE, quoteIdentifier, STATE_KEY, STATE_TABLE } from '../schema';

/** Returns the columns that both tables have, without those that are copied. */
const movedColumns = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select state.attname as name from pg_attribute as state
    join pg_attribute as own on own.attname = state.attname
    where state.attrelid = to_regclass(${STATE_TABLE}) and own.attrelid = to_regclass(${LOCK_TABLE})
      and state.attnum > 0 and state.attname <> all(${[...COPIED_COLUMNS]}::text[])
    order by state.attnum`.execute(db);
  return rows.map(({ name }) => quoteIdentifier(name));
};

/** Triggers that give every lock a state and copy its organisation, protocol and serial number to it. */
const followLocks = [
  `create function add_device_state() returns trigger language plpgsql as $$
    begin
      insert into device_state (device_id, org_id, protocol, sn)
        select id, org_id, protocol, sn from added order by id;
      return null;
    end
  $$`,
  `create trigger add_state after insert on device referencing new table as added
    for each statement execute function add_device_state()`,
  `create function copy_to_device_state() returns trigger language plpgsql as $$
    begin
      perform 1 from device_state where device_id in (select id from changed)
        order by device_id for update;
      update device_state as state
        set org_id = changed.org_id, protocol = changed.protocol, sn = changed.sn
        from changed where state.device_id = changed.id;
      return null;
    end
  $$`,
  `create trigger copy_to_state after update on device referencing new table as changed
    for each statement execute function copy_to_device_state()`,
];

/**
 * Moves what locks report from `device` to `device_state`, which the declared tables have by then. A change of either
 * marks the state. Views of moved columns are dropped and created again later.
 */
export const lockState: Migration = {
  name: '0067_lock_state',
  up: async (transaction) => {
    const moved = await movedColumns(transaction);
    const copied = COPIED_COLUMNS.map(quoteIdentifier);
    await executeAll(transaction, [
      'alter table device_state add column change_xid xid8',
      `insert into device_state (${[STATE_KEY, ...copied, ...moved].join(', ')}, change_xid)
        select ${['id', ...copied, ...moved].join(', ')}, pg_current_xact_id()
        from device order by id`,
      'drop trigger mark_change on device',
      `alter table device ${[...moved, 'change_xid'].map((name) => `drop column ${name} cascade`).join(', ')}`,
      'create index device_state_change_xid_idx on device_state (change_xid)',
      `create trigger mark_change before insert or update on device_state
        for each row execute function mark_change()`,
      ...followLocks,
    ]);
  },
};
