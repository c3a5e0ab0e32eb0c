import { sql } from 'kysely';
import { changeSchema } from '../changeSchema';
import type { Database } from '../database';
import { executeAll, type Migration } from '../migrate';

/**
 * Adds the columns for fences: the time of a lock's last exact position, and the ids of the fences that contain it.
 * And a version that every change of fences and points of interest increments, so that servers notice changes.
 */
export const places: Migration = {
  name: '0016_places',
  up: (transaction) =>
    executeAll(transaction, [
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

/** Tables whose changes increment the version of `0016_places`. */
const PLACES = ['fence', 'interestPoint'];

/**
 * Adds the triggers that count changes of fences and points of interest. Runs at every start, because a declaration
 * may add these tables later.
 */
export const countPlaceChanges = (db: Database): Promise<void> =>
  changeSchema(db, async (transaction) => {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${PLACES}::text[]) as name
      where to_regclass(quote_ident(name)) is not null and not exists (
        select 1 from pg_trigger
        where tgname = 'note_place' and tgrelid = to_regclass(quote_ident(name)))`.execute(
      transaction,
    );
    await executeAll(
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

/** Adds the digests of MQTT passwords. Null means that access was revoked. */
export const lockAccess: Migration = {
  name: '0015_lock_access',
  up: (transaction) =>
    executeAll(transaction, [
      `create table lock_access (
        sn varchar(32) primary key,
        digest text,
        issued_at bigint not null,
        issued_by text not null
      )`,
    ]),
};

/**
 * Adds the latest messages of each lock as a ring buffer of rows; `next` counts them. An update that fits into its
 * page changes no index.
 */
export const lockMessages: Migration = {
  name: '0018_lock_messages',
  up: (transaction) =>
    executeAll(transaction, [
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
 * Adds the time when each lock was last heard (server clock), and the start of its newest connection, if the lock
 * reports it; epoch ms. Kept apart from `device`, whose changes are sent to all watching consoles. And the client ids
 * of servers at a shared broker, with their last heartbeat.
 */
export const presence: Migration = {
  name: '0022_presence',
  up: (transaction) =>
    executeAll(transaction, [
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

/**
 * Adds the server that holds the newest connection of each lock, with a number that increases with every connection;
 * and the servers with their last heartbeat, epoch ms.
 */
export const lockConnections: Migration = {
  name: '0062_lock_connections',
  up: (transaction) =>
    executeAll(transaction, [
      'create sequence lock_connection_number',
      `create table lock_connection (
        device_id bigint primary key references device (id) on delete cascade,
        server text not null,
        number bigint not null
      ) with (fillfactor = 70)`,
      'create index lock_connection_server_idx on lock_connection (server)',
      'create table server_beat (id text primary key, at bigint not null)',
    ]),
};

/** Marks changes of alarms for the live view, like those of devices and tickets. Existing alarms are not marked. */
export const alarmChanges: Migration = {
  name: '0024_alarm_changes',
  up: async (transaction) => {
    const { rows } = await sql`select 1 from pg_class where relname = 'alertRecord'`.execute(
      transaction,
    );
    if (rows.length === 0) return;
    await executeAll(transaction, [
      'alter table "alertRecord" add column if not exists change_xid xid8',
      `create trigger mark_change before insert or update on "alertRecord"
        for each row execute function mark_change()`,
      'create index "alertRecord_change_xid_idx" on "alertRecord" (change_xid)',
    ]);
  },
};

/**
 * Adds encrypted passwords of native-protocol locks; and an index on serial numbers without leading zeros, by which
 * ids are compared.
 */
export const nativeLocks: Migration = {
  name: '0017_native_locks',
  up: (transaction) =>
    executeAll(transaction, [
      `create table lock_secret (
        sn varchar(32) primary key,
        sealed text not null
      )`,
      `create index device_bare_sn_idx on device (ltrim(sn, '0'))`,
    ]),
};

/**
 * Adds the settings of each lock by the code of the command that sets them: the known value (read from the lock, or
 * set successfully), and the last value sent with its sender. Of a secret only its presence is stored. Also renames
 * buttons that still have their old names.
 */
export const lockSettings: Migration = {
  name: '0019_lock_settings',
  up: (transaction) =>
    executeAll(transaction, [
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

/** Adds notifications waiting to be sent by mail and text message. They are stored together with the alarm. */
export const notices: Migration = {
  name: '0025_notices',
  up: (transaction) =>
    executeAll(transaction, [
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
 * Adds command batches: one press of a button, or one run of a schedule. `total` is the announced number of locks, so
 * that later chunks cannot exceed what was confirmed.
 */
export const batches: Migration = {
  name: '0020_command_batches',
  up: async (transaction) => {
    await executeAll(transaction, [
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

/**
 * Adds waves to batches: the requested waves, the current one, the failures at its start, and the time that each
 * ticket waits for its lock. And the progress that a lock reports.
 */
export const waves: Migration = {
  name: '0026_command_waves',
  up: (transaction) =>
    executeAll(transaction, [
      'alter table command_batch add column if not exists waves jsonb',
      'alter table command_batch add column if not exists wave integer not null default 1',
      'alter table command_batch add column if not exists forgiven integer not null default 0',
      'alter table command_batch add column if not exists hours double precision not null default 24',
      `create index command_batch_going_idx on command_batch (id) where state = 'going'`,
      'alter table "appointmentCommandRecord" add column if not exists wave integer',
      'alter table "appointmentCommandRecord" add column if not exists progress integer',
    ]),
};

/** Database clock, epoch ms. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Current loans of locks. The lending organisation must still be above the lock. */
const LENDING = `
  select d.id as device_id, org as org_id,
    bit_or(g.may_seal::integer + 2 * g.may_unseal::integer) as rights, min(g.ends) as ends
  from "batchDisDevice" g
  cross join unnest(g.devices) as lent(id) cross join unnest(g.orgs) as org
  join device d on d.id = lent.id
  where d.id = any(ids) and g.state = 1 and (g.ends is null or g.ends > ${NOW})
    and g.org_id in (select org_above(d.org_id))
  group by d.id, org`;

/**
 * Adds the organisations that see locks of others, and their rights (1 seal, 2 unseal, 3 both). Recomputed by
 * triggers on loans, locks and organisations. `ends` is when it must be recomputed again. Those who lose a lock learn
 * it from device_gone.
 */
export const lendingView: Migration = {
  name: '0027_lent_locks',
  up: (transaction) =>
    executeAll(transaction, [
      `create table lent_lock (
        device_id bigint not null,
        org_id bigint not null,
        rights integer not null,
        ends bigint,
        change_xid xid8,
        primary key (device_id, org_id)
      )`,
      'create index lent_lock_org_id_idx on lent_lock (org_id)',
      'create index lent_lock_change_xid_idx on lent_lock (change_xid)',
      'create index lent_lock_ends_idx on lent_lock (ends) where ends is not null',
      `create trigger mark_change before insert or update on lent_lock
        for each row execute function mark_change()`,
      `create function refresh_lent(ids bigint[]) returns void language plpgsql as $$
        begin
          insert into lent_lock as old (device_id, org_id, rights, ends)
            select device_id, org_id, rights, ends from (${LENDING}) as lending order by 1, 2
            on conflict (device_id, org_id) do update set rights = excluded.rights, ends = excluded.ends
              where (old.rights, old.ends) is distinct from (excluded.rights, excluded.ends);
          with taken as (
            delete from lent_lock where device_id = any(ids)
              and (device_id, org_id) not in (select device_id, org_id from (${LENDING}) as lending)
            returning device_id, org_id
          )
          insert into device_gone (sn, org_id)
            select device.sn, taken.org_id from taken join device on device.id = taken.device_id;
        end
      $$`,
      `create function note_lent() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then perform refresh_lent(old.devices); end if;
          if tg_op <> 'DELETE' then perform refresh_lent(new.devices); end if;
          return null;
        end
      $$`,
      `create function note_lent_deleted() returns trigger language plpgsql as $$
        begin
          insert into device_gone (sn, org_id)
            select deleted.sn, lent.org_id from deleted join lent_lock as lent on lent.device_id = deleted.id;
          delete from lent_lock using deleted where lent_lock.device_id = deleted.id;
          return null;
        end
      $$`,
      `create trigger note_lent_deleted after delete on device referencing old table as deleted
        for each statement execute function note_lent_deleted()`,
      `create function note_lent_moved() returns trigger language plpgsql as $$
        begin
          if to_regclass('"batchDisDevice"') is null then return null; end if;
          if exists (select from "batchDisDevice" where devices @> array[new.id]) then
            perform refresh_lent(array[new.id]);
          end if;
          return null;
        end
      $$`,
      `create trigger note_lent_moved after update on device for each row
        when (old.org_id is distinct from new.org_id) execute function note_lent_moved()`,
      `create function note_lent_org() returns trigger language plpgsql as $$
        begin
          if to_regclass('"batchDisDevice"') is not null then
            perform refresh_lent(array(
              select device_id from lent_lock
              union select unnest(devices) from "batchDisDevice" where state = 1));
          end if;
          return null;
        end
      $$`,
      `create trigger note_lent_org after update on org for each row
        when (old.parent_id is distinct from new.parent_id) execute function note_lent_org()`,
    ]),
};

/**
 * Adds the trigger that makes loans take effect. Runs at every start, because a declaration may add the table later.
 */
export const followLending = (db: Database): Promise<void> =>
  changeSchema(db, async (transaction) => {
    const { rows } = await sql`
      select 1 from pg_class where oid = to_regclass('"batchDisDevice"') and not exists (
        select 1 from pg_trigger where tgname = 'note_lent' and tgrelid = pg_class.oid)`.execute(
      transaction,
    );
    if (rows.length === 0) return;
    await executeAll(transaction, [
      `create trigger note_lent after insert or update or delete on "batchDisDevice"
        for each row execute function note_lent()`,
      `select refresh_lent(array(select unnest(devices) from "batchDisDevice" where state = 1))`,
    ]);
  });

/** Adds one-time codes for dangerous commands, one per operator, and marks batches opened with one. */
export const commandCodes: Migration = {
  name: '0028_command_codes',
  up: async (transaction) => {
    await executeAll(transaction, [
      `create table command_code (
        id bigint generated always as identity primary key,
        oper_id bigint not null unique references oper (id) on delete cascade,
        cmd text not null,
        create_time bigint not null,
        tries integer not null,
        digest text not null
      )`,
      'alter table command_batch add column if not exists coded boolean not null default false',
    ]);
    await sql`
      update "systemParams" set remark =
        'A dangerous command takes, 1: a second person, 2: a code by mail or SMS / 危险指令还须，1：第二人复核，2：邮件或短信验证码'
      where param_name = 'command_second_person'
        and remark = '1: a dangerous command waits for a second person / 1：危险指令须第二人复核'`.execute(
      transaction,
    );
  },
};

/** Adds the operator on whose behalf a schedule sends commands. */
export const schedules: Migration = {
  name: '0021_command_schedules',
  up: (transaction) =>
    executeAll(transaction, [
      'alter table if exists "commandSchedule" add column if not exists oper_id bigint',
    ]),
};

/** Adds the organisation that set a field reserved for superior organisations, unless it is the root organisation. */
export const reservedBy: Migration = {
  name: '0031_reserved_by',
  up: (transaction) =>
    executeAll(transaction, [
      `create table reserved_by (
        entity text not null,
        row_id bigint not null,
        field text not null,
        org_id bigint not null,
        primary key (entity, row_id, field)
      )`,
    ]),
};

/** Channel on which servers sharing a database announce the serial numbers of changed locks. */
export const LOCK_CHANGED = 'lock_changed';

/** Announces changes of locks. Servers cache the protocol, access and password of the locks connected to them. */
export const lockProtocols: Migration = {
  name: '0046_told_locks',
  up: (transaction) =>
    executeAll(transaction, [
      `create function tell_lock() returns trigger language plpgsql as $$
        begin
          if tg_op <> 'INSERT' then perform pg_notify('${LOCK_CHANGED}', old.sn); end if;
          if tg_op <> 'DELETE' then perform pg_notify('${LOCK_CHANGED}', new.sn); end if;
          return null;
        end
      $$`,
      `create trigger tell_lock after insert or delete or update of sn, protocol on device
        for each row execute function tell_lock()`,
      ...['lock_access', 'lock_secret'].map(
        (table) => `create trigger tell_lock after insert or delete or update on ${table}
          for each row execute function tell_lock()`,
      ),
    ]),
};
