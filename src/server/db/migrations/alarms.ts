import { sql } from 'kysely';
import { defaultSeverity } from '../../../domain/alarm';
import type { Database } from '../database';
import { executeAll, type Migration } from '../migrate';

const isThere = async (db: Database, table: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_class where relname = ${table}`.execute(db);
  return rows.length > 0;
};

/**
 * What locks stand by, so that an alarm that is told again is one; an organisation with those above it, the nearest
 * first; what became of each alarm; and how grave those of before were.
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
 * Settings of alarms of a type of lock and of an organisation, one each, beside those of single locks; and webhooks,
 * whose secrets are kept sealed.
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

/** Which steps of escalation each alarm has had: each is told once. */
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
 * Settings of alarms are inherited value by value, where they were so as a whole: what a row said nothing of then was
 * off, and stays so.
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

/** The newest open alarms, as they were heard of, are asked for by every console. */
export const openAlarms: Migration = {
  name: '0051_open_alarms',
  up: async (transaction) => {
    if (!(await isThere(transaction, 'alertRecord'))) return;
    await executeAll(transaction, [
      `create index "alertRecord_open_idx" on "alertRecord" (raise_time, id) where state = 0`,
    ]);
  },
};
