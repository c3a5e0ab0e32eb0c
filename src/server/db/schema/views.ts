import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import {
  ALARM_VALUES,
  type AlarmValue,
  CRITICAL,
  defaultSeverity,
  MAX_SMS_PER_DAY,
} from '../../../domain/alarm';
import { langueOf } from '../../../domain/label';
import { SENSOR_NAMES } from '../../../domain/lock';
import { CHUNK_WINDOW, ticketState } from '../../../domain/ticket';
import { ownZone } from '../../../domain/zone';
import { changeSchema } from '../sql/changeSchema';
import type { Database, Sql } from '../sql/database';
import { reportTime } from './stateValue';

/** View of a derived entity. */
export interface DatabaseView {
  readonly name: string;
  /** Query that returns `id` and every declared field. */
  readonly query: string;
  /** The query with another day than that of the server. @param today SQL of type date */
  readonly queryOn?: (today: string) => string;
  /** Statements for undeclared objects that the query needs. They can be run repeatedly. */
  readonly foundation?: readonly string[];
}

const cardRenewal = (today: string): string => `
  select id, sn, device_name, org_id, sim_card, "packageTime",
    ("packageTime" - ${today})::bigint as days_left,
    case
      when "packageTime" < ${today} then 3
      when "packageTime" <= ${today} + interval '1 month' then 1
      when "packageTime" <= ${today} + interval '3 months' then 2
      else 0
    end as bucket
  from device where sim_card is not null or "packageTime" is not null`;

/**
 * Creates a function of the current day in the server's time zone, which is that of the machine by default. PostgreSQL may
 * know fewer zones than Node; it takes that of the session for an unknown one.
 */
const dayFunction = (name: string, type: string, inZone: string, inSession: string): string =>
  `create or replace function ${name}() returns ${type}
  language plpgsql stable as $$
    declare zone text := coalesce(
      (select nullif(trim(param_text), '') from "systemParams" where param_name = 'time_zone'),
      '${ownZone()}');
    begin
      return ${inZone};
    exception when invalid_parameter_value then
      return ${inSession};
    end
  $$`;

const serverDay = dayFunction(
  'server_day',
  'timestamptz',
  "date_trunc('day', now(), zone)",
  "date_trunc('day', now())",
);

const serverToday = dayFunction(
  'server_today',
  'date',
  '(now() at time zone zone)::date',
  'current_date',
);

/** Database clock, epoch ms. */
const NOW = '(extract(epoch from now()) * 1000)::bigint';

const latestData = `
  select d.id, d.sn, d.device_name, d.org_id, ${reportTime('s')} as report_time,
    status, communicate_status,
    case when communicate_status = 0 then ${NOW} - coalesce(seen_at, report_time) end as offline_for,
    "positionType", lat, lon, speed::numeric::double precision as speed, electric,
    ${SENSOR_NAMES.map((name) => `${name}::numeric::double precision as ${name}`).join(', ')},
    alarms::bigint as alarms, version
  from device d join device_state s on device_id = d.id where report_time is not null`;

/** Condition for a ticket that has not ended. */
const OPEN = `state in ('unconfirmed', 'planned', 'waiting', 'sent')`;

const firmwareList = `
  select d.id, d.sn, d.device_name, d.org_id, d.device_type_id, s.version,
    newest.firmware_version as newest_version,
    case
      when s.version is null or newest.firmware_version is null then 0
      when s.version = newest.firmware_version then 1
      else 2
    end as state,
    running.version as upgrading_to, running.progress
  from device d join device_state s on s.device_id = d.id left join lateral (
    select firmware_version from firmware
    where device_type_id is null or device_type_id = d.device_type_id
    order by create_time desc limit 1
  ) newest on true left join lateral (
    select args ->> 'version' as version, progress from "appointmentCommandRecord" as sent
    where sent.sn = d.sn and cmd = 'upgrade' and ${OPEN}
    order by create_time desc limit 1
  ) running on true`;

const upgradeRecord = `
  select id, org_id, create_time, sn, args ->> 'version' as firmware_version,
    (args ->> 'firmware')::bigint as firware_no,
    case
      when state = 'success' then 1
      when state = 'failure' and progress is null then 2
      when state in ('failure', 'invalid') then 3
    end as issue_status,
    state, progress, wave, batch_id, message, operate_name, end_time
  from "appointmentCommandRecord" where cmd = 'upgrade'`;

/**
 * Loans of locks. The lender must still be above the lock; the loan of a lock that moved to another tenant has no
 * effect.
 */
