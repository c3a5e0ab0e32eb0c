import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../domain/duration';
import type { LiveChanges, LiveRow } from '../../domain/live';
import type { LiveIndex } from '../../domain/liveSnapshot';
import { actionPath, CALL, errorMessage } from '../../protocol';
import type { AddedLock } from './addLocks';
import type { Operator } from './api';

/** Durations and failures of calls. */
export interface CallFigures {
  /** Durations, ms; none of calls that wait for changes. */
  readonly times: number[];
  /** Paths and reasons. */
  readonly failures: string[];
}

type Visit = (operator: Operator, locks: readonly AddedLock[], turn: number) => Promise<unknown>;

const lockAt = (locks: readonly AddedLock[], turn: number): AddedLock =>
  locks[(turn * 7_919) % locks.length] as AddedLock;

const viewList: Visit = ({ call }, locks, turn) =>
  call(actionPath('device', 'list'), { pageNum: 1 + (turn % Math.ceil(locks.length / 20)) });

const viewLock: Visit = ({ call }, locks, turn) =>
  call(actionPath('device', 'get'), { id: lockAt(locks, turn).id });

const viewRecords: Visit = ({ call }, locks, turn) =>
  call(actionPath('deviceLocationRecord', 'list'), { sn: lockAt(locks, turn).sn });

const viewMap: Visit = async ({ call }) => {
  const { columns, parts } = await call<LiveIndex>(CALL.LIVE_SNAPSHOT);
  if (columns) return;
  for (const { id } of parts) await call(CALL.LIVE_SNAPSHOT, { part: id });
};

/** Visits in turn, one a second. */
const VISITS = [
  ...[viewMap, viewList, viewLock, viewRecords, viewList],
  ...[viewLock, viewList, viewRecords, viewLock, viewList],
] as const;

/** Returns an operator whose calls are timed. */
const counted = ({ oper, call }: Operator, { times, failures }: CallFigures): Operator => ({
  oper,
  call: async <T>(path: string, body?: object) => {
    const began = performance.now();
    try {
      return await call<T>(path, body);
    } catch (error) {
      failures.push(`${path}: ${errorMessage(error)}`);
      throw error;
    } finally {
      times.push(performance.now() - began);
    }
  },
});

/** Lets an operator look at the next thing. */
export const visit = async (
  figures: CallFigures,
  operator: Operator,
  locks: readonly AddedLock[],
  turn: number,
): Promise<void> => {
  const look = VISITS[turn % VISITS.length] as Visit;
  await look(counted(operator, figures), locks, turn).catch(() => {});
};

/** Waits for changes again and again. What fails is counted and tried again. */
export const follow = async (
  { failures }: CallFigures,
  { call }: Operator,
  signal: AbortSignal,
  onChanges: (rows: readonly LiveRow[]) => void = () => {},
): Promise<void> => {
  let cursor: string | undefined;
  while (!signal.aborted) {
    try {
      cursor ??= (await call<LiveIndex>(CALL.LIVE_SNAPSHOT)).cursor;
      const changes = await call<LiveChanges>(CALL.LIVE_CHANGES, { cursor }, signal);
      cursor = changes.cursor;
      onChanges(changes.rows);
    } catch (error) {
      if (signal.aborted) return;
      failures.push(`${CALL.LIVE_CHANGES}: ${errorMessage(error)}`);
      cursor = undefined;
      await sleep(SECOND);
    }
  }
};

/** Lets an operator look at something once a second, and wait for changes meanwhile. */
export const work = async (
  figures: CallFigures,
  operator: Operator,
  locks: readonly AddedLock[],
  signal: AbortSignal,
): Promise<void> => {
  const following = follow(figures, operator, signal);
  const start = Math.floor(Math.random() * VISITS.length);
  for (let turn = start; !signal.aborted; turn++) {
    const pause = sleep(SECOND, undefined, { signal }).catch(() => {});
    await visit(figures, operator, locks, turn);
    await pause;
  }
  await following;
};
