import { sql } from 'kysely';
import { type Database, lockSchema } from '../database';
import { type Migration, runAll } from '../migrate';

/**
 * What fences go by: when a lock was at its last exact place, and the ids of the fences that it is taken to be in; and
 * a number that rises with every change of fences and points of interest, by which each server knows what it has read.
 */
export const places: Migration = {
  name: '0016_places',
  up: (transaction) =>
    runAll(transaction, [
      'alter table device add column if not exists fix_time bigint',
      `alter table device add column if not exists fences bigint[] not null default '{}'`,
      'create table place_version (version bigint not null)',
      'insert into place_version values (1)',
      `create function note_place() returns trigger language plpgsql as $$
        begin
          update place_version set version = version + 1;
          return null;
        end
      $$`,
    ]),
};

/** The tables whose changes the number of `0016_places` counts. */
const PLACES = ['fence', 'interestPoint'];

/** Counts the changes of fences and points of interest from now on; a declaration may have brought their tables later. */
export const countPlaceChanges = (db: Database): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockSchema(transaction);
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${PLACES}::text[]) as name
      where to_regclass(quote_ident(name)) is not null and not exists (
        select 1 from pg_trigger
        where tgname = 'note_place' and tgrelid = to_regclass(quote_ident(name)))`.execute(
      transaction,
    );
    await runAll(
      transaction,
      rows.map(
        ({ name }) => `create trigger note_place after insert or update or delete on "${name}"
          for each statement execute function note_place()`,
      ),
    );
  });

export const trackMinutes: Migration = {
  name: '0013_track_minutes',
  up: async (transaction) => {
    await sql`insert into "systemParams" (param_name, param_text, remark)
      values ('track_max_minutes', '30', 'Minutes of a track, at most / 轨迹查询的分钟数上限')
      on conflict (param_name) do nothing`.execute(transaction);
  },
};

/** What locks show at the embedded broker: a digest of the password each was given last, null when it was revoked. */
export const lockAccess: Migration = {
  name: '0015_lock_access',
  up: (transaction) =>
    runAll(transaction, [
      `create table lock_access (
        sn varchar(32) primary key,
        digest text,
        issued_at bigint not null,
        issued_by text not null
      )`,
    ]),
};

/**
 * The last messages of each lock in so many rows, which are taken in turn; `next` counts them. An update that finds
 * room in its page changes no index.
 */
export const lockMessages: Migration = {
  name: '0018_lock_messages',
  up: (transaction) =>
    runAll(transaction, [
      `create table lock_message_turn (
        device_id bigint primary key references device (id) on delete cascade,
        next bigint not null
      ) with (fillfactor = 70)`,
      `create table lock_message (
        id bigint primary key,
        device_id bigint not null references lock_message_turn (device_id) on delete cascade,
        org_id bigint not null,
        at bigint not null,
        down boolean not null,
        carrier smallint not null,
        channel text,
        raw bytea not null,
        is_text boolean not null,
        said jsonb,
        why text
      ) with (fillfactor = 70)`,
      'create index lock_message_device_id_idx on lock_message (device_id)',
    ]),
};

/**
 * When each lock was last heard, by this server's clock, and since when the newest connection is there that it told of;
 * ms since 1970. Apart from devices, whose changes are told to everybody who watches them. And the names of the servers
 * at a broker that they share, with when each was last there.
 */
export const presence: Migration = {
  name: '0022_presence',
  up: (transaction) =>
    runAll(transaction, [
      `create table lock_seen (
        device_id bigint primary key references device (id) on delete cascade,
        at bigint not null,
        since bigint
      ) with (fillfactor = 70)`,
      `create table mqtt_session (
        client_id text primary key,
        shared_group text not null,
        at bigint not null
      )`,
    ]),
};

/** Alarms are told as they change, like devices and tickets; those of before are not news. */
export const alarmChanges: Migration = {
  name: '0024_alarm_changes',
  up: async (transaction) => {
    const { rows } = await sql`select 1 from pg_class where relname = 'alertRecord'`.execute(
      transaction,
    );
    if (rows.length === 0) return;
    await runAll(transaction, [
      'alter table "alertRecord" add column if not exists change_xid xid8',
      `create trigger mark_change before insert or update on "alertRecord"
        for each row execute function mark_change()`,
      'create index "alertRecord_change_xid_idx" on "alertRecord" (change_xid)',
    ]);
  },
};

/**
 * The passwords that locks of their makers' protocols are opened with, sealed; and ids compared without the zeros at
 * their beginning.
 */
export const nativeLocks: Migration = {
  name: '0017_native_locks',
  up: (transaction) =>
    runAll(transaction, [
      `create table lock_secret (
        sn varchar(32) primary key,
        sealed text not null
      )`,
      `create index device_bare_sn_idx on device (ltrim(sn, '0'))`,
    ]),
};

/**
 * What each lock keeps of what it can be told, by the command's code: what it has as far as known (read from it, or
 * told to it and done), and what it was sent last and by whom. Of secrets only whether there is one. Buttons that are
 * called as they were before are called by verbs.
 */
export const lockSettings: Migration = {
  name: '0019_lock_settings',
  up: (transaction) =>
    runAll(transaction, [
      `create table lock_setting (
        id bigint generated always as identity primary key,
        sn varchar(32) not null,
        code text not null,
        known jsonb,
        known_time bigint,
        known_how text,
        sent jsonb,
        sent_time bigint,
        sent_state text,
        sent_name text,
        differs boolean not null default false,
        unique (sn, code)
      )`,
      `update button set "btnName" = renamed.now
        from (values
          ('device:vibration', 'Vibration value', 'Set vibration'),
          ('device:unsealPassword', 'Unseal password', 'Set unseal password'),
          ('device:upgrade', 'Online upgrade', 'Upgrade firmware')
        ) as renamed(code, before, now)
        where "btnCode" = renamed.code and "btnName" = renamed.before`,
    ]),
};

/** What is still to be told, by mail and text message; stored with the alarm that it tells of. */
export const notices: Migration = {
  name: '0025_notices',
  up: (transaction) =>
    runAll(transaction, [
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
        next_time bigint not null
      )`,
      'create index notice_next_time_idx on notice (channel, next_time)',
    ]),
};

