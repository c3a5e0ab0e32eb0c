import { setImmediate as breath } from 'node:timers/promises';
import { type NotNull, sql, type Transaction } from 'kysely';
import type { Row } from '../../../config';
import { DAY } from '../../../domain/duration';
import type { TicketSource } from '../../../domain/ticket';
import { anyOf, idsFrom, insertRows, type Store, type Tables } from '../../../server/db';
import { openFences } from '../../../server/fleet/places/openFences';
import { openRegional } from '../../../server/fleet/places/openRegional';
import { readSeverities } from '../../../server/fleet/reports/alarms';
import { rowsOf } from '../../../server/fleet/reports/reportRows';
import { cardSwipes, insertRecords } from '../../../server/fleet/reports/reports';
import { lockStates, updateStates } from '../../../server/fleet/reports/stateRows';
import type { DeviceState } from '../../../server/fleet/state';
import { openPlaceReader } from '../../../server/gazetteer/ownPlaces';
import type { DemoLock } from '../../locks/locks';
import { gates } from '../../world/gates';
import { randomItem } from '../../world/random';
import type { Translate } from '../../world/texts';
import { generateHistory, type LockHistory } from './life';
import { insertDeliveries, sendMessages } from './notices';
import { type Operators, processAlarms } from './outcomes';
import type { HistoryCommand } from './pastLock';

type Trx = Transaction<Tables>;

interface HistoryOptions {
  readonly store: Store;
  readonly locks: readonly DemoLock[];
  readonly days: number;
  /** End of the history, epoch ms. */
  readonly now: number;
  readonly signal: AbortSignal;
  readonly translate: Translate;
}

/**
 * Marks in the table `planted`: `seedDemo` stores `wanted` in a new demo, `makeHistory` stores `made` when it has
 * finished.
 */
export const HISTORY_MARK = { kind: 'demo', wanted: 'past wanted', made: 'past made' } as const;

/** Locks per transaction. A small number, because other writers wait for it. */
const AT_ONCE = 4;

/**
 * Generates the demo's history once, if `seedDemo` requested it. Reports go through the same rules as live reports, so
 * that records, alarms and states agree. A few locks at a time get their whole history in one transaction; after an
 * interruption the next start continues with the locks that have none.
 * @param onLived receives the locks whose history is stored: they can start now
 * @returns the number of reports, or undefined if there was nothing to do
 * @throws the signal's reason if it is aborted
 */
export const makeHistory = async (
  options: HistoryOptions,
  onLived: (locks: readonly DemoLock[]) => void | Promise<void> = () => {},
): Promise<number | undefined> => {
  const { store, locks, days, now, signal } = options;
  if (!(await isHistoryRequested(store))) return undefined;
  for (let at = now - days * DAY; at < now; at += 28 * DAY) await store.ensurePartitions(at);
  const locked = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
    store.db.transaction().execute(async (trx) => {
      // No other server generates history meanwhile.
      await sql`select pg_advisory_xact_lock(7206)`.execute(trx);
      return work(trx);
    });
  const world = await locked((trx) => readWorld(trx, options));
  let reports = 0;
  for (let i = 0; i < locks.length; i += AT_ONCE) {
    signal.throwIfAborted();
    const some = locks.slice(i, i + AT_ONCE);
    const lived = some.filter(({ sn }) => world.ids.has(sn));
    const lives = lived.map((lock) => ({ lock, ...live(lock, world) }));
    reports += await locked((trx) => writeLives(trx, lives, world));
    await onLived(some);
    await breath();
  }
  await locked(async (trx) => {
    // Another server may have finished first.
    if (!(await isHistoryRequested({ db: trx }))) return;
    await insertRows(trx, 'planted', [{ kind: HISTORY_MARK.kind, code: HISTORY_MARK.made }]);
    await insertDeliveries(trx, { places: world.places, until: now });
  });
  return reports;
};

/** True if the demo's locks have a history or will get one. */
export const hasHistory = async (store: Pick<Store, 'db'>): Promise<boolean> =>
  (await marksOf(store)).length > 0;

/** True if the demo's history is requested and not finished. */
export const isHistoryRequested = async (store: Pick<Store, 'db'>): Promise<boolean> => {
  const marks = await marksOf(store);
  return marks.includes(HISTORY_MARK.wanted) && !marks.includes(HISTORY_MARK.made);
};

