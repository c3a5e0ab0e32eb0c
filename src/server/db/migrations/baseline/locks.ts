import { triggerFunctions } from '../migrate';

/** Channel on which servers sharing a database announce the serial numbers of changed locks. */
export const LOCK_CHANGED = 'lock_changed';

/**
 * Adds the writing transaction to each row. If the cursor is the oldest open transaction, no change is missed,
 * however late its transaction commits: `change_xid >= cursor and change_xid < the oldest open transaction now`.
 */
const markChange = `create function mark_change() returns trigger language plpgsql as $$
  begin
    new.change_xid := pg_current_xact_id();
    return new;
  end
$$`;

/** Deleted and moved devices, for operators who could see them before. Rows expire by `at`, epoch ms. */
const deviceGone = [
  `create table device_gone (
    sn text not null,
    org_id bigint,
    change_xid xid8 not null default pg_current_xact_id(),
    at bigint not null default (extract(epoch from now()) * 1000)::bigint
  )`,
  'create index device_gone_change_xid_idx on device_gone (change_xid)',
  'create index device_gone_at_idx on device_gone (at)',
  ...triggerFunctions({
    note_gone: 'insert into device_gone (sn, org_id) values (old.sn, old.org_id);',
  }),
  'create trigger note_deleted after delete on device for each row execute function note_gone()',
  `create trigger note_moved after update on device for each row
    when (old.org_id is distinct from new.org_id or old.sn is distinct from new.sn)
    execute function note_gone()`,
];

/**
 * Tracks moves of organisations, which change the visibility of devices without an update of their rows. Operators
 * who lose them learn it from device_gone, those who gain them from a new change of the rows.
 */
const movedOrgs = [
  ...triggerFunctions({
    note_moved_org: `insert into device_gone (sn, org_id)
        select sn, old.parent_id from device where org_id in (select org_subtree(new.id));
      update device set org_id = org_id where org_id in (select org_subtree(new.id));`,
  }),
  `create trigger note_moved_org after update on org for each row
    when (old.parent_id is distinct from new.parent_id)
    execute function note_moved_org()`,
];

/** Gives child locks the organisation of their lock. Their table exists only if the configuration declares it. */
const childLocks = [
  ...triggerFunctions({
    move_child_locks: `if to_regclass('"childLock"') is not null then
        execute 'update "childLock" set org_id = $1 where device_id = $2' using new.org_id, new.id;
      end if;`,
  }),
  `create trigger move_child_locks after update on device for each row
    when (old.org_id is distinct from new.org_id)
    execute function move_child_locks()`,
];

/** Version that every change of fences and points of interest increments, so that servers notice changes. */
const places = [
  'create table place_version (version bigint not null)',
  'insert into place_version values (1)',
  ...triggerFunctions({
    note_place: 'update place_version set version = version + 1;',
  }),
];

const secrets = [
  // Digests of MQTT passwords. Null means that access was revoked.
  `create table lock_access (
    sn varchar(32) primary key,
    digest text,
    issued_at bigint not null,
    issued_by text not null
  )`,
  // Encrypted passwords of native-protocol locks.
  `create table lock_secret (
    sn varchar(32) primary key,
    sealed text not null
  )`,
  // Ids are compared without leading zeros.
  `create index device_bare_sn_idx on device (ltrim(sn, '0'))`,
  // Servers cache the protocol, access and password of the locks connected to them.
  ...triggerFunctions({
    tell_lock: `if tg_op <> 'INSERT' then perform pg_notify('${LOCK_CHANGED}', old.sn); end if;
      if tg_op <> 'DELETE' then perform pg_notify('${LOCK_CHANGED}', new.sn); end if;`,
  }),
  `create trigger tell_lock after insert or delete or update of sn, protocol on device
    for each row execute function tell_lock()`,
  ...['lock_access', 'lock_secret'].map(
    (table) => `create trigger tell_lock after insert or delete or update on ${table}
      for each row execute function tell_lock()`,
  ),
];

/**
 * Latest messages of each lock as a ring buffer of rows; `next` counts them. An update that fits into its page changes
 * no index.
 */
const messages = [
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
];

/**
 * Settings of each lock by the code of the command that sets them: the known value (read from the lock, or set
 * successfully), and the last value sent with its sender. Of a secret only its presence is stored.
 */
const settings = `create table lock_setting (
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
)`;

const presence = [
  // When each lock was last heard (server clock), and the start of its newest connection, if the lock reports it;
  // epoch ms. Kept apart from `device`, whose changes are sent to all watching consoles.
  `create table lock_seen (
    device_id bigint primary key references device (id) on delete cascade,
    at bigint not null,
    since bigint
  ) with (fillfactor = 70)`,
  // Client ids of servers at a shared broker, with their last heartbeat.
  `create table mqtt_session (
    client_id text primary key,
    shared_group text not null,
    at bigint not null
  )`,
  // Server that holds the newest connection of each lock, with a number that increases with every connection.
  'create sequence lock_connection_number',
  `create table lock_connection (
    device_id bigint primary key references device (id) on delete cascade,
    server text not null,
    number bigint not null
  ) with (fillfactor = 70)`,
  'create index lock_connection_server_idx on lock_connection (server)',
  // Servers with their last heartbeat, epoch ms.
  'create table server_beat (id text primary key, at bigint not null)',
  // Locks whose messages operators read, with the time at which that ends, epoch ms.
  `create table lock_watch (
    device_id bigint primary key references device (id) on delete cascade,
    ends bigint not null
  ) with (fillfactor = 70)`,
];

export const locks: readonly string[] = [
  markChange,
  ...deviceGone,
  ...movedOrgs,
  ...childLocks,
  ...places,
  ...secrets,
  ...messages,
  settings,
  ...presence,
];
