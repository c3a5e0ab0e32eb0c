import { systemParamRemarks } from '../../../domain/system';
import { QUOTIENT_FUNCTION } from '../tables/formula';
import { baseline } from './baseline';
import { connectionEnds } from './connectionEnds';
import { formerOwners } from './formerOwners';
import { formerStates } from './formerStates';
import { loanEnds } from './loanEnds';
import { lockOwners } from './lockOwners';
import { executeAll, FOLDING, ifTable, type Migration, triggerFunctions } from './migrate';

export { ACCESS_CHANGED, LOCK_CHANGED, refuseOlder } from './baseline';
export { addLateTriggers } from './lateTriggers';

/**
 * Adds the number of locks that a batch was refused for, so that locks that were never sent it can be told apart. `rest`
 * has the serial numbers that the first call announced and no call has brought. They leave it when another batch is
 * sent to them, which `resent` counts.
 */
const batchRefusals: Migration = {
  name: '0073_batch_refusals',
  up: (transaction) =>
    executeAll(transaction, [
      `alter table command_batch add column refused integer not null default 0,
        add column rest text[] not null default '{}',
        add column resent integer not null default 0`,
      `update command_batch as batch set refused = greatest(0, total - (
        select count(*) from "appointmentCommandRecord" where batch_id = batch.id))`,
    ]),
};

/**
 * Adds what a manufacturer's protocol learned of a lock from its messages, in a form of the protocol's own. Another
 * serial number is another lock, of which nothing is known.
 */
const lockTraits: Migration = {
  name: '0074_lock_traits',
  up: (transaction) =>
    executeAll(transaction, [
      `create table lock_traits (
        device_id bigint primary key references device (id) on delete cascade,
        traits jsonb not null
      ) with (fillfactor = 70)`,
      ...triggerFunctions({
        forget_traits: 'delete from lock_traits where device_id = new.id;',
      }),
      `create trigger forget_traits after update of sn on device
        for each row when (old.sn is distinct from new.sn) execute function forget_traits()`,
    ]),
};

const serverTimeZone: Migration = {
  name: '0075_time_zone',
  up: async (transaction) => {
    await transaction
      .insertInto('systemParams')
      .values({
        param_name: 'time_zone',
        param_text: '',
        remark: systemParamRemarks.time_zone.join(' / '),
      })
      .onConflict((conflict) => conflict.column('param_name').doNothing())
      .execute();
  },
};

/**
 * Adds the last time of the servers, by which a wrong clock is noticed. In a database that servers have used, it is their
 * last sign of life.
 */
const serverClock: Migration = {
  name: '0076_server_clock',
  up: (transaction) =>
    executeAll(transaction, [
      'alter table "systemParams" add column if not exists state integer',
      'create table server_clock (id integer primary key, at bigint not null)',
      `insert into server_clock (id, at)
        select 1, last from (
          select greatest(
            (select max(at) from server_beat), (select max(last_use) from session)) as last
        ) as signs where last > 0`,
    ]),
};

/** Marks the migrations after which a server without them takes no calls. */
const breakingMigrations: Migration = {
  name: '0077_breaking_migrations',
  up: (transaction) =>
    executeAll(transaction, [
      'alter table schema_migration add column breaking boolean not null default false',
    ]),
};

/** Adds the severity from which new alarms are shown to an operator; null is all. */
const popupSeverity: Migration = {
  name: '0078_popup_severity',
  up: (transaction) =>
    executeAll(transaction, ['alter table hobby add column popup_severity smallint']),
};

/**
 * Keeps counts from being folded while an organisation moves or is deleted, and the other way round: either would add to
 * the organisations that were above it before.
 */
const countsHeld: Migration = {
  name: '0083_counts_held',
  up: (transaction) =>
    executeAll(transaction, [
      `create function hold_counts() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock(${FOLDING});
          return coalesce(new, old);
        end
      $$`,
      `create trigger hold_counts before update on org for each row
        when (old.parent_id is distinct from new.parent_id) execute function hold_counts()`,
      `create trigger hold_counts_of_deleted before delete on org
        for each row execute function hold_counts()`,
    ]),
};

/** Adds the newest heartbeat of each group of servers at a broker. */
const mqttGroups: Migration = {
  name: '0084_mqtt_groups',
  up: (transaction) =>
    executeAll(transaction, [
      'create table mqtt_group (name text primary key, at bigint not null) with (fillfactor = 70)',
      'insert into mqtt_group select shared_group, max(at) from mqtt_session group by 1',
    ]),
};

/** Adds the walk from an organisation upwards that leaves out disabled ones and those below them. */
const enabledAbove: Migration = {
  name: '0085_enabled_above',
  up: (transaction) =>
    executeAll(transaction, [
      `create function enabled_above(start bigint) returns setof bigint
        language sql stable rows 5 as $$
          select line.id from org_line(start) as line
          where line.depth > coalesce((
            select max(own.depth) from org_line(start) as own join org on org.id = own.id
            where org.status = 0), -1)
        $$`,
    ]),
};

/** Adds the release of each server, by which a newer one sees whether it may change the tables beside it. */
const serverRelease: Migration = {
  name: '0086_server_release',
  up: (transaction) => executeAll(transaction, ['alter table server_beat add column release text']),
};

/** Adds the organisation of a notice's recipient. It is unknown for notices that an older server has queued. */
const noticeRecipient: Migration = {
  name: '0087_notice_recipient',
  up: (transaction) =>
    executeAll(transaction, ['alter table notice add column recipient_org bigint']),
};