/**
 * What a command was sent for as a whole: a press of its button, or a run of a schedule. `total` is how many locks were
 * announced, so that the pieces it is sent in cannot become more than what was confirmed.
 */
export const batches: Migration = {
  name: '0020_command_batches',
  up: async (transaction) => {
    await runAll(transaction, [
      `create table command_batch (
        id bigint generated by default as identity primary key,
        org_id bigint not null,
        create_time bigint not null,
        cmd text not null,
        total integer not null,
        reason text,
        state text not null,
        oper_id bigint,
        operate_source smallint not null,
        operate_name text not null,
        confirm_id bigint,
        confirm_name text,
        confirm_time bigint,
        schedule_id bigint
      )`,
      'create index command_batch_org_id_idx on command_batch (org_id, create_time)',
      'create index command_batch_create_time_idx on command_batch (create_time)',
      ...[
        'batch_id bigint',
        'reason text',
        'confirm_name text',
        'start_time bigint',
        'late_result integer',
        'late_time bigint',
      ].map(
        (column) => `alter table "appointmentCommandRecord" add column if not exists ${column}`,
      ),
      `create index "appointmentCommandRecord_batch_idx"
        on "appointmentCommandRecord" (batch_id, state)`,
      `create index "appointmentCommandRecord_unconfirmed_idx"
        on "appointmentCommandRecord" (deadline) where state = 'unconfirmed'`,
    ]);
    for (const [name, value, remark] of [
      [
        'command_typed_from',
        '20',
        'Locks from which on a dangerous command is confirmed by typing / 危险指令需输入确认的设备数下限',
      ],
      [
        'command_second_person',
        '0',
        '1: a dangerous command waits for a second person / 1：危险指令须第二人复核',
      ],
    ]) {
      await sql`insert into "systemParams" (param_name, param_text, remark)
        values (${name}, ${value}, ${remark}) on conflict (param_name) do nothing`.execute(
        transaction,
      );
    }
  },
};

/** On whose behalf a schedule's commands are given. */
export const schedules: Migration = {
  name: '0021_command_schedules',
  up: (transaction) =>
    runAll(transaction, [
      'alter table if exists "commandSchedule" add column if not exists oper_id bigint',
    ]),
};

/** Who set what only an organisation above a record's own may set, where that is not the one above all others. */
export const setters: Migration = {
  name: '0031_reserved_by',
  up: (transaction) =>
    runAll(transaction, [
      `create table reserved_by (
        entity text not null,
        row_id bigint not null,
        field text not null,
        org_id bigint not null,
        primary key (entity, row_id, field)
      )`,
    ]),
};