const sharedDevice = `
  select (shared.org << 32) + d.id as id, d.sn, d.device_name, owner.org_name as owner_name,
    shared.org as org_id, shared.may_seal, shared.may_unseal, shared.ends, s.status,
    s.communicate_status, s.electric, ${reportTime('s')} as report_time, s.lat, s.lon
  from (
    select device_id, org, bool_or(may_seal) as may_seal, bool_or(may_unseal) as may_unseal,
      nullif(max(coalesce(ends, 9007199254740991)), 9007199254740991) as ends
    from "batchDisDevice" g, unnest(g.devices) as device_id, unnest(g.orgs) as org
    where g.state = 1 and (g.ends is null or g.ends > ${NOW})
      and g.org_id in (select org_above(device.org_id) from device where device.id = device_id)
    group by device_id, org
  ) shared
  join device d on d.id = shared.device_id
  join device_state s on s.device_id = d.id
  join org owner on owner.id = d.org_id`;

const inStates = (states: readonly string[]): string => `
  from "appointmentCommandRecord" where batch_id = b.id
    and state in (${states.map((state) => `'${state}'`).join(', ')})`;

const ticketsIn = (...states: string[]): string => `(select count(*) ${inStates(states)})`;

const areIn = (...states: string[]): string => `exists (select ${inStates(states)})`;

/** Locks of later calls that never arrived, because the sender or the server ended in between. */
const NOT_SENT = `greatest(0, b.total - b.refused - b.resent
    - (select count(*) from "appointmentCommandRecord" where batch_id = b.id))`;

/** Locks among these whose serial numbers are known, once no call can still bring them. */
const SENDABLE = `case
      when b.state in ('declined', 'unconfirmed') or b.create_time > ${NOW} - ${CHUNK_WINDOW} then 0
      else cardinality(b.rest)
    end`;

const commandBatch = `
  select b.id, b.org_id, b.create_time, b.cmd, b.total, b.operate_source, b.oper_id, b.operate_name,
    b.reason,
    b.confirm_name, b.confirm_time, b.schedule_id,
    case when b.waves is not null then b.wave end as wave,
    (select max(wave) from "appointmentCommandRecord" where batch_id = b.id) as waves,
    (b.waves ->> 'failures')::integer as bearable,
    ${ticketState.map(([state]) => `${ticketsIn(state)} as ${state}`).join(',\n    ')},
    ${ticketsIn('unconfirmed', 'planned', 'waiting')} as unsent, ${NOT_SENT} as not_sent,
    ${SENDABLE} as sendable, b.resent,
    case
      when b.state = 'declined' then 'declined'
      when ${areIn('unconfirmed')} then 'unconfirmed'
      when b.state = 'stopped' and ${areIn('planned')} then 'stopped'
      when ${areIn('planned', 'waiting', 'sent')} then 'running'
      when ${NOT_SENT} > 0 and b.create_time > ${NOW} - ${CHUNK_WINDOW} then 'running'
      when ${areIn('failure', 'invalid', 'cancelled')} or ${NOT_SENT} > 0 then 'failed'
      else 'done'
    end as state
  from command_batch b`;
/** Bytes that are not text are shown in hexadecimal. */
const lockMessage = `
  select m.id, m.at as create_time, d.sn, m.org_id, case when m.down then 2 else 1 end as direction,
    m.carrier, m.channel, m.said, m.why,
    case when m.is_text then convert_from(m.raw, 'UTF8')
      else trim(regexp_replace(encode(m.raw, 'hex'), '(..)', '\\1 ', 'g')) end as raw
  from lock_message m join device d on d.id = m.device_id`;

/**
 * Number of text messages sent, per lock and organisation. Counted when they are recorded, because records are
 * dropped by age while usage is not, and a sorted list must not count millions of records.
 */
const smsUsed = [
  `create table if not exists sms_used (
    sn text not null,
    org_id bigint not null,
    used bigint not null,
    primary key (sn, org_id)
  )`,
  'create index if not exists sms_used_org_id_idx on sms_used (org_id)',
  `create or replace function count_sms() returns trigger language plpgsql as $$
    begin
      insert into sms_used (sn, org_id, used)
        select coalesce(sn, ''), org_id, count(*) from added
        where state = 1 and org_id is not null group by 1, 2 order by 1, 2
        on conflict (sn, org_id) do update set used = sms_used.used + excluded.used;
      return null;
    end
  $$`,
  'drop trigger if exists count_sms on "smsRecord"',
  `create trigger count_sms after insert on "smsRecord" referencing new table as added
    for each statement execute function count_sms()`,
  `insert into sms_used (sn, org_id, used)
    select coalesce(sn, ''), org_id, count(*) from "smsRecord"
    where state = 1 and org_id is not null group by 1, 2
    on conflict do nothing`,
];

