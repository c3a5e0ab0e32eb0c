import { triggerFunctions } from '../migrate';

/** @param key column with the id of the lock */
const noteChanged = (key: string) => `insert into device_change (org_ids, device_ids)
  select array_agg(distinct org_id), array_agg(${key}) from changed having count(*) > 0;`;

/**
 * Changes of locks: one row for the rows of a statement, with the writing transaction and the time, epoch ms.
 * An index of the changed rows themselves would have to be written for each of them. The first row makes the current
 * transaction the oldest from which changes are known.
 */
const changes = [
  `create table device_change (
    xid xid8 not null default pg_current_xact_id(),
    at bigint not null default (extract(epoch from now()) * 1000)::bigint,
    org_ids bigint[] not null,
    device_ids bigint[] not null
  )`,
  'alter table device_change alter column device_ids set storage external',
  'create index device_change_xid_idx on device_change (xid)',
  `insert into device_change (org_ids, device_ids) values ('{}', '{}')`,
  ...triggerFunctions({
    note_device_change: noteChanged('id'),
    note_state_change: noteChanged('device_id'),
  }),
  ...['insert', 'update'].map(
    (event) => `create trigger note_${event} after ${event} on device
      referencing new table as changed for each statement execute function note_device_change()`,
  ),
  `create trigger note_update after update on device_state
    referencing new table as changed for each statement execute function note_state_change()`,
];

/** Triggers that give every lock a state and copy its organisation, protocol and serial number to it. */
const followLocks = [
  ...triggerFunctions({
    add_device_state: `insert into device_state (device_id, org_id, protocol, sn)
        select id, org_id, protocol, sn from added order by id;`,
  }),
  `create trigger add_state after insert on device referencing new table as added
    for each statement execute function add_device_state()`,
  ...triggerFunctions({
    copy_to_device_state: `perform 1 from device_state as state join changed on changed.id = state.device_id
        where (state.org_id, state.protocol, state.sn)
          is distinct from (changed.org_id, changed.protocol, changed.sn)
        order by state.device_id for update of state;
      if found then
        update device_state as state
          set org_id = changed.org_id, protocol = changed.protocol, sn = changed.sn
          from changed where state.device_id = changed.id
            and (state.org_id, state.protocol, state.sn)
              is distinct from (changed.org_id, changed.protocol, changed.sn);
      end if;`,
  }),
  `create trigger copy_to_state after update on device referencing new table as changed
    for each statement execute function copy_to_device_state()`,
];

/** The states of locks, whose declared table is device_state, and the changes of both tables. */
export const states: readonly string[] = [...followLocks, ...changes];
