import { sql } from 'kysely';
import type { AnyEntity, Row } from '../../../config';
import { BLIND_SPOT, COMMUNICATE_STATUS } from '../../../domain/lock';
import { MAX_CLOCK_AHEAD } from '../../../domain/lockClock';
import type { LockEvent } from '../../../domain/notice';
import { SOURCE, type TicketSource } from '../../../domain/ticket';
import { anyOf, type Database, listAs } from '../../db';
import { addTickets, isOfOwner } from '../commands';
import { emptyFenceWatch, type ReadFences } from '../places/openFences';
import type { ReadRegional } from '../places/openRegional';
import type { DeviceState, ReceivedReport } from '../state';
import {
  clearAlarms,
  countRepeatedAlarms,
  defaultSeverities,
  type ReadSeverities,
  type SeverityTable,
  withSeverities,
} from './alarms';
import { correctAlarms } from './correctAlarms';
import { formerOwnersOf, formerState } from './formerOwners';
import { noMutes, type ReadMutes } from './mutes';
import { ALARM, CHANGE, HISTORY, insertColumns, LOCATION } from './recordRows';
import {
  mayBeSetBack,
  reportDigest,
  rowsOf,
  type UnsealEvent,
  withReceiptTimes,
  withTrustedClocks,
} from './reportRows';
import { lockStates, updateStates } from './stateRows';

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

/** Returns the events to notify: alarms, lock actions, and status changes whose report raised no alarm. */
const eventsOf = (alarms: readonly Row[], history: readonly Row[]) => {
  const key = ({ sn, create_time }: Row) => `${create_time} ${sn}`;
  const alarmKeys = new Set(alarms.map(key));
  const isOwn = (row: Row) => (row.lock_action ?? null) !== null || !alarmKeys.has(key(row));
  return [
    ...alarms.filter(({ muted }) => !muted).map((row) => eventOf(row, row.police_type)),
    ...history.filter(isOwn).map((row) => eventOf(row)),
  ];
};

/** Dependencies of writeReports. Those of entities that the configuration does not declare are left out. */
interface WriteReportsOptions {
  /** Entity of the locks. The `when` of its `unseal` command also limits automatic unsealing. */
  readonly device: AnyEntity;
  readonly readRegional: ReadRegional;
  readonly readFences?: ReadFences;
  readonly readSeverities?: ReadSeverities;
  readonly readMutes?: ReadMutes;
  /** Queues the notifications for stored events. */
  readonly enqueueNotices?: (trx: Database, events: readonly LockEvent[]) => Promise<void>;
  /** True if child locks are declared; their state is then updated too. */
  readonly hasChildLocks?: boolean;
}

/**
 * Stores a batch of reports in one transaction: location records, status changes, lock history, alarms, the latest
 * state and automatic unseal commands. Skips reports that are already stored: a lock resends what was not acknowledged.
 */
