import { LOCK_ENDINGS } from '../../../domain/ticket';
import { DATABASE_CLOCK } from '../sql/database';
import { executeAll, type Migration } from './migrate';

const OPEN = `('unconfirmed', 'planned', 'waiting', 'sent')`;
const TICKETS = '"appointmentCommandRecord"';

const IS_OTHER_LOCK = '(old.org_id, old.sn) is distinct from (new.org_id, new.sn)';

const [deleted, renumbered, moved] = [
  LOCK_ENDINGS.deleted,
  LOCK_ENDINGS.renumbered,
  LOCK_ENDINGS.moved,
].map(([text]) => `'${text}'`);

/** Ends open tickets, oldest first like every other statement. */
const endTickets = (reason: string, condition: string) => `
  update ${TICKETS} as ticket set end_time = ${DATABASE_CLOCK}, message = ${reason},
    result = case when ticket.state = 'sent' then 3 else ticket.result end,
    state = case when ticket.state = 'sent' then 'invalid' else 'cancelled' end
  from (
    select id from ${TICKETS} as ticket where state in ${OPEN} and ${condition}
    order by id for update
  ) as open
  where ticket.id = open.id`;

/**
 * Adds `owned_since` to the state of a lock: the time since which it has its serial number and its organisation. A
 * ticket copies it, so that serial number and time together name the lock in the hands of one owner. When that ends,
 * its open tickets, settings, counted alarms, password and secret end with it. `formerStates` clears the rest of the
 * state.
 */
export const lockOwners: Migration = {
  name: '0072_lock_owners',
  up: (transaction) =>
    executeAll(transaction, [
      `alter table ${TICKETS} add column if not exists owned_since bigint`,
      `create function start_ownership() returns trigger language plpgsql as $$
        begin
          new.owned_since := ${DATABASE_CLOCK};
          if tg_op = 'UPDATE' then
            new.owned_since := greatest(new.owned_since, old.owned_since + 1);
            new.raised := '{}';
            new.alarms := 0;
          end if;
          return new;
        end
      $$`,
      `create trigger start_ownership before insert on device_state
        for each row execute function start_ownership()`,
      `create trigger start_other_ownership before update of org_id, sn on device_state
        for each row when (${IS_OTHER_LOCK}) execute function start_ownership()`,
      `create function end_ownership() returns trigger language plpgsql as $$
        declare
          ending text := ${deleted};
        begin
          if tg_op = 'UPDATE' then
            ending := case when old.sn = new.sn then ${moved} else ${renumbered} end;
          end if;
          ${endTickets('ending', 'ticket.sn = old.sn')};
          delete from lock_setting where sn = old.sn;
          if ending <> ${moved} then
            delete from lock_access where sn = old.sn;
            delete from lock_secret where sn = old.sn;
          end if;
          return null;
        end
      $$`,
      `create trigger end_ownership after delete on device_state
        for each row execute function end_ownership()`,
      `create trigger end_other_ownership after update of org_id, sn on device_state
        for each row when (${IS_OTHER_LOCK}) execute function end_ownership()`,
      `create trigger tell_moved_lock after update on device
        for each row when (old.org_id is distinct from new.org_id) execute function tell_lock()`,
      `create function copy_ownership() returns trigger language plpgsql as $$
        begin
          select owned_since into new.owned_since from device_state where sn = new.sn;
          return new;
        end
      $$`,
      `create trigger copy_ownership before insert on ${TICKETS}
        for each row when (new.owned_since is null) execute function copy_ownership()`,
      // Older tickets have none, which stands for 0 in the state of the locks that exist now.
      `update ${TICKETS} as ticket set owned_since = -1 from device
        where ticket.sn = device.sn and ticket.org_id is distinct from device.org_id
          and not exists (select from lent_lock as lent
            where lent.device_id = device.id and lent.org_id = ticket.org_id)`,
      endTickets(moved ?? '', 'ticket.owned_since = -1'),
      endTickets(deleted ?? '', 'not exists (select from device where device.sn = ticket.sn)'),
    ]),
};
