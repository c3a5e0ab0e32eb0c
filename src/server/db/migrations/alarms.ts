import { sql } from 'kysely';
import { defaultSeverity } from '../../../domain/alarm';
import type { Database } from '../database';
import { executeAll, type Migration } from '../migrate';

const isThere = async (db: Database, table: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_class where relname = ${table}`.execute(db);
  return rows.length > 0;
};

/**
 * Adds the active alarms of locks, so that a repeated alarm does not raise a second one; the function `org_line`, an
 * organisation with its ancestors, nearest first; the history of alarms; and the severity of existing alarms.
 */
export const alarmStandings: Migration = {
  name: '0034_alarm_standings',
  up: async (transaction) => {
    await executeAll(transaction, [
      `alter table device add column if not exists raised jsonb not null default '{}'`,
      `create function org_line(start bigint) returns table (id bigint, depth integer)
        language sql stable rows 5 as $$
          with recursive line(id, parent_id, depth) as (
            select org.id, org.parent_id, 0 from org where org.id = start
            union all
            select org.id, org.parent_id, line.depth + 1
            from org join line on org.id = line.parent_id where line.depth < 100
          )
          select id, depth from line
        $$`,
      `create table alarm_history (
        id bigint generated always as identity primary key,
        create_time bigint not null,
        alarm_id bigint not null,
        sn varchar(32) not null,
        org_id bigint,
        event text not null,
        who text,
        how integer,
        detail text
      )`,
      'create index alarm_history_alarm_id_idx on alarm_history (alarm_id, id)',
      'create index alarm_history_create_time_idx on alarm_history (create_time)',
    ]);
    if (!(await isThere(transaction, 'alertRecord'))) return;
    const cases = Object.entries(defaultSeverity).map(
      ([kind, grade]) => `when ${kind} then ${grade}`,
    );
    await executeAll(transaction, [
      `update "alertRecord" set severity = case police_type ${cases.join(' ')} else 2 end,
        handler_id = case when taken_by is null then 0 end, times = 1, last_time = create_time, raise_time = create_time where severity is null`,
    ]);
  },
};

/**
 * Adds alarm settings of device types and organisations, one each, beside those of single locks; and webhook secrets,
 * which are stored encrypted.
 */
export const alarmReceivers: Migration = {
  name: '0035_alarm_receivers',
  up: async (transaction) => {
    await executeAll(transaction, [
      `create table webhook_secret (
        webhook_id bigint primary key,
        sealed text not null
      )`,
      'alter table notice add column subject text, add column body text',
    ]);
    if (!(await isThere(transaction, 'alarmConfig'))) return;
    await executeAll(transaction, [
      'alter table "alarmConfig" alter column device_id drop not null',
      `create unique index "alarmConfig_general_key"
        on "alarmConfig" (org_id, coalesce(device_type_id, 0)) where device_id is null`,
    ]);
  },
};

/** Adds the escalation steps taken for each alarm, so that each step is notified once. */
export const alarmEscalations: Migration = {
  name: '0036_alarm_escalations',
  up: (transaction) =>
    executeAll(transaction, [
      `create table alarm_escalated (
        alarm_id bigint not null,
        step_id bigint not null,
        at bigint not null,
        primary key (alarm_id, step_id)
      )`,
      'create index alarm_escalated_at_idx on alarm_escalated (at)',
    ]),
};

/**
 * Lets alarm settings inherit value by value instead of as a whole. A value that was empty in an existing row meant
 * off, and becomes off.
 */
export const alarmValues: Migration = {
  name: '0050_alarm_values',
  up: async (transaction) => {
    if (!(await isThere(transaction, 'alarmConfig'))) return;
    await executeAll(transaction, [
      `alter table "alarmConfig" alter column language drop default,
        alter column receive_type drop default, alter column is_phone_config drop default,
        alter column is_mail_config drop default`,
      `update "alarmConfig" set is_quiet_config = quiet_time is not null,
        is_phone_config = coalesce(is_phone_config and phone <> '', false),
        is_mail_config = coalesce(is_mail_config and mail_box <> '', false)`,
    ]);
  },
};

/** Adds an index on open alarms by time of receipt, because every console reads the newest of them. */
export const openAlarms: Migration = {
  name: '0051_open_alarms',
  up: async (transaction) => {
    if (!(await isThere(transaction, 'alertRecord'))) return;
    await executeAll(transaction, [
      `create index "alertRecord_open_idx" on "alertRecord" (raise_time, id) where state = 0`,
    ]);
  },
};

/**
 * Gives open alarms that were taken before their handler was stored the operator of that name, if it is unique, and
 * none otherwise, because only a handler's id allows to take or release an alarm. Open alarms become explicitly not
 * muted, because the console asks for those that are not.
 */
export const alarmDesk: Migration = {
  name: '0064_alarm_desk',
  up: async (transaction) => {
    if (!(await isThere(transaction, 'alertRecord'))) return;
    await executeAll(transaction, [
      `update "alertRecord" as alarm
        set handler_id = coalesce((
          select min(oper.id) from oper where oper."operName" = alarm.taken_by having count(*) = 1), 0)
        where alarm.state = 0 and alarm.handler_id is null`,
      'update "alertRecord" set muted = false where state = 0 and muted is null',
    ]);
  },
};