export const writeReports = (
  db: Database,
  received: readonly ReceivedReport[],
  {
    device,
    readRegional,
    readFences = emptyFenceWatch,
    readSeverities = defaultSeverities,
    readMutes = noMutes,
    enqueueNotices,
    hasChildLocks,
  }: WriteReportsOptions,
) =>
  db.transaction().execute(async (trx) => {
    const devices = await lockStates(trx, [...new Set(received.map(({ sn }) => sn))]);
    const former = await formerOwnersOf(trx, received, devices);
    await writeFormerReports(trx, former, devices, { readRegional, readSeverities });
    const newReports = await withoutStored(
      trx,
      received.filter((report) => !former.has(report)),
      devices,
    );
    const receiptTimes = await readReceiptTimes(trx, newReports, devices);
    const trusted = withTrustedClocks(devices, newReports, receiptTimes);
    const states = withReceiptTimes(trusted, received);
    const rules = await readRegional(trx, states, cardSwipes(newReports, states));
    const fences = await readFences(trx, newReports, states);
    const rows = rowsOf(newReports, {
      states,
      rules,
      fences,
      unsealWhen: device.commands.unseal?.when,
    });
    const changedAlarms = [...rows.alarms, ...rows.cleared];
    const policies = await readSeverities(
      trx,
      changedAlarms.length > 0 ? states.map((lock) => lock.org_id) : [],
    );
    const isMuted = await readMutes(
      trx,
      rows.alarms.map(({ org_id }) => Number(org_id)),
      Date.now(),
    );
    const alarms = rows.alarms.map((alarm) => ({ ...alarm, muted: isMuted(alarm) }));
    const history = await withCommandSource(trx, rows.history);
    const stored = await insertRecords(trx, { ...rows, alarms, history }, policies, Date.now());
    const events = [...stored.corrections, ...eventsOf(stored.alarms, rows.history)];
    await enqueueNotices?.(trx, events);
    await updateStates(trx, stored.states, devices);
    if (hasChildLocks) await updateChildLocks(trx, newReports);
    await addTickets(trx, rows.unseals.map(ticketOf));
    const notOnline = states.filter(
      ({ communicate_status }) => communicate_status !== COMMUNICATE_STATUS.online,
    );
    const registeredSns = new Set(devices.map(({ sn }) => sn));
    return {
      /** Locks with a new automatic command, and those that were not online before. */
      deliverableSns: [...new Set([...rows.unseals, ...notOnline].map(({ sn }) => sn))],
      /** Reports of locks that are not registered, or no longer under this serial number. They are not stored. */
      unregistered: received.filter(({ sn }) => !registeredSns.has(sn)),
    };
  });

/**
 * Stores buffered reports for the former owners of their locks. They are records and open alarms of those organisations
 * and change nothing of the locks. No notice is sent, because it would describe the lock of its present owner.
 */
const writeFormerReports = async (
  trx: Database,
  former: ReadonlyMap<ReceivedReport, number>,
  devices: readonly DeviceState[],
  options: Required<Pick<WriteReportsOptions, 'readRegional' | 'readSeverities'>>,
): Promise<void> => {
  for (const org_id of new Set(former.values())) {
    const reports = [...former.keys()].filter((report) => former.get(report) === org_id);
    const states = devices
      .filter(({ sn }) => reports.some((report) => report.sn === sn))
      .map((state) => formerState(state, org_id));
    const newReports = await withoutStored(trx, reports, states);
    const rules = await options.readRegional(trx, states, cardSwipes(newReports, states));
    const rows = rowsOf(newReports, { states, rules });
    const history = await withCommandSource(trx, rows.history, org_id);
    await insertRecords(
      trx,
      { ...rows, history },
      await options.readSeverities(trx, [org_id]),
      Date.now(),
    );
  }
};

/**
 * Inserts the records of a batch, one statement per table, and updates open alarms that repeated or ended.
 * @param now server clock, epoch ms; undefined when history is seeded: an alarm is then raised at its report's time
 * @returns the alarms, and corrections of earlier ones that are not muted
 */
export const insertRecords = async (
  trx: Database,
  rows: ReturnType<typeof rowsOf>,
  policies: SeverityTable,
  now: number | undefined,
) => {
  await insertColumns(trx, 'deviceLocationRecord', LOCATION, rows.locations);
  await insertColumns(trx, 'statusChangeRecord', CHANGE, rows.changes);
  await insertColumns(trx, 'lockHistory', HISTORY, rows.history);
  const corrected = await correctAlarms(trx, rows.corrections, rows.states, now);
  const alarms = withSeverities(rows.alarms, policies, now);
  await insertColumns(trx, 'alertRecord', ALARM, alarms);
  await countRepeatedAlarms(trx, rows.repeats);
  const states = await clearAlarms(trx, rows.cleared, corrected.states, policies, now);
  return { alarms, corrections: corrected.events, states };
};