/** Start of the server's current day, epoch ms. */
const TODAY = '(select (extract(epoch from server_day()) * 1000)::bigint)';

const countedToday = (condition: string): string => `
  select count(*) as used from "smsRecord"
  where ${condition} and state = 1 and create_time >= ${TODAY}`;

/** Counts for the present owner alone: a lock may have changed hands. */
const smsDevice = `
  select d.id, d.sn, d.org_id, coalesce(ever.used, 0)::bigint as used,
    coalesce(today.used, 0) as used_today,
    greatest(0, ${MAX_SMS_PER_DAY} - coalesce(today.used, 0)) as left_today
  from device d
  left join sms_used ever on ever.sn = d.sn and ever.org_id = d.org_id
  left join lateral (${countedToday('sn = d.sn and org_id = d.org_id')}) today on true`;

const smsStatistics = `
  select o.id, o.id as org_id, coalesce(ever.used, 0)::bigint as used,
    greatest(0, o.sms_total - coalesce(ever.used, 0))::bigint as not_used,
    o.sms_total as total, coalesce(today.used, 0) as used_today
  from org o
  left join lateral (select sum(used) as used from sms_used where org_id = o.id) ever on true
  left join lateral (${countedToday('org_id = o.id')}) today on true`;

/** The organisation comes from the lock, because it can change. */
const lockSetting = `
  select s.id, s.sn, d.org_id, s.code, s.known, s.known_time, s.known_how, s.sent, s.sent_time,
    s.sent_state, s.sent_name, s.differs
  from lock_setting s join device d on d.sn = s.sn`;

const alarmHistory = `
  select id, create_time, alarm_id, sn, org_id, event, who, how, detail from alarm_history`;

/** SQL types of alarm settings. */
const alarmTypes: Readonly<Record<AlarmValue, string>> = {
  receive_type: 'integer',
  language: 'text',
  is_phone_config: 'boolean',
  phone: 'text',
  is_mail_config: 'boolean',
  mail_box: 'text',
  is_quiet_config: 'boolean',
  quiet_time: 'jsonb',
};

const usualAlarms = {
  receive_type: 1,
  language: langueOf('zh'),
  is_phone_config: false,
  is_mail_config: false,
  is_quiet_config: false,
} satisfies { readonly [K in AlarmValue]?: unknown };

/**
 * Effective alarm settings for a lock, a device type and an organisation, as JSON: each value from the nearest origin
 * that sets it, and that origin. The lock's own come first, then those of its type, then those of organisations; of
 * the last two, those of the nearest organisation. Disabled organisations set nothing.
 */
const alarmSettings = `
  create function alarm_settings(of_device bigint, of_type bigint, of_org bigint) returns jsonb
  language sql stable as $$
    select jsonb_object_agg(name, jsonb_build_object(
      'value', value, 'level', level, 'type', device_type_name, 'org', org_name,
      'org_id', org_id))
    from (
      select distinct on (name) name, value, level, device_type_name, org_name, told.org_id
      from (
        select 1 as level, 0 as depth, to_jsonb(own) as said, null::bigint as type_id,
          null::bigint as org_id
        from "alarmConfig" own where own.device_id = of_device
          and of_org in (select enabled_above(of_org))
        union all
        select case when general.device_type_id is null then 3 else 2 end, line.depth,
          to_jsonb(general), general.device_type_id, general.org_id
        from org_line(of_org) line
        join "alarmConfig" general on general.org_id = line.id and general.device_id is null
          and (general.device_type_id is null or general.device_type_id = of_type)
        where line.id in (select enabled_above(of_org))
        union all
        select 4, 0, '${JSON.stringify(usualAlarms)}'::jsonb, null, null
      ) told cross join lateral jsonb_each(told.said) as each(name, value)
      left join "deviceType" type on type.id = told.type_id
      left join org on org.id = told.org_id
      where name in (${ALARM_VALUES.map((name) => `'${name}'`).join(', ')}) and value <> 'null'
      order by name, level, depth
    ) nearest
  $$`;

const settledAs = (name: AlarmValue): string =>
  `(s.settled -> '${name}' ->> 'value')::${alarmTypes[name]} as ${name}`;

