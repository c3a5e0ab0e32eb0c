import { DAY, MINUTE, SECOND } from '../domain/duration';
import { PROTOCOL } from '../domain/family';
import { LOCK } from '../domain/lock';
import { SOURCE, type Waves, waveSize } from '../domain/ticket';
import { anyOf, type Database, insertRows, json, type NewRow } from '../server/db';
import { type Author, getAuthor, insertId, type NewDemo } from './insert';
import type { DemoLock } from './locks';
import { randomBetween } from './random';
import { traitsOf } from './traits';

/** Past command to many locks, with its results. */
export interface PastBatch {
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Epoch ms. */
  readonly at: number;
  readonly locks: readonly DemoLock[];
  readonly reason?: string;
  readonly waves?: Waves;
  readonly schedule?: { readonly id: number; readonly name: string };
}

interface PastTicket {
  readonly sn: string;
  readonly send_time: number;
  readonly end_time: number;
  readonly state: 'success' | 'failure' | 'invalid';
  readonly result: NewRow<'appointmentCommandRecord'>['result'];
  readonly message: string | null;
  readonly wave: number | null;
}

/** Locks that answer within a minute, or never, on every day of the history. */
export const answeringLocks = (locks: readonly DemoLock[], orgIndex: number): readonly DemoLock[] =>
  locks.filter(
    ({ sn, protocol = PROTOCOL.mqtt, ...lock }) =>
      lock.orgIndex === orgIndex &&
      protocol === PROTOCOL.mqtt &&
      lock.status !== LOCK.initial &&
      lock.behaviour !== 'asleep' &&
      !traitsOf(sn).away,
  );

const ticketOf = ({ sn, seed, behaviour }: DemoLock, send_time: number, wave: number | null) => {
  const answered = Math.round(send_time + randomBetween(1, 3, seed, 91) * SECOND);
  if (behaviour === 'silent') {
    const end_time = send_time + MINUTE;
    return { sn, send_time, end_time, state: 'invalid', result: 3, message: null, wave } as const;
  }
  const common = { sn, send_time, end_time: answered, wave };
  return behaviour === 'refuses'
    ? ({ ...common, state: 'failure', result: 2, message: 'Motor fault' } as const)
    : ({ ...common, state: 'success', result: 1, message: null } as const);
};

/** Tickets of a batch. A wave is sent when the one before has ended. */
const ticketsOf = ({ locks, at, waves }: PastBatch): readonly PastTicket[] => {
  const tickets: PastTicket[] = [];
  let startTime = at;
  let endTime = at;
  let current = 1;
  for (const [place, lock] of locks.entries()) {
    const wave = waves ? waveSize(place, waves) : 1;
    if (wave > current) startTime = endTime + SECOND;
    current = wave;
    const ticket = ticketOf(lock, startTime + 150, waves ? wave : null);
    endTime = Math.max(endTime, ticket.end_time);
    tickets.push(ticket);
  }
  return tickets;
};

/** Stores a past batch with its tickets. */
export const insertBatch = async (
  db: Database,
  { id: operId, operName, org_id }: Author,
  batch: PastBatch,
): Promise<void> => {
  const { cmd, args, at, locks, reason = null, waves, schedule } = batch;
  if (locks.length === 0) return;
  const operate_source = schedule ? SOURCE.schedule : SOURCE.operator;
  const operate_name = schedule?.name ?? operName;
  const tickets = ticketsOf(batch);
  const lastWave = tickets.at(-1)?.wave ?? 1;
  const forgiven = tickets.filter(
    ({ wave, state }) => wave !== null && wave < lastWave && state !== 'success',
  ).length;
  const batchId = await insertId(
    db
      .insertInto('command_batch')
      .values({
        org_id,
        create_time: at,
        cmd,
        total: locks.length,
        reason,
        state: 'open',
        oper_id: operId,
        operate_source,
        operate_name,
        schedule_id: schedule?.id ?? null,
        waves: waves ? json(waves) : null,
        wave: lastWave,
        forgiven,
      })
      .returning('id'),
  );
  const owners = await db
    .selectFrom('device')
    .select(['sn', 'org_id'])
    .where('sn', '=', anyOf(tickets.map(({ sn }) => sn)))
    .execute();
  const orgIds = new Map(owners.map((lock) => [lock.sn, lock.org_id]));
  const common = {
    ...{ cmd, args, oper_id: operId, operate_source, operate_name, reason },
    ...{ create_time: at, deadline: at + DAY, batch_id: batchId },
  };
  await insertRows(
    db,
    'appointmentCommandRecord',
    tickets
      .filter(({ sn }) => orgIds.has(sn))
      .sort((a, b) => a.send_time - b.send_time || (a.sn < b.sn ? -1 : 1))
      .map((ticket) => ({ ...ticket, ...common, org_id: orgIds.get(ticket.sn) })),
  );
};

/** Seeds past batches, one of them in waves. */
export const seedBatches = async (
  db: Database,
  { locks, pastMs, now, translate }: NewDemo,
): Promise<void> => {
  const [harbour, northern] = [await getAuthor(db, 'harbour'), await getAuthor(db, 'northern')];
  const [haulers, tankers] = [answeringLocks(locks, 0), answeringLocks(locks, 1)];
  const ago = (share: number) => Math.round(now - pastMs * share);
  await insertBatch(db, harbour, {
    cmd: 'parkingAlarm',
    args: { minutes: 90 },
    at: ago(0.4),
    locks: haulers.slice(0, 9),
    reason: translate('Longer breaks for drivers'),
    waves: { first: 2, next: 4, failures: 2 },
  });
  await insertBatch(db, harbour, {
    cmd: 'vibration',
    args: { value: 6 },
    at: ago(0.2),
    locks: haulers.slice(8, 20),
    reason: translate('Fewer false alarms'),
  });
  await insertBatch(db, northern, {
    cmd: 'readSettings',
    args: {},
    at: ago(0.1),
    locks: tankers.slice(0, 5),
  });
};