/** Reads when the states of locks were received whose clock may have been set back since. Most batches have none. */
const readReceiptTimes = async (
  trx: Database,
  batch: readonly ReceivedReport[],
  devices: readonly DeviceState[],
): Promise<ReadonlyMap<string, number>> => {
  const stateBySn = new Map(devices.map((state) => [state.sn, state]));
  const timeBySn = new Map<string, number>();
  for (const received of batch) {
    const state = stateBySn.get(received.sn);
    if (state?.report_time && mayBeSetBack(state, received))
      timeBySn.set(state.sn, state.report_time);
  }
  if (timeBySn.size === 0) return new Map();
  const rows = await trx
    .selectFrom('deviceLocationRecord')
    .select(['sn', 'create_time', 'receive_time', 'report_reson'])
    .where('sn', '=', anyOf([...timeBySn.keys()]))
    .where('create_time', '=', anyOf([...timeBySn.values()]))
    .orderBy('receive_time')
    .execute();
  return new Map(
    rows.flatMap(({ sn, create_time, receive_time, report_reson }) =>
      sn !== null &&
      receive_time !== null &&
      report_reson !== BLIND_SPOT &&
      create_time === timeBySn.get(sn)
        ? [[sn, receive_time] as const]
        : [],
    ),
  );
};

/** A report without a usable time counts as a resend if an equal one was received within this time, ms. */
const RESEND_WINDOW = 600_000;

/**
 * Returns the reports that are not stored yet for the lock's organisation, without duplicates. One without a usable
 * time gets the time of receipt. A live report that is newer than its lock's latest is not looked up: it cannot be
 * stored. The caller holds the row locks, so no other server can store one meanwhile.
 */
const withoutStored = async (
  trx: Database,
  batch: readonly ReceivedReport[],
  devices: readonly DeviceState[],
): Promise<ReceivedReport[]> => {
  const stateBySn = new Map(devices.map((state) => [state.sn, state]));
  const candidates = batch.map(({ sn, report, receivedAt, isUndated }) => {
    const digest = reportDigest(report);
    const common = { sn, receivedAt, digest };
    return isUndated
      ? { ...common, report: { ...report, ts: receivedAt }, since: receivedAt - RESEND_WINDOW }
      : { ...common, report, since: report.ts };
  });
  const possiblyStored = candidates
    .filter(
      ({ sn, report, since }) =>
        report.report_reson === BLIND_SPOT || since <= (stateBySn.get(sn)?.report_time ?? 0),
    )
    .map(({ sn, report, digest, since }) => ({
      ...{ sn, since, until: report.ts, digest },
      org_id: stateBySn.get(sn)?.org_id,
    }));
  const stored = new Set<string>();
  if (possiblyStored.length > 0) {
    const candidateList = listAs(
      'candidate',
      { sn: 'varchar', org_id: 'bigint', since: 'bigint', until: 'bigint', digest: 'uuid' },
      possiblyStored,
    );
    const { rows } = await sql<{ sn: string; digest: string }>`
      select stored.sn, stored.digest
      from ${candidateList}
      join "deviceLocationRecord" as stored
        on stored.sn = candidate.sn and stored.org_id = candidate.org_id
          and stored.create_time between candidate.since and candidate.until
          and stored.digest = candidate.digest
    `.execute(trx);
    for (const { sn, digest } of rows) stored.add(`${digest} ${sn}`);
  }
  return candidates.filter(({ sn, digest }) => {
    const key = `${digest} ${sn}`;
    if (stored.has(key)) return false;
    stored.add(key);
    return true;
  });
};

/** Returns the card swipes of a batch, one per lock and card; reports of unknown locks are skipped. */
export const cardSwipes = (batch: readonly ReceivedReport[], states: readonly DeviceState[]) => {
  const devices = new Map(states.map(({ sn, id, org_id }) => [sn, { device_id: id, org_id }]));
  const swipes = batch.flatMap(({ sn, report: { icc_card_no: card_no } }) => {
    const device = devices.get(sn);
    return device && card_no !== undefined ? [{ sn, card_no, ...device }] : [];
  });
  return [...new Map(swipes.map((swipe) => [`${swipe.sn} ${swipe.card_no}`, swipe])).values()];
};

/**
 * Lifetime of an automatic unseal command, ms. It is short, unlike an operator's day, so that a lock that falls asleep
 * in the region is not unsealed where it wakes up.
 */
