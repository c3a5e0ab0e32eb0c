import { setImmediate as breath } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Row } from '../../config';
import { DAY } from '../../domain/duration';
import { SOURCE } from '../../domain/ticket';
import { idsFrom, insertRows, type Store, type Tables } from '../../server/db';
import { openFences } from '../../server/fleet/places/openFences';
import { openRegional } from '../../server/fleet/places/openRegional';
import { readSeverities } from '../../server/fleet/reports/alarms';
import { rowsOf } from '../../server/fleet/reports/reportRows';
import { cardSwipes, insertRecords } from '../../server/fleet/reports/reports';
import { lockStates, updateStates } from '../../server/fleet/reports/stateRows';
import type { DeviceState } from '../../server/fleet/state';
import { openPlaceReader } from '../../server/gazetteer/ownPlaces';
import { REMOTE_SEAL, REMOTE_UNSEAL } from '../locks/lockBody';
import type { DemoLock } from '../locks/locks';
import { gateAt } from '../world/gates';
import { randomItem } from '../world/random';
import type { Translate } from '../world/texts';
import { generateHistory, type LockHistory } from './life';
import { sendMessages } from './notices';
import { processAlarms } from './outcomes';
import { REPLY_MS } from './pastLock';

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
  if ((await historyMark(store)) !== HISTORY_MARK.wanted) return undefined;
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
    reports += await locked((trx) => writeLives(trx, some, world));
    await onLived(some);
    await breath();
  }
  await locked(async (trx) => {
    // Another server may have finished first.
    if ((await historyMark({ db: trx })) !== HISTORY_MARK.wanted) return;
    await insertRows(trx, 'planted', [{ kind: HISTORY_MARK.kind, code: HISTORY_MARK.made }]);
    await sendMessages(trx, now);
  });
  return reports;
};

/** Returns the last mark of the history: undefined if the demo's locks have none and will get none. */
export const historyMark = async ({ db }: Pick<Store, 'db'>) => {
  const rows = await db
    .selectFrom('planted')
    .select('code')
    .where('kind', '=', HISTORY_MARK.kind)
    .execute();
  const { wanted, made } = HISTORY_MARK;
  return [made, wanted].find((mark) => rows.some(({ code }) => code === mark));
};

type World = Awaited<ReturnType<typeof readWorld>>;

const readWorld = async (trx: Trx, { days, now, translate }: HistoryOptions) => {
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
    .select(['device.sn', 'regional_rule as name'])
    .where('rule.enabled', '=', true)
    .where('rule.auto_unblock', '=', true)
    .execute();
  const { id, path, ...firmware } = await trx
    .selectFrom('firmware')
    .select(['id', 'firmware_version as version', 'firmware_path as path', 'sha256', 'size'])
    .where('device_type_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    from: now - days * DAY,
    until: now,
    /** Returns the operators of an organisation and of those above it. */
    staffOf: (org_id: number) => staff.filter(({ org }) => org === org_id),
    /** Names of the rules that unseal locks, by serial number. */
    rules: new Map(ruled.map(({ sn, name }) => [sn, name])),
    upgrade: { firmware: id, url: `/files/${path}`, ...firmware },
    translate,
    readFences: openFences(openPlaceReader()),
  };
};

const live = (lock: DemoLock, { rules, ...world }: World): LockHistory =>
  generateHistory(lock, {
    ...world,
    ruleAt: (end) =>
      gateAt(lock.routeId, end, lock.orgIndex)?.autoUnblock ? rules.get(lock.sn) : undefined,
  });

interface Life extends LockHistory {
  readonly lock: DemoLock;
  readonly org_id: number;
}

/** Generates and stores the histories of the locks that have not reported yet. @returns the number of reports */
const writeLives = async (trx: Trx, locks: readonly DemoLock[], world: World): Promise<number> => {
  const states = await lockStates(
    trx,
    locks.map(({ sn }) => sn),
  );
  const before = states.filter(({ report_time }) => report_time === null);
  const lives = before.flatMap(({ sn, org_id }): Life[] => {
    const lock = locks.find((each) => each.sn === sn);
    return lock ? [{ lock, org_id, ...live(lock, world) }] : [];
  });
  const batch = lives.flatMap(({ lock: { sn }, reports }) =>
    reports.map((report) => ({ sn, report, receivedAt: report.ts + 400 })),
  );
  if (batch.length === 0) return 0;
  // Every history starts with a sealed lock.
  const sealed: DeviceState[] = before.map((state) => ({ ...state, status: 2 }));
  const readRegional = await openRegional(trx);
  const rules = await readRegional(trx, sealed, cardSwipes(batch, sealed));
  const fences = await world.readFences(trx, batch, sealed);
  const rows = rowsOf(batch, { states: sealed, rules, fences });
  const tickets = byTime(lives.flatMap((life) => ticketsOf(life, world)));
  const history = withSenders(rows.history, tickets);
  const orgs = before.map(({ org_id }) => org_id);
  const policies = await readSeverities(trx, orgs);
  const stored = await insertRecords(trx, { ...rows, history }, policies, undefined);
  await insertRows(trx, 'appointmentCommandRecord', tickets);
  const contacts = lives.flatMap(({ lock: { sn }, org_id, contacts: own }) =>
    own.map((contact) => ({ ...contact, sn, org_id })),
  );
  await insertRows(trx, 'connectionRecord', byTime(contacts));
  await updateStates(trx, stored.states, before);
  const sns = lives.map(({ lock }) => lock.sn);
  await processAlarms(trx, world, sns);
  // The locks are off the line.
  await sql`
    update device_state set communicate_status = 0,
      seen_at = case when report_time <= ${world.until} then report_time end,
      alarms = (select count(*) from "alertRecord" a where a.sn = device_state.sn and a.state = 0)
    where sn = any(${sns})`.execute(trx);
  return batch.length;
};

/** Sorts rows, so that their ids follow their times. */
const byTime = <R extends { readonly create_time: number }>(rows: readonly R[]): R[] =>
  rows.toSorted((one, other) => one.create_time - other.create_time);

/** Returns the tickets of a lock's commands. Those that no rule sent get an operator of its organisation. */
const ticketsOf = ({ lock: { sn, seed }, org_id, commands }: Life, { staffOf }: World) => {
  const staff = staffOf(org_id);
  return commands.map((command, i) => {
    const { id, name } = randomItem(staff, seed, i, 85);
    const operator = { oper_id: id, operate_source: SOURCE.operator, operate_name: name };
    const sender = command.operate_name === undefined ? operator : {};
    return { ...command, ...sender, sn, org_id, deadline: command.create_time + DAY };
  });
};

/** Adds the operator or rule whose command caused it to each remote action. */
const withSenders = (
  history: readonly Row[],
  tickets: readonly ReturnType<typeof ticketsOf>[number][],
): Row[] => {
  const done = new Map(
    tickets
      .filter(({ state, cmd }) => state === 'success' && (cmd === 'seal' || cmd === 'unseal'))
      .map((ticket) => [`${ticket.sn} ${Number(ticket.end_time) - REPLY_MS}`, ticket]),
  );
  return history.map((row) => {
    const isRemote = row.lock_action === REMOTE_UNSEAL || row.lock_action === REMOTE_SEAL;
    const by = isRemote ? done.get(`${row.sn} ${row.create_time}`) : undefined;
    return by ? { ...row, operate_source: by.operate_source, operate_name: by.operate_name } : row;
  });
};
