import { type Kysely, sql, type Transaction } from 'kysely';
import type { AnyEntity, Row } from '../../config';
import { BLIND_SPOT, type LockReport, needsReceiptTime } from '../../domain/lock';
import type { LockEvent } from '../../domain/notice';
import { SOURCE, type TicketSource } from '../../domain/ticket';
import type { Database, Tables } from '../db';
import {
  clearAlarms,
  countRepeatedAlarms,
  defaultSeverities,
  type ReadSeverities,
  type SeverityTable,
  withSeverities,
} from './alarms';
import { emptyFenceWatch, type ReadFences } from './openFences';
import type { ReadRegional } from './openRegional';
import {
  type DeviceState,
  MAX_CLOCK_AHEAD,
  reportDigest,
  rowsOf,
  type UnsealEvent,
  withTrustedClocks,
} from './reportRows';
import { addTickets } from './tickets';

/** A report as it arrived. */
export interface ReceivedReport {
  readonly sn: string;
  readonly report: LockReport;
  /** ms since 1970, this server's clock. */
  readonly receivedAt: number;
  /** What tells it from every other of its lock as it was told; `digestOf` the report without. */
  readonly digest?: string;
}

/** One statement per table however many rows: they travel as one JSON value. */
const insertAll = async (
  trx: Database,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return;
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const typed = sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  );
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(${typed})`.execute(
    trx,
  );
};

/** Queues what somebody is to be told of what is stored. */
export type EnqueueNotices = (trx: Database, events: readonly LockEvent[]) => Promise<void>;

const eventOf = (row: Row, alarm?: unknown): LockEvent => ({
  sn: String(row.sn),
  at: Number(row.create_time),
  alarm: alarm as LockEvent['alarm'],
  status: row.lock_status as LockEvent['status'],
  action: row.lock_action as LockEvent['action'],
  lat: row.lat as LockEvent['lat'],
  lon: row.lon as LockEvent['lon'],
  fence: row.fence_name as LockEvent['fence'],
  severity: row.severity as LockEvent['severity'],
  late: row.told_late === true || undefined,
});

/** The alarms, and the changes that are not told by an alarm of the same report already. */
const eventsOf = ({ alarms, history }: Pick<ReturnType<typeof rowsOf>, 'alarms' | 'history'>) => {
  const key = ({ sn, create_time }: Row) => `${create_time} ${sn}`;
  const alarmed = new Set(alarms.map(key));
  const isOwn = (row: Row) => (row.lock_action ?? null) !== null || !alarmed.has(key(row));
  return [
    ...alarms.map((row) => eventOf(row, row.police_type)),
    ...history.filter(isOwn).map((row) => eventOf(row)),
  ];
};

/** What a batch of reports is read by; what is left out is not declared here. */
interface ReportReading {
  /** The declaration of locks. */
  readonly device: AnyEntity;
  readonly readRegional: ReadRegional;
  readonly readFences?: ReadFences;
  readonly readGrades?: ReadSeverities;
  /** Queues what people are told, in the same transaction. */
  readonly tell?: EnqueueNotices;
  /** Child locks have a state of their own. */
  readonly hasChildren?: boolean;
}

/**
 * Stores a batch of reports: records, changes, history, alarms, the latest state and the commands that follow, all or
 * nothing. A report that is stored already, as when a lock did not hear that it was, is left out.
 * @returns the locks that have a new command waiting, and those that nobody took for online: some waits for them, maybe
 */
export const writeReports = (
  db: Kysely<Tables>,
  batch: readonly ReceivedReport[],
  {
    device,
    readRegional,
    readFences = emptyFenceWatch,
    readGrades = defaultSeverities,
    tell,
    hasChildren,
  }: ReportReading,
): Promise<string[]> =>
  db.transaction().execute(async (trx) => {
    const held = await lockDeviceRows(trx, [...new Set(batch.map(({ sn }) => sn))]);
    const news = await newOnes(trx, batch, held);
    const known = withTrustedClocks(held, news);
    const regional = await readRegional(trx, known, cardSwipes(news, known));
    const fencing = await readFences(trx, news, known);
    const rows = rowsOf(news, {
      known,
      regional,
      fencing,
      unsealWhen: device.commands.unseal?.when,
    });
    const concerned = [...rows.alarms, ...rows.cleared];
    const grades = await readGrades(
      trx,
      concerned.length > 0 ? known.map((lock) => lock.org_id) : [],
    );
    const history = await withSenders(trx, rows.history);
    const { alarms, states } = await insertRecords(trx, { ...rows, history }, grades, Date.now());
    await tell?.(trx, eventsOf({ alarms, history: rows.history }));
    await updateDevices(trx, states);
    if (hasChildren) await updateChildren(trx, news);
    await addTickets(trx, rows.unseals.map(ticketOf));
    const woken = known.filter(({ communicate_status }) => communicate_status !== 1);
    return [...new Set([...rows.unseals, ...woken].map(({ sn }) => sn))];
  });

/** Holds the locks that reports are about until the transaction ends, and tells what is known of them. */
export const lockDeviceRows = async (
  trx: Database,
  sns: readonly string[],
): Promise<(DeviceState & { readonly communicate_status: number })[]> => {
  const { rows } = await sql<DeviceState & { readonly communicate_status: number }>`
    select id, sn, org_id, status, report_time, electric, lat, lon, "positionType", position_time,
           speed, course, voltage, temperature, version, alarms, raised, fix_lat, fix_lon, fix_time,
           fences, regions, protocol, communicate_status
    from device where sn = any(${sns}) order by sn for update`.execute(trx);
  return rows;
};

/**
 * Writes the records that reports make, a statement for each sort of them, and what became of alarms that stood.
 * @param now ms since 1970, this server's clock; undefined for records of the past, in which all is of its own time
 * @returns the alarms as they are stored, and the states of the locks after them
 */
export const insertRecords = async (
  trx: Database,
  rows: ReturnType<typeof rowsOf>,
  grades: SeverityTable,
  now: number | undefined,
): Promise<{ readonly alarms: Row[]; readonly states: readonly DeviceState[] }> => {
  await insertAll(trx, 'deviceLocationRecord', LOCATION, rows.locations);
  await insertAll(trx, 'statusChangeRecord', CHANGE, rows.changes);
  await insertAll(trx, 'lockHistory', HISTORY, rows.history);
  const alarms = withSeverities(rows.alarms, grades, now);
  await insertAll(trx, 'alertRecord', ALARM, alarms);
  await countRepeatedAlarms(trx, rows.repeats);
  const states = await clearAlarms(trx, rows, grades, now);
  return { alarms, states };
};

/** What a lock tells again because it did not hear that it is stored comes within this time, ms. */
const REPEATED = 600_000;

/**
 * Those of a batch that are not stored yet, each once and with a time. Only a report that is not newer than its lock's
 * newest, or tells no time, can be there already; the locks are held, so that no other server stores it meanwhile.
 */
const newOnes = async (
  trx: Transaction<Tables>,
  batch: readonly ReceivedReport[],
  known: readonly DeviceState[],
): Promise<ReceivedReport[]> => {
  const newest = new Map(known.map(({ sn, report_time }) => [sn, report_time ?? 0]));
  const told = batch.map(({ sn, report, receivedAt }) => {
    const digest = reportDigest(report);
    return needsReceiptTime(report, receivedAt)
      ? {
          sn,
          report: { ...report, ts: receivedAt },
          receivedAt,
          digest,
          since: receivedAt - REPEATED,
        }
      : { sn, report, receivedAt, digest, since: report.ts };
  });
  const doubtful = told
    .filter(({ sn, since }) => since <= (newest.get(sn) ?? 0))
    .map(({ sn, report, digest, since }) => ({ sn, since, until: report.ts, digest }));
  const stored = new Set<string>();
  if (doubtful.length > 0) {
    const { rows } = await sql<{ sn: string; digest: string }>`
      select stored.sn, stored.digest
      from jsonb_to_recordset(${JSON.stringify(doubtful)}::jsonb)
        as told(sn varchar, since bigint, until bigint, digest uuid)
      join "deviceLocationRecord" as stored
        on stored.sn = told.sn and stored.create_time between told.since and told.until
          and stored.digest = told.digest
    `.execute(trx);
    for (const { sn, digest } of rows) stored.add(`${digest} ${sn}`);
  }
  return told.flatMap(({ since: _, ...received }) => {
    const key = `${received.digest} ${received.sn}`;
    if (stored.has(key)) return [];
    stored.add(key);
    return [received];
  });
};

/** The card numbers in a batch, each once per lock. */
export const cardSwipes = (batch: readonly ReceivedReport[], known: readonly DeviceState[]) => {
  const devices = new Map(known.map(({ sn, id, org_id }) => [sn, { device_id: id, org_id }]));
  const swipes = batch.flatMap(({ sn, report: { icc_card_no: card_no } }) => {
    const found = devices.get(sn);
    return found && card_no !== undefined ? [{ sn, card_no, ...found }] : [];
  });
  return [...new Map(swipes.map((swipe) => [`${swipe.sn} ${swipe.card_no}`, swipe])).values()];
};

/**
 * How long an automatic command waits for its lock, ms. An operator's may wait for a day; this one must not open a lock
 * that fell asleep in the region and wakes up somewhere else.
 */
const AUTOMATIC_WAIT = 600_000;

const ticketOf = ({ sn, org_id, rule }: UnsealEvent) => ({
  sn,
  org_id,
  cmd: 'unseal',
  args: {},
  deadline: Date.now() + AUTOMATIC_WAIT,
  oper_id: null,
  operate_source: SOURCE.regionalRule,
  operate_name: rule.name,
});

/** Makes what reports tell the latest state of their locks. */
export const updateDevices = async (trx: Database, states: readonly DeviceState[]) => {
  await sql`
    update device set
      status = new.status, report_time = new.report_time, electric = new.electric,
      lat = new.lat, lon = new.lon, "positionType" = new."positionType",
      position_time = new.position_time, speed = new.speed, course = new.course,
      voltage = new.voltage, temperature = new.temperature, version = new.version,
      alarms = new.alarms, fix_lat = new.fix_lat, fix_lon = new.fix_lon, fix_time = new.fix_time,
      fences = new.fences, regions = new.regions, raised = new.raised,
      communicate_status = 1,
      position = case when new.lat is null then device.position
                      else round(new.lat::numeric, 6) || ', ' || round(new.lon::numeric, 6) end
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as new(
      sn varchar, status integer, report_time bigint, electric smallint,
      lat double precision, lon double precision, "positionType" integer, position_time bigint,
      speed real, course real, voltage real, temperature real, version varchar, alarms integer,
      fix_lat double precision, fix_lon double precision, fix_time bigint, fences bigint[],
      regions bigint[], raised jsonb)
    where device.sn = new.sn`.execute(trx);
};

/** What was recorded in a blind spot, or came late, tells nothing of what is. */
const updateChildren = async (
  trx: Transaction<Tables>,
  news: readonly ReceivedReport[],
): Promise<void> => {
  const told = news.flatMap(({ sn, report: { ts, report_reson, children = [] } }) =>
    report_reson === BLIND_SPOT
      ? []
      : children.map(({ sn: child, ...state }) => ({ sn, child, at: ts, ...state })),
  );
  if (told.length === 0) return;
  await sql`
    with told as (
      select distinct on (device.id, lower(new.child)) device.id as device_id, new.*
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as new(
        sn varchar, child varchar, at bigint, status integer, electric smallint, voltage real)
      join device on device.sn = new.sn
      order by device.id, lower(new.child), new.at desc
    )
    update "childLock" as child set report_time = told.at,
      status = coalesce(told.status, child.status),
      electric = coalesce(told.electric, child.electric),
      voltage = coalesce(told.voltage, child.voltage)
    from told
    where child.device_id = told.device_id and lower(child.child_sn) = lower(told.child)
      and (child.report_time is null or child.report_time < told.at
        or child.report_time > ${Date.now() + MAX_CLOCK_AHEAD})`.execute(trx);
};

/** The columns of the records that reports are kept in, with their types as `jsonb_to_recordset` takes them. */
type Columns = Readonly<Record<string, string>>;

/** What every record keeps of a report. */
const REPORTED: Columns = {
  sn: 'varchar',
  org_id: 'bigint',
  create_time: 'bigint',
  report_reson: 'integer',
  lock_status: 'integer',
  lock_state: 'integer',
  position_status: 'integer',
  lat: 'double precision',
  lon: 'double precision',
  lock_action: 'integer',
  police_type: 'integer',
  fault_code: 'integer',
  fault_msg: 'varchar',
  electric: 'smallint',
  voltage: 'double precision',
  temperature: 'double precision',
  mcc: 'bigint',
  mnc: 'bigint',
  lac: 'bigint',
  cid: 'bigint',
  icc_card_no: 'varchar',
  icc_card_name: 'varchar',
};

const LOCATION: Columns = {
  ...REPORTED,
  speed: 'double precision',
  course: 'double precision',
  receive_time: 'bigint',
  digest: 'uuid',
};

const CHANGE: Columns = { ...REPORTED, before_status: 'integer' };

const HISTORY: Columns = {
  ...CHANGE,
  card_verdict: 'integer',
  operate_source: 'integer',
  operate_name: 'varchar',
};

const ALARM: Columns = {
  ...REPORTED,
  card_verdict: 'integer',
  fence_id: 'bigint',
  fence_name: 'varchar',
  told_late: 'boolean',
  state: 'integer',
  severity: 'integer',
  raise_time: 'bigint',
  last_time: 'bigint',
  times: 'integer',
  handler_id: 'bigint',
};

/** Commands by the action that a lock reports when it did one. */
const REMOTE: Readonly<Record<number, string>> = { 1: 'unseal', 12: 'seal' };

/** Clocks of locks are a little wrong, ms. */
const ASKEW = 60_000;

/**
 * Remote actions are done by the operator, or the rule, whose command the lock last took; what comes from a blind spot,
 * by the last one before it happened.
 */
const withSenders = async (db: Database, history: readonly Row[]): Promise<Row[]> => {
  const remote = history.flatMap(({ sn, create_time, lock_action, report_reson }, i) => {
    const cmd = REMOTE[lock_action as number];
    const until = report_reson === BLIND_SPOT ? Number(create_time) + ASKEW : null;
    return cmd === undefined ? [] : [{ i, sn, cmd, until }];
  });
  if (remote.length === 0) return [...history];
  const { rows } = await sql<{
    readonly i: number;
    readonly operate_source: TicketSource | null;
    readonly operate_name: string;
  }>`
    select told.i, sender.* from jsonb_to_recordset(${JSON.stringify(remote)}::jsonb)
      as told(i integer, sn varchar, cmd varchar, until bigint)
    cross join lateral (
      select operate_source, operate_name from "appointmentCommandRecord" as sent
      where sent.sn = told.sn and sent.cmd = told.cmd
        and sent.send_time <= coalesce(told.until, sent.send_time)
      order by id desc limit 1
    ) as sender`.execute(db);
  const senders = new Map(rows.map(({ i, ...sender }) => [i, sender]));
  return history.map((row, i) => ({ ...row, ...senders.get(i) }));
};