const alarmReceiver = `
  select r.*, case when is_phone_config and phone is not null then 1 else 0 end
    + case when is_mail_config and mail_box is not null then 2 else 0 end as told
  from (
    select d.id, d.sn, d.device_name, d.org_id, d.device_type_id, s.settled,
      ${ALARM_VALUES.map(settledAs).join(', ')}
    from device d
    cross join lateral (select alarm_settings(d.id, d.device_type_id, d.org_id) as settled offset 0) s
  ) r`;

const kinds = Object.entries(defaultSeverity)
  .map(([kind, severity]) => `(${kind}, ${severity})`)
  .join(', ');

/** Alarm policy of each organisation and kind: that of the nearest organisation above with one, or the default. */
const alarmGrade = `
  select o.id * 10000 + g.kind as id, o.id as org_id, g.kind as police_type, g.severity, g.closes,
    coalesce(g.note_required, g.severity = ${CRITICAL}) as note_required,
    case when g.said_by is null then 3 when g.said_by = o.id then 1 else 2 end as origin,
    by.org_name as set_by
  from org o
  cross join lateral (
    select distinct on (usual.kind) usual.kind, coalesce(said.severity, usual.severity) as severity,
      coalesce(said.closes, false) as closes, said.note_required, said.org_id as said_by
    from (values ${kinds}) usual(kind, severity)
    left join (org_line(o.id) line join "alarmSeverity" said on said.org_id = line.id)
      on said.police_type = usual.kind
    order by usual.kind, line.depth
  ) g
  left join org by on by.id = g.said_by`;

export const views: readonly DatabaseView[] = [
  {
    name: 'cardRenewal',
    foundation: [serverToday],
    query: cardRenewal('server_today()'),
    queryOn: cardRenewal,
  },
  { name: 'latestData', query: latestData },
  { name: 'firmwareList', query: firmwareList },
  { name: 'upgradeRecord', query: upgradeRecord },
  { name: 'commandBatch', query: commandBatch },
  { name: 'sharedDevice', query: sharedDevice },
  { name: 'lockMessage', query: lockMessage },
  { name: 'smsDevice', foundation: [...smsUsed, serverDay], query: smsDevice },
  { name: 'SmsStatistics', foundation: [...smsUsed, serverDay], query: smsStatistics },
  { name: 'lockSetting', query: lockSetting },
  { name: 'alarmHistory', query: alarmHistory },
  { name: 'alarmGrade', query: alarmGrade },
  {
    name: 'colleague',
    query: `
      select id, "operName", org_id, coalesce("operEmail", '') <> '' as has_email
      from oper where status = 1`,
  },
  {
    name: 'alarmReceiver',
    foundation: ['drop function if exists alarm_settings(bigint, bigint, bigint)', alarmSettings],
    query: alarmReceiver,
  },
];

/** Returns the rows of a view as of a day; undefined if they do not depend on it. @param today `yyyy-MM-dd` */
export const viewOn = (name: string, today: string): Sql | undefined => {
  const view = views.find((each) => each.name === name);
  const query = view?.queryOn?.(`date '${today}'`);
  return query === undefined ? undefined : sql`(${sql.raw(query)})`;
};

export const viewNames: readonly string[] = views.map(({ name }) => name);

/** Creates the views of the declared entities that are missing or have changed. */
export const applyViews = async (db: Database, views: readonly DatabaseView[]): Promise<void> => {
  await changeSchema(db, async (transaction) => {
    const marks = await readMarks(transaction);
    for (const view of views.filter((each) => marks.get(each.name) !== markOf(each))) {
      await drop(transaction, view.name);
      for (const statement of view.foundation ?? []) await sql.raw(statement).execute(transaction);
      await sql`create view ${sql.table(view.name)} as ${sql.raw(view.query)}`.execute(transaction);
      await sql`comment on view ${sql.table(view.name)} is ${sql.lit(markOf(view))}`.execute(
        transaction,
      );
    }
  });
};

const readMarks = async (db: Database): Promise<ReadonlyMap<string, string | null>> => {
  const { rows } = await sql<{ name: string; mark: string | null }>`
    select relname as name, obj_description(oid, 'pg_class') as mark from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'v'`.execute(db);
  return new Map(rows.map(({ name, mark }) => [name, mark]));
};

/** Digest of a view's definition, stored as its comment. A view is recreated only if it changes. */
const markOf = ({ foundation = [], query }: DatabaseView): string =>
  createHash('sha256')
    .update([...foundation, query].join(';'))
    .digest('hex');

const drop = (db: Database, name: string) =>
  sql`drop view if exists ${sql.table(name)}`.execute(db);
