import { setImmediate as breath } from 'node:timers/promises';
import { type NotNull, sql, type Transaction } from 'kysely';
import type { Row } from '../../config';
import { DAY, HOUR, MINUTE } from '../../domain/duration';
import type { DrawnShape } from '../../domain/geo/geometry';
import { type Locale, localeOf } from '../../domain/label';
import { withSignature } from '../../domain/notice';
import { truncate } from '../../domain/text';
import {
  anyOf,
  idsFrom,
  insertRows,
  json,
  listAs,
  lit,
  type NewRow,
  type Store,
  type Tables,
  updateRows,
} from '../../server/db';
import { readSeverities } from '../../server/fleet/alarms';
import { openFences } from '../../server/fleet/openFences';
import { openRegional } from '../../server/fleet/openRegional';
import { type DeviceState, rowsOf } from '../../server/fleet/reportRows';
import { cardSwipes, insertRecords } from '../../server/fleet/reports';
import { lockStates, updateStates } from '../../server/fleet/stateRows';
import { openPlaceReader } from '../../server/gazetteer/ownPlaces';
import { gates } from '../gates';
import type { DemoLock } from '../locks';
import { randomBetween, randomChance, randomItem } from '../random';
import { placeOn, roadOf } from '../road';
import { routes } from '../routes';
import type { Translate } from '../texts';
import { traitsOf } from '../traits';
import { alarmText, type NotifiedAlarm } from './alarmText';
import { insertDeliveries } from './deliveries';
import { generateHistory, type LockHistory } from './life';
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
  await ensureMonths(store, now - days * DAY, now);
  const places = openPlaceReader();
  const readFences = openFences(places);
  const world = await store.db.transaction().execute(async (trx) => {
    await acquireHistoryLock(trx);
    const read = await readWorld(trx, options);
    await fenceUnruly(trx, read);
    return read;
  });
  let reports = 0;
  for (let i = 0; i < locks.length; i += AT_ONCE) {
    signal.throwIfAborted();
    const some = locks.slice(i, i + AT_ONCE);
    const lived = some.filter(({ sn }) => world.ids.has(sn));
    const lives = lived.map((lock) => ({ lock, life: live(lock, world) }));
    reports += await store.db.transaction().execute(async (trx) => {
      await acquireHistoryLock(trx);
      return writeLives(trx, lives, { world, places, readFences });
    });
    await onLived(some);
    await breath();
  }
  await store.db.transaction().execute(async (trx) => {
    await acquireHistoryLock(trx);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('planted')
      .values({ kind: HISTORY_MARK.kind, code: HISTORY_MARK.made })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    // Another server may have finished first.
    if (numInsertedOrUpdatedRows) await insertDeliveries(trx, { places, until: now });
  });
  return reports;
};