const marksOf = async ({ db }: Pick<Store, 'db'>): Promise<string[]> => {
  const rows = await db
    .selectFrom('planted')
    .select('code')
    .where('kind', '=', HISTORY_MARK.kind)
    .execute();
  return rows.map(({ code }) => code);
};

/** Data shared by the histories of all locks. */
interface World extends Pick<HistoryOptions, 'translate'> {
  readonly from: number;
  readonly until: number;
  /** Devices by serial number. */
  readonly ids: ReadonlyMap<string, { readonly id: number; readonly org_id: number }>;
  /** Operators of each organisation and of those above it. */
  readonly operators: Operators;
  /** Locks that a gate's rule unseals. */
  readonly unblocked: ReadonlySet<string>;
  readonly upgrade: Readonly<Record<string, unknown>> & { readonly version: string };
  readonly places: ReturnType<typeof openPlaceReader>;
  readonly readFences: ReturnType<typeof openFences>;
}

const readWorld = async (
  trx: Trx,
  { locks, days, now, translate }: HistoryOptions,
): Promise<World> => {
  const sns = locks.map(({ sn }) => sn);
  const devices = await trx
    .selectFrom('device_state')
    .select(['sn', 'device_id as id', 'org_id'])
    .where('sn', '=', anyOf(sns))
    .where('report_time', 'is', null)
    .execute();
  const staff = await trx
    .selectFrom('org')
    .innerJoin('oper', (join) =>
      join.on((eb) => eb('oper.org_id', 'in', idsFrom('org_above', eb.ref('org.id')))),
    )
    .select(['org.id as org', 'oper.id', 'oper.operName as name'])
    .where('oper.id', '<>', 1)
    .orderBy('oper.id')
    .execute();
  const ruled = await trx
    .selectFrom('regionalRule as rule')
    .innerJoin('device', (join) =>
      join.on((eb) => eb('device.id', '=', sql<number>`any(${eb.ref('rule.devices')})`)),
    )
    .distinct()
    .select('device.sn')
    .where('rule.enabled', '=', true)
    .where('rule.auto_unblock', '=', true)
    .execute();
  const firmware = await trx
    .selectFrom('firmware')
    .select(['id', 'firmware_version as version', 'firmware_path as path', 'sha256', 'size'])
    .$narrowType<{ sha256: NotNull; size: NotNull }>()
    .where('device_type_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .execute();
  const [newest] = firmware;
  if (!newest) throw new Error('The demo has no firmware');
  const { id, version, path, sha256, size } = newest;
  const places = openPlaceReader();
  const operators = new Map<number, { id: number; name: string }[]>();
  for (const { org, ...oper } of staff) operators.set(org, [...(operators.get(org) ?? []), oper]);
  return {
    from: now - days * DAY,
    until: now,
    ids: new Map(devices.map(({ sn, ...device }) => [sn, device])),
    operators,
    unblocked: new Set(ruled.map(({ sn }) => sn)),
    upgrade: { firmware: id, version, url: `/files/${path}`, sha256, size },
    translate,
    places,
    readFences: openFences(places),
  };
};

const live = (lock: DemoLock, { from, until, unblocked, upgrade, translate }: World): LockHistory =>
  generateHistory(lock, {
    from,
    until,
    upgrade,
    ruleAt: (end) =>
      unblocked.has(lock.sn)
        ? gates
            .filter((gate) => gate.autoUnblock && gate.routeId === lock.routeId && gate.end === end)
            .map((gate) => translate(gate.name))[0]
        : undefined,
  });

type Life = LockHistory & { readonly lock: DemoLock };

const writeLives = async (trx: Trx, all: readonly Life[], world: World): Promise<number> => {
  const sns = await withoutHistory(trx, all);
  const lives = all.filter(({ lock }) => sns.includes(lock.sn));
  const batch = lives.flatMap(({ lock: { sn }, reports }) =>
    reports.map((report) => ({ sn, report, receivedAt: report.ts + 400 })),
  );
  if (batch.length === 0) return 0;
  const lockedRows = await lockStates(trx, sns);
  // Every history starts with a sealed lock.
  const sealed: DeviceState[] = lockedRows.map((state) => ({ ...state, status: 2 }));
  const readRegional = await openRegional(trx);
  const regional = await readRegional(trx, sealed, cardSwipes(batch, sealed));
  const fencing = await world.readFences(trx, batch, sealed);
  const rows = rowsOf(batch, { states: sealed, rules: regional, fences: fencing });
  const commands = lives.flatMap(({ lock, commands }) => ticketsOf(lock, commands, world));
  const history = withSenders(rows.history, commands);
  const grades = await readSeverities(
    trx,
    lockedRows.flatMap(({ org_id }) => org_id ?? []),
  );
  const { states } = await insertRecords(trx, { ...rows, history }, grades, undefined);
  await insertTickets(trx, commands);
  await insertContacts(trx, lives, world);
  await updateStates(trx, states, lockedRows);
  await settle(trx, world, sns);
  return batch.length;
};

/** Returns the locks that have not reported yet. */
const withoutHistory = async (trx: Trx, lives: readonly Life[]): Promise<string[]> => {
  const sns = lives.filter(({ reports }) => reports.length > 0).map(({ lock }) => lock.sn);
  const rows = await trx
    .selectFrom('device_state')
    .select('sn')
    .where('sn', '=', anyOf(sns))
    .where('report_time', 'is', null)
    .execute();
  return rows.map(({ sn }) => sn);
};

/** Stores the connection events. */
const insertContacts = async (trx: Trx, lives: readonly Life[], { ids }: World): Promise<void> => {
  const rows = lives.flatMap(({ lock: { sn }, contacts }) =>
    contacts.map(({ at, event }) => {
      return { create_time: at, sn, org_id: ids.get(sn)?.org_id, event };
    }),
  );
  rows.sort((one, other) => one.create_time - other.create_time);
  await insertRows(trx, 'connectionRecord', rows);
};

interface Ticket extends Omit<HistoryCommand, 'rule' | 'source'> {
  readonly sn: string;
  readonly org_id: number;
  readonly oper_id: number | null;
  readonly operate_source: TicketSource;
  readonly operate_name: string;
}

const ticketsOf = (
  { sn, seed }: DemoLock,
  commands: readonly HistoryCommand[],
  { ids, operators }: World,
): Ticket[] => {
  const org_id = ids.get(sn)?.org_id ?? 0;
  const staff = operators.get(org_id) ?? [];
  return commands.flatMap(({ rule, source, ...command }, i): Ticket[] => {
    if (rule === undefined && staff.length === 0) return [];
    const sender = rule === undefined ? randomItem(staff, seed, i, 85) : { id: null, name: rule };
    const sent = { oper_id: sender.id, operate_source: source, operate_name: sender.name };
    return [{ ...command, sn, org_id, ...sent }];
  });
};

/** Adds the operator or rule whose command caused it to each remote action. */
const withSenders = (history: readonly Row[], tickets: readonly Ticket[]): Row[] => {
  const done = new Map(
    tickets
      .filter(({ state, cmd }) => state === 'success' && (cmd === 'seal' || cmd === 'unseal'))
      .map((ticket) => [`${ticket.sn} ${ticket.ended - 300}`, ticket]),
  );
  return history.map((row) => {
    const isRemote = row.lock_action === 1 || row.lock_action === 12;
    const by = isRemote ? done.get(`${row.sn} ${row.create_time}`) : undefined;
    return by ? { ...row, operate_source: by.operate_source, operate_name: by.operate_name } : row;
  });
};

const RESULTS: Readonly<Record<string, 1 | 2 | 3>> = { success: 1, failure: 2, invalid: 3 };

const insertTickets = (trx: Trx, tickets: readonly Ticket[]): Promise<void> =>
  insertRows(
    trx,
    'appointmentCommandRecord',
    [...tickets]
      .sort((one, other) => one.created - other.created)
      .map(({ created, sent, ended, message = null, ...ticket }) => ({
        ...{ ...ticket, message, result: RESULTS[ticket.state] ?? null },
        ...{ create_time: created, send_time: sent, end_time: ended, deadline: created + DAY },
      })),
  );

/** Completes the history: processes alarms, records messages, and takes the locks off the line. */
const settle = async (trx: Trx, world: World, sns: readonly string[]): Promise<void> => {
  const { until } = world;
  await processAlarms(trx, world, sns);
  await sendMessages(trx, sns, world.places);
  await sql`
    update device_state set communicate_status = 0,
      seen_at = case when report_time <= ${until} then report_time end,
      alarms = (select count(*) from "alertRecord" a where a.sn = device_state.sn and a.state = 0)
    where sn = any(${sns})`.execute(trx);
};
