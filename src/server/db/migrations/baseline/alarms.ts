import { ifTable } from '../migrate';

/** Alarms are marked for the live view, like locks and tickets. Every console reads the newest open ones. */
const records = ifTable('alertRecord', [
  'alter table "alertRecord" add column if not exists change_xid xid8',
  `create trigger mark_change before insert or update on "alertRecord"
    for each row execute function mark_change()`,
  'create index "alertRecord_change_xid_idx" on "alertRecord" (change_xid)',
  'create index "alertRecord_open_idx" on "alertRecord" (raise_time, id) where state = 0',
]);

const history = [
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
  // Escalation steps taken for each alarm, so that each step is notified once.
  `create table alarm_escalated (
    alarm_id bigint not null,
    step_id bigint not null,
    at bigint not null,
    primary key (alarm_id, step_id)
  )`,
  'create index alarm_escalated_at_idx on alarm_escalated (at)',
];

const notices = [
  // Device types and organisations have one row of settings each, beside those of single locks.
  ifTable('alarmConfig', [
    `create unique index "alarmConfig_general_key"
      on "alarmConfig" (org_id, coalesce(device_type_id, 0)) where device_id is null`,
  ]),
  // Notifications waiting to be sent by mail and text message. They are stored together with the alarm.
  `create table notice (
    id bigint generated always as identity primary key,
    sn varchar(32) not null,
    org_id bigint not null,
    channel text not null,
    recipient text not null,
    language text not null,
    event jsonb not null,
    tries integer not null,
    create_time bigint not null,
    next_time bigint not null,
    subject text,
    body text,
    file_name text,
    file bytea
  )`,
  'create index notice_next_time_idx on notice (channel, next_time)',
  // Secrets of webhooks, encrypted.
  `create table webhook_secret (
    webhook_id bigint primary key,
    sealed text not null
  )`,
];

export const alarms: readonly string[] = [records, ...history, ...notices];