const AUTOMATIC_COMMAND_LIFETIME = 600_000;

const ticketOf = ({ sn, org_id, rule }: UnsealEvent) => ({
  sn,
  org_id,
  cmd: 'unseal',
  args: {},
  deadline: Date.now() + AUTOMATIC_COMMAND_LIFETIME,
  oper_id: null,
  operate_source: SOURCE.regionalRule,
  operate_name: rule.name,
});

/**
 * Updates the state of child locks. Ignores blind-spot reports, and reports older than the stored state unless that
 * has a time in the future.
 */
const updateChildLocks = async (
  trx: Database,
  newReports: readonly ReceivedReport[],
): Promise<void> => {
  const childStates = newReports.flatMap(({ sn, report: { ts, report_reson, children = [] } }) =>
    report_reson === BLIND_SPOT
      ? []
      : children.map(({ sn: child, ...state }) => ({ sn, child, at: ts, ...state })),
  );
  if (childStates.length === 0) return;
  const newList = listAs(
    'new',
    {
      sn: 'varchar',
      child: 'varchar',
      at: 'bigint',
      status: 'integer',
      electric: 'smallint',
      voltage: 'real',
    },
    childStates,
  );
  await sql`
    with latest as (
      select distinct on (device.id, lower(new.child)) device.id as device_id, new.*
      from ${newList}
      join device on device.sn = new.sn
      order by device.id, lower(new.child), new.at desc
    )
    update "childLock" as child set report_time = latest.at,
      status = coalesce(latest.status, child.status),
      electric = coalesce(latest.electric, child.electric),
      voltage = coalesce(latest.voltage, child.voltage)
    from latest
    where child.device_id = latest.device_id and lower(child.child_sn) = lower(latest.child)
      and (child.report_time is null or child.report_time < latest.at
        or child.report_time > ${Date.now() + MAX_CLOCK_AHEAD})`.execute(trx);
};

/** Command code by the `lock_action` that confirms it. */
const COMMAND_OF_ACTION: Readonly<Record<number, string>> = { 1: 'unseal', 12: 'seal' };

/** Tolerated difference between a lock's clock and the server's, ms. */
const CLOCK_TOLERANCE = 60_000;

/**
 * Adds to remote seals and unseals the operator or rule whose command caused them: the last one sent to the lock or,
 * for a blind-spot report, the last one sent before it.
 * @param formerOwner organisation that owned the locks then; by default the present owner of each
 */
const withCommandSource = async (
  db: Database,
  history: readonly Row[],
  formerOwner?: number,
): Promise<Row[]> => {
  const isOwn =
    formerOwner === undefined ? isOfOwner('sent', 'device') : sql`sent.org_id = ${formerOwner}`;
  const remoteActions = history.flatMap(({ sn, create_time, lock_action, report_reson }, i) => {
    const cmd = COMMAND_OF_ACTION[lock_action as number];
    const until = report_reson === BLIND_SPOT ? Number(create_time) + CLOCK_TOLERANCE : null;
    return cmd === undefined ? [] : [{ i, sn: String(sn), cmd, until }];
  });
  if (remoteActions.length === 0) return [...history];
  const actionList = listAs(
    'action',
    { i: 'integer', sn: 'varchar', cmd: 'varchar', until: 'bigint' },
    remoteActions,
  );
  const { rows } = await sql<{
    readonly i: number;
    readonly operate_source: TicketSource | null;
    readonly operate_name: string;
  }>`
    select action.i, command.* from ${actionList}
    cross join lateral (
      select operate_source, operate_name from "appointmentCommandRecord" as sent
      join device_state as device on device.sn = sent.sn
      where sent.sn = action.sn and sent.cmd = action.cmd and ${isOwn}
        and sent.send_time <= coalesce(action.until, sent.send_time)
      order by id desc limit 1
    ) as command`.execute(db);
  const sources = new Map(rows.map(({ i, ...source }) => [i, source]));
  return history.map((row, i) => ({ ...row, ...sources.get(i) }));
};
