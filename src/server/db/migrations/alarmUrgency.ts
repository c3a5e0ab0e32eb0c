import { executeAll, ifTable, type Migration } from './migrate';

/**
 * Adds the order in which open alarms are seen to: not taken before taken, then by severity. Older servers beside this
 * one write alarms too, so a trigger sets it. The index has the open alarms in that order, the newest of equals first.
 */
export const alarmUrgency: Migration = {
  name: '0090_alarm_urgency',
  up: (transaction) =>
    executeAll(transaction, [
      `create function set_urgency() returns trigger language plpgsql as $$
        begin
          new.urgency := case when new.state = 0 then
            7 - coalesce(new.severity, 1) - case when new.handler_id > 0 then 3 else 0 end end;
          return new;
        end
      $$`,
      ifTable('alertRecord', [
        'alter table "alertRecord" add column if not exists urgency bigint',
        `create trigger set_urgency before insert or update of state, severity, handler_id
          on "alertRecord" for each row execute function set_urgency()`,
        'update "alertRecord" set state = state where state = 0',
        `create index "alertRecord_urgency_idx" on "alertRecord" (urgency desc nulls last, id desc)
          where state = 0`,
      ]),
    ]),
};