/**
 * Adds the place that each menu was seeded at, by which a start sees whether an administrator has moved it. Earlier ones
 * are known of the menus that moved with this release.
 */
const menuPlaces: Migration = {
  name: '0088_menu_places',
  up: (transaction) =>
    executeAll(transaction, [
      'alter table planted add column parent text, add column hidden boolean',
      `update planted set parent = 'deviceRecord', hidden = false
        where kind = 'menu' and code in ('connectionRecord', 'lockMessage')`,
      `update planted set parent = 'alarm', hidden = false
        where kind = 'menu' and code in ('alarmMute', 'shiftNote')`,
    ]),
};

/**
 * Adds the invitations of users: one for each user, with the hash of the link's token once the mail goes out. A mail
 * that waits is deleted with its invitation, or with the user that it is for.
 */
const invitations: Migration = {
  name: '0089_invitations',
  up: (transaction) =>
    executeAll(transaction, [
      `create table invitation (
        id bigint generated always as identity primary key,
        oper_id bigint not null unique references oper (id) on delete cascade,
        url text not null,
        token_hash text unique,
        expires bigint
      )`,
      `alter table notice add column invitation_id bigint
        references invitation (id) on delete cascade`,
      'create index notice_invitation_id_idx on notice (invitation_id) where invitation_id is not null',
      'alter table notice add column oper_id bigint references oper (id) on delete cascade',
      'create index notice_oper_id_idx on notice (oper_id) where oper_id is not null',
    ]),
};

/**
 * Adds the order in which open alarms are seen to: not taken before taken, then by severity. Older servers beside this
 * one write alarms too, so a trigger sets it. The index has the open alarms in that order, the newest of equals first.
 */
const alarmUrgency: Migration = {
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

/** Puts the newest first among alarms of one urgency, by their time: ids follow the receipt. */
const alarmUrgencyTime: Migration = {
  name: '0091_alarm_urgency_time',
  up: (transaction) =>
    executeAll(transaction, [
      `create or replace function set_urgency() returns trigger language plpgsql as $$
        begin
          new.urgency := case when new.state = 0 then
            (7 - coalesce(new.severity, 1) - case when new.handler_id > 0 then 3 else 0 end)
              * 10000000000000 + new.create_time end;
          return new;
        end
      $$`,
      ifTable('alertRecord', [
        `create or replace trigger set_urgency
          before insert or update of state, severity, handler_id, create_time
          on "alertRecord" for each row execute function set_urgency()`,
        'update "alertRecord" set state = state where state = 0',
      ]),
    ]),
};

/** New notes begin as unread, which the column now says itself. */
const noteStart: Migration = {
  name: '0092_note_start',
  up: (transaction) =>
    executeAll(transaction, [
      ifTable('shiftNote', ['alter table "shiftNote" alter column state set default 0']),
    ]),
};

/** Adds the calls that operators must still be permitted when a mail goes out. */
const noticeNeeds: Migration = {
  name: '0095_notice_needs',
  up: (transaction) => executeAll(transaction, ['alter table notice add column needs jsonb']),
};

/** Adds the messages of actions to users, which the bell shows. */
const bellMessages: Migration = {
  name: '0096_bell_messages',
  up: (transaction) =>
    executeAll(transaction, [
      `create table bell_message (
        id bigint generated always as identity primary key,
        oper_id bigint not null references oper (id) on delete cascade,
        org_id bigint not null,
        text jsonb not null,
        entity text not null,
        record bigint,
        at bigint not null,
        read_at bigint
      )`,
      'create index bell_message_oper_id_idx on bell_message (oper_id)',
      'create index bell_message_at_idx on bell_message (at)',
    ]),
};

/** Adds the function that formulas of the declarations divide by. A start that adds such a column has done so before. */
const formulaQuotient: Migration = {
  name: '0097_formula_quotient',
  up: (transaction) => executeAll(transaction, [QUOTIENT_FUNCTION]),
};

/** Adds the last numbers of series. Records that organisations share are counted under 0. */
const seriesCounters: Migration = {
  name: '0098_series_counters',
  up: (transaction) =>
    executeAll(transaction, [
      `create table series_counter (
        entity text not null,
        field text not null,
        org_id bigint not null,
        period text not null,
        last bigint not null,
        primary key (entity, field, org_id, period)
      )`,
    ]),
};

/** Adds the warnings about dates that were told. A date that moves has other values. */
const dateWarnings: Migration = {
  name: '0099_date_warnings',
  up: (transaction) =>
    executeAll(transaction, [
      `create table date_warning (
        entity text not null,
        field text not null,
        record bigint not null,
        value text not null,
        days integer not null,
        at bigint not null,
        primary key (entity, field, record, value, days)
      )`,
    ]),
};

/** All migrations in order. New ones are only appended. */
export const migrations: readonly Migration[] = [
  baseline,
  lockOwners,
  batchRefusals,
  lockTraits,
  serverTimeZone,
  serverClock,
  breakingMigrations,
  popupSeverity,
  formerStates,
  loanEnds,
  connectionEnds,
  formerOwners,
  countsHeld,
  mqttGroups,
  enabledAbove,
  serverRelease,
  noticeRecipient,
  menuPlaces,
  invitations,
  alarmUrgency,
  alarmUrgencyTime,
  noteStart,
  noticeNeeds,
  bellMessages,
  formulaQuotient,
  seriesCounters,
  dateWarnings,
];