/** Waits until no other server generates history. The lock ends with the transaction. */
const acquireHistoryLock = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(7206)`.execute(trx);
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

/** Creates the monthly partitions. */
const ensureMonths = async (store: Store, from: number, until: number): Promise<void> => {
  for (let at = from; at < until; at += 28 * DAY) await store.ensurePartitions(at);
};

/** Data shared by the histories of all locks. */
interface World {
  readonly from: number;
  readonly until: number;
  /** Devices by serial number. */
  readonly ids: ReadonlyMap<string, { readonly id: number; readonly org_id: number }>;
  /** Operators of each organisation and of those above it. */
  readonly operators: ReadonlyMap<
    number,
    readonly { readonly id: number; readonly name: string }[]
  >;
  /** Locks that a gate's rule unseals. */
  readonly unblocked: ReadonlySet<string>;
  readonly upgrade: Readonly<Record<string, unknown>> & { readonly version: string };
  readonly locks: readonly DemoLock[];
  readonly translate: Translate;
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
  const operators = new Map<number, { id: number; name: string }[]>();
  for (const { org, ...oper } of staff) operators.set(org, [...(operators.get(org) ?? []), oper]);
  return {
    from: now - days * DAY,
    until: now,
    ids: new Map(devices.map(({ sn, ...device }) => [sn, device])),
    operators,
    unblocked: new Set(ruled.map(({ sn }) => sn)),
    upgrade: { firmware: id, version, url: `/files/${path}`, sha256, size },
    locks,
    translate,
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

const LOADING_AREA = 3_000;

/** Fences the loading area of each unruly lock, the only place where it may be open. On the road it is outside. */
const fenceUnruly = async (trx: Trx, { locks, ids, until, translate }: World): Promise<void> => {
  for (const [i, lock] of locks.filter(({ sn }) => traitsOf(sn).unruly).entries()) {
    const device = ids.get(lock.sn);
    const route = routes.find(({ id }) => id === lock.routeId);
    if (!device || !route) continue;
    const fence_name = translate('Loading area %{number}', { number: i + 1 });
    const rows = await trx
      .selectFrom('fence')
      .select(lit(1).as('one'))
      .where('radius', '=', LOADING_AREA)
      .where((eb) => eb(eb.val(device.id), '=', eb.fn.any('devices')))
      .execute();
    if (rows.length > 0) continue;
    const { at } = placeOn(roadOf(route), 0);
    const shape: DrawnShape = { type: 'Point', coordinates: [at.lon, at.lat] };
    const reach = LOADING_AREA / 100_000;
    const wide = reach / Math.cos((at.lat * Math.PI) / 180);
    await trx
      .insertInto('fence')
      .values({
        fence_name,
        fence_type: 'circle',
        fence_context: json(shape),
        radius: LOADING_AREA,
        south: at.lat - reach,
        north: at.lat + reach,
        west: at.lon - wide,
        east: at.lon + wide,
        is_show: true,
        is_enter: false,
        is_leave: true,
        color: '#c62828',
        devices: [device.id],
        org_id: device.org_id,
        create_time: until,
      })
      .execute();
  }
};

interface Judges {
  readonly world: World;
  readonly places: ReturnType<typeof openPlaceReader>;
  readonly readFences: ReturnType<typeof openFences>;
}

interface LockWithHistory {
  readonly lock: DemoLock;
  readonly life: LockHistory;
}

const writeLives = async (
  trx: Trx,
  all: readonly LockWithHistory[],
  { world, places, readFences }: Judges,
): Promise<number> => {
  const sns = await withoutHistory(trx, all);
  const lives = all.filter(({ lock }) => sns.includes(lock.sn));
  const batch = lives.flatMap(({ lock: { sn }, life }) =>
    life.reports.map((report) => ({ sn, report, receivedAt: report.ts + 400 })),
  );
  if (batch.length === 0) return 0;
  const lockedRows = await lockStates(trx, sns);
  // Every history starts with a sealed lock.
  const sealed: DeviceState[] = lockedRows.map((state) => ({ ...state, status: 2 }));
  const readRegional = await openRegional(trx);
  const regional = await readRegional(trx, sealed, cardSwipes(batch, sealed));
  const fencing = await readFences(trx, batch, sealed);
  const rows = rowsOf(batch, { states: sealed, rules: regional, fences: fencing });
  const commands = lives.flatMap(({ lock, life }) => ticketsOf(lock, life.commands, world));
  const history = withSenders(rows.history, commands);
  const grades = await readSeverities(
    trx,
    lockedRows.flatMap(({ org_id }) => org_id ?? []),
  );
  const { states } = await insertRecords(trx, { ...rows, history }, grades, undefined);
  await insertTickets(trx, commands);
  await insertContacts(trx, lives, world);
  await updateStates(trx, states, lockedRows);
  await settle(trx, world, sns, places);
  return batch.length;
};

/** Returns the locks that have not reported yet. */
const withoutHistory = async (trx: Trx, lives: readonly LockWithHistory[]): Promise<string[]> => {
  const sns = lives.filter(({ life }) => life.reports.length > 0).map(({ lock }) => lock.sn);
  const rows = await trx
    .selectFrom('device_state')
    .select('sn')
    .where('sn', '=', anyOf(sns))
    .where('report_time', 'is', null)
    .execute();
  return rows.map(({ sn }) => sn);
};

/** Stores the connection events. */
const insertContacts = async (
  trx: Trx,
  lives: readonly LockWithHistory[],
  { ids }: World,
): Promise<void> => {
  const rows = lives.flatMap(({ lock: { sn }, life }) =>
    life.contacts.map((contact) => ({ ...contact, sn, org_id: ids.get(sn)?.org_id })),
  );
  await insertRows(
    trx,
    'connectionRecord',
    [...rows]
      .sort((one, other) => one.at - other.at)
      .map(({ at: create_time, sn, org_id, event }) => ({ create_time, sn, org_id, event })),
  );
};

interface Ticket extends Omit<HistoryCommand, 'rule' | 'source'> {
  readonly sn: string;
  readonly org_id: number;
  readonly oper_id: number | null;
  readonly operate_source: number;
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
    if (rule !== undefined) {
      return [
        { ...command, sn, org_id, oper_id: null, operate_source: source, operate_name: rule },
      ];
    }
    if (staff.length === 0) return [];
    const { id, name } = randomItem(staff, seed, i, 85);
    return [{ ...command, sn, org_id, oper_id: id, operate_source: source, operate_name: name }];
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

const RESULTS: Readonly<Record<string, number>> = { success: 1, failure: 2, invalid: 3 };

const insertTickets = async (trx: Trx, tickets: readonly Ticket[]): Promise<void> => {
  const rows = tickets.map(({ created, sent, ended, ...ticket }) => ({
    ...ticket,
    result: RESULTS[ticket.state] ?? null,
    create_time: created,
    send_time: sent,
    end_time: ended,
    deadline: created + DAY,
  }));
  const givenList = listAs(
    'given',
    {
      sn: 'text',
      org_id: 'bigint',
      cmd: 'text',
      args: 'jsonb',
      oper_id: 'bigint',
      operate_source: 'smallint',
      operate_name: 'text',
      state: 'text',
      result: 'integer',
      message: 'text',
      create_time: 'bigint',
      send_time: 'bigint',
      end_time: 'bigint',
      deadline: 'bigint',
    },
    rows,
  );
  await sql`
    insert into "appointmentCommandRecord" (sn, org_id, cmd, args, oper_id, operate_source,
      operate_name, state, result, message, create_time, send_time, end_time, deadline)
    select sn, org_id, cmd, args, oper_id, operate_source, operate_name, state, result, message,
      create_time, send_time, end_time, deadline
    from ${givenList} order by create_time`.execute(trx);
};

interface OpenAlarm {
  readonly id: number;
  readonly sn: string;
  readonly org_id: number;
  readonly create_time: number;
  readonly police_type: number;
}

/**
 * Completes the history: processes old alarms and some of the recent ones, records messages, and updates the devices.
 */
const settle = async (
  trx: Trx,
  world: World,
  sns: readonly string[],
  places: Judges['places'],
): Promise<void> => {
  const { from, until } = world;
  await processAlarms(trx, world, sns);
  await sendMessages(trx, sns, places);
  await sql`
    update device_state set communicate_status = 0,
      seen_at = case when report_time <= ${until} then report_time end,
      alarms = (select count(*) from "alertRecord" a where a.sn = device_state.sn and a.state = 0)
    where sn = any(${sns})`.execute(trx);
  await trx
    .updateTable('device')
    .set((eb) => ({ create_time: eb.fn<number>('least', ['create_time', eb.val(from - DAY)]) }))
    .where('sn', '=', anyOf(sns))
    .execute();
};

const OUTCOME = [
  'state',
  'taken_by',
  'handler_id',
  'take_time',
  'processed_by',
  'process_time',
  'process_note',
] as const;

const processAlarms = async (trx: Trx, world: World, sns: readonly string[]): Promise<void> => {
  const rows = await trx
    .selectFrom('alertRecord')
    .select(['id', 'sn', 'org_id', 'create_time', 'police_type'])
    .$narrowType<{ sn: NotNull; org_id: NotNull; police_type: NotNull }>()
    .where('sn', '=', anyOf(sns))
    .orderBy('create_time')
    .orderBy('id')
    .execute();
  const done = rows.flatMap(({ id, create_time, ...alarm }) => {
    const outcome = outcomeOf({ id, create_time, ...alarm }, world);
    return outcome ? [{ id, create_time, ...outcome }] : [];
  });
  await updateRows(trx, 'alertRecord', { keys: ['id', 'create_time'], columns: OUTCOME }, done);
  const of = sql`sn = any(${sns})`;
  await trx
    .updateTable('alertRecord')
    .set((eb) => ({ raise_time: eb('create_time', '+', 400) }))
    .where('sn', '=', anyOf(sns))
    .execute();
  await trx
    .updateTable('alarm_history as h')
    .from('alertRecord as a')
    .set((eb) => ({ create_time: eb.ref('a.cleared_time').$notNull() }))
    .where('a.sn', '=', anyOf(sns))
    .where('h.sn', '=', anyOf(sns))
    .whereRef('a.id', '=', 'h.alarm_id')
    .where('h.event', '=', lit('cleared'))
    .where('a.cleared_time', 'is not', null)
    .execute();
  await sql`
    insert into alarm_history (create_time, alarm_id, sn, org_id, event, who, detail)
    select take_time, id, sn, org_id, 'taken', taken_by, null from "alertRecord"
      where ${of} and take_time is not null
    union all
    select process_time, id, sn, org_id, 'processed', processed_by, process_note from "alertRecord"
      where ${of} and process_time is not null and processed_by is not null
    order by 1, 2`.execute(trx);
};

/** Notes of the operators who process alarms. */
const ALARM_NOTES = [
  'Called the driver, all in order',
  'Checked on site, seal intact',
  'False alarm',
  'Customer informed',
] as const;

/** Processing of an alarm; undefined if no operator has taken it. */
const outcomeOf = (
  { id, sn, org_id, create_time }: OpenAlarm,
  { until, operators, translate }: World,
) => {
  const staff = operators.get(org_id) ?? [];
  if (staff.length === 0) return undefined;
  const luck = (salt: number) => randomChance(id, create_time % 1e9, salt);
  const age = until - create_time;
  const isUnderWay = traitsOf(sn).unruly === true && age < 2 * HOUR;
  const isSettled = age > 20 * HOUR || luck(1) < (age > 4 * HOUR ? 0.8 : 0.15);
  if (isUnderWay || (!isSettled && luck(2) < 0.7)) return undefined;
  const { id: handler_id, name } = randomItem(staff, id, 3);
  const take_time = Math.round(create_time + randomBetween(1, 20, id, 4) * MINUTE);
  const process_time = Math.round(take_time + randomBetween(2, 90, id, 5) * MINUTE);
  if (take_time > until) return undefined;
  const assignment = {
    ...{ state: 0 as const, taken_by: name, handler_id, take_time },
    ...{ processed_by: null, process_time: null, process_note: null },
  };
  if (!isSettled || process_time > until) return assignment;
  return {
    ...assignment,
    state: 1 as const,
    processed_by: name,
    process_time,
    process_note: translate(randomItem(ALARM_NOTES, id, 6)),
  };
};

interface Message extends NotifiedAlarm {
  readonly id: number;
  readonly language: string;
  readonly phone: string;
}

/** Text messages bought by each organisation. */
const BOUGHT = 1_000;

/** Records the text messages about the alarms of locks that have phone numbers. */
const sendMessages = async (
  trx: Trx,
  sns: readonly string[],
  places: Judges['places'],
): Promise<void> => {
  await trx
    .updateTable('org')
    .set({ sms_total: BOUGHT })
    .where('sms_total', 'is', null)
    .where('id', '<>', lit(1))
    .execute();
  const { rows } = await sql<Message>`
    select a.id, a.sn, a.org_id, a.create_time, a.police_type, a.lat, a.lon, a.lock_status,
      a.fence_name, d.device_name, c.language, trim(p.phone) as phone
    from "alertRecord" a join device d on d.sn = a.sn
    join "alarmConfig" c on c.device_id = d.id and c.is_phone_config
    cross join lateral unnest(string_to_array(c.phone, ',')) as p(phone)
    where a.sn = any(${sns}) order by a.create_time, a.id`.execute(trx);
  const messages: NewRow<'smsRecord'>[] = [];
  for (const row of rows) {
    const locale: Locale = localeOf(row.language);
    const { sn, create_time: at } = row;
    const line = await alarmText(trx, places, row, locale);
    const failed = randomChance(row.id, 7) < 0.04;
    messages.push({
      create_time: at + 2_000,
      sn,
      org_id: row.org_id,
      phone: row.phone,
      content: truncate(withSignature('Sealdesk', line, locale), 400),
      state: failed ? 2 : 1,
      message: failed ? 'UNREACHABLE' : 'OK',
    });
  }
  if (messages.length > 0) {
    await insertRows(trx, 'smsRecord', messages);
  }
};
