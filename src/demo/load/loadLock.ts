import { HOUR, SECOND } from '../../domain/duration';
import type { LockConnection } from '../locks/lockConnection';
import { reportOf } from '../replay/publishTrack';
import { randomItem } from '../world/random';
import { placeOn, roadOf } from '../world/road';
import { routes } from '../world/routes';

/** Report of a load test, with times of the tool's monotonic clock, ms. */
export interface SentReport {
  readonly sentAt: number;
  acknowledgedAt?: number;
  /** First answer to a waiting call that has it. */
  seenAt?: number;
  /** Number of its records. */
  stored: number;
}

/** Lock of a load test. */
export interface LoadLock {
  readonly sn: string;
  /** Name of its protocol. */
  readonly kind: string;
  /** By the time of the report, epoch ms. */
  readonly reports: ReadonlyMap<number, SentReport>;
  /** Sends the next report. Resolves when it is acknowledged. @param left reports that follow it for sure */
  send(left: number): Promise<void>;
  /** Number of reports without an acknowledgement. */
  unacknowledged(): number;
  close(): Promise<void>;
}

const SPEED_KMH = 60;

/** Creates a lock that drives along a road. @param index decides on the road and the start */
export const createLoadLock = (
  { sn, kind, index }: Pick<LoadLock, 'sn' | 'kind'> & { readonly index: number },
  connection: LockConnection,
): LoadLock => {
  const road = roadOf(randomItem(routes, index));
  const startKm = (index * 7.3) % (road.lengthKm / 2);
  const reports = new Map<number, SentReport>();
  let first: number | undefined;
  let last = 0;
  let waiting = 0;
  return {
    sn,
    kind,
    reports,
    send: async (left) => {
      // Manufacturers' protocols have whole seconds, and the server stores a report of one time once.
      const now = Math.floor(Date.now() / SECOND) * SECOND;
      const ts = Math.max(last + SECOND, now - left * SECOND);
      last = ts;
      first ??= ts;
      const km = startKm + (SPEED_KMH * (ts - first)) / HOUR;
      const { at, course } = placeOn(road, km);
      const sent: SentReport = { sentAt: performance.now(), stored: 0 };
      reports.set(ts, sent);
      waiting += 1;
      const report = reportOf({ ...at, course, speed: SPEED_KMH }, ts);
      await connection.report({ ...report, electric: 80, voltage: 3.9, temperature: 21 });
      waiting -= 1;
      sent.acknowledgedAt = performance.now();
    },
    unacknowledged: () => waiting,
    close: () => connection.close(),
  };
};
