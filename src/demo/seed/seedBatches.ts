import { DAY, MINUTE, SECOND } from '../../domain/duration';
import { PROTOCOL } from '../../domain/family';
import { LOCK } from '../../domain/lock';
import { SOURCE, type Waves, waveSize } from '../../domain/ticket';
import type { Database } from '../../server/db';
import type { DemoLock } from '../locks/locks';
import { randomBetween } from '../world/random';
import { traitsOf } from '../world/traits';
import { type Author, type NewDemo, plant } from './insert';

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

const ticketOf = (
  { sn, seed, behaviour, orgIndex }: DemoLock,
  send_time: number,
  wave: number | null,
) => {
  const answered = Math.round(send_time + randomBetween(1, 3, seed, 91) * SECOND);
  const ticket = { sn, orgIndex, send_time, end_time: answered, wave, message: null };
  if (behaviour === 'silent') {
    return { ...ticket, end_time: send_time + MINUTE, state: 'invalid', result: 3 } as const;
  }
  return behaviour === 'refuses'
    ? ({ ...ticket, state: 'failure', result: 2, message: 'Motor fault' } as const)
    : ({ ...ticket, state: 'success', result: 1 } as const);
};

/** Tickets of a batch. A wave is sent when the one before has ended. */
const ticketsOf = ({ locks, at, waves }: PastBatch) => {
  let startTime = at;
  let endTime = at;
  let current = 1;
  return locks.map((lock, place) => {
    const wave = waves ? waveSize(place, waves) : 1;
    if (wave > current) startTime = endTime + SECOND;
    current = wave;
    const ticket = ticketOf(lock, startTime + 150, waves ? wave : null);
    endTime = Math.max(endTime, ticket.end_time);
    return ticket;
  });
};

/** Stores a past batch with its tickets. */
export const insertBatch = async (
  db: Database,
  { org }: NewDemo,
  { id: oper_id, operName, org_id }: Author,
  batch: PastBatch,
): Promise<void> => {
  const { cmd, args, at, locks, reason = null, waves = null, schedule } = batch;
  if (locks.length === 0) return;
  const operate_source = schedule ? SOURCE.schedule : SOURCE.operator;
  const operate_name = schedule?.name ?? operName;
  const tickets = ticketsOf(batch);
  const lastWave = tickets.at(-1)?.wave ?? 1;
  const common = { cmd, oper_id, operate_source, operate_name, reason, create_time: at };
  const [batch_id] = await plant(db, 'command_batch', [
    {
      ...{ ...common, org_id, waves, state: 'open', total: locks.length, wave: lastWave },
      schedule_id: schedule?.id ?? null,
      forgiven: tickets.filter(
        ({ wave, state }) => wave !== null && wave < lastWave && state !== 'success',
      ).length,
    },
  ]);
  const rows = tickets.map(({ orgIndex, ...ticket }) => {
    return { ...ticket, ...common, args, org_id: org(orgIndex), deadline: at + DAY, batch_id };
  });
  await plant(
    db,
    'appointmentCommandRecord',
    rows.sort((a, b) => a.send_time - b.send_time || (a.sn < b.sn ? -1 : 1)),
  );
};

/** Seeds past batches, one of them in waves. */
export const seedBatches = async (db: Database, demo: NewDemo): Promise<void> => {
  const { locks, by, pastMs, now, translate } = demo;
  const [harbour, northern] = [by('harbour'), by('northern')];
  const [haulers, tankers] = [answeringLocks(locks, 0), answeringLocks(locks, 1)];
  const ago = (share: number) => Math.round(now - pastMs * share);
  await insertBatch(db, demo, harbour, {
    ...{ cmd: 'parkingAlarm', args: { minutes: 90 }, at: ago(0.4), locks: haulers.slice(0, 9) },
    reason: translate('Longer breaks for drivers'),
    waves: { first: 2, next: 4, failures: 2 },
  });
  await insertBatch(db, demo, harbour, {
    ...{ cmd: 'vibration', args: { value: 6 }, at: ago(0.2), locks: haulers.slice(8, 20) },
    reason: translate('Fewer false alarms'),
  });
  await insertBatch(db, demo, northern, {
    ...{ cmd: 'readSettings', args: {}, at: ago(0.1), locks: tankers.slice(0, 5) },
  });
};
