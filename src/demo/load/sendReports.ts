import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../domain/duration';
import { PROTOCOL } from '../../domain/family';
import { openMqttConnection, openNativeConnection } from '../locks/lockConnection';
import { protocolClients } from '../locks/protocolClients';
import type { AddedLock, Running } from './addLocks';
import { createLoadLock, type LoadLock } from './loadLock';
import type { LoadOptions } from './options';

/** Locks that connect at once. */
const CONNECTING = 50;
const CONNECT_TIMEOUT = 60_000;
const RECONNECT_INTERVAL = 1_000;
const TICK = 10;
/** Further reports of a lock wait until fewer are unacknowledged. A simulated lock resends up to 200. */
const MAX_UNACKNOWLEDGED = 50;

/** Returns the reports that a lock still has to send, if it has more than one a second and dates each a second later. */
const leftOf = (reports: number, locks: number, rate: number): number =>
  rate > locks ? Math.ceil(reports / locks) : 0;

const openLock = (
  { kind, protocol, sn, access }: AddedLock,
  index: number,
  log: Running['log'],
): LoadLock => {
  const ignored = { reconnectMs: RECONNECT_INTERVAL, onOnline: () => {}, onCommand: () => {} };
  const { hostname: host, port } = new URL(access.url);
  const connection =
    protocol === PROTOCOL.mqtt
      ? openMqttConnection({
          ...{ brokerUrl: access.url, sn, password: access.password ?? '', ...ignored },
          ...{ lasting: false, isRefusalExpected: false, onPiece: () => {} },
          log: { info: log, warn: log, error: log },
        })
      : openNativeConnection({
          ...{ ...ignored, host, port: Number(port), unsent: [] },
          protocolClient: protocolClients[protocol](sn),
        });
  return createLoadLock({ sn, kind, index }, connection);
};

/** Connects locks, each of which sends a first report. @throws Error if some get no acknowledgement in time */
export const connectLocks = async (
  added: readonly AddedLock[],
  locks: LoadLock[],
  { rate, seconds }: LoadOptions,
  { log, signal }: Running,
): Promise<void> => {
  const left = leftOf(rate * seconds, added.length, rate);
  for (let from = 0; from < added.length && !signal.aborted; from += CONNECTING) {
    const some = added
      .slice(from, from + CONNECTING)
      .map((each, i) => openLock(each, from + i, log));
    locks.push(...some);
    const timeout = sleep(CONNECT_TIMEOUT, 'timeout', { ref: false });
    const sending = Promise.all(some.map((lock) => lock.send(left)));
    if ((await Promise.race([sending, timeout])) !== 'timeout') continue;
    const silent = some.filter((lock) => lock.unacknowledged() > 0);
    throw new Error(`${silent.length} locks were not acknowledged in a minute: ${silent[0]?.sn}`);
  }
};

export const waitingReports = (locks: readonly LoadLock[]): number =>
  locks.reduce((sum, lock) => sum + lock.unacknowledged(), 0);

/** Sends reports in turn of the locks. @returns their number, and that per second */
export const sendReports = async (
  locks: readonly LoadLock[],
  { rate, seconds }: LoadOptions,
  signal: AbortSignal,
) => {
  const total = rate * seconds;
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / SECOND;
  let sent = 0;
  for (let i = 0; i < total && elapsed() < seconds && !signal.aborted; ) {
    for (const due = Math.min(total, elapsed() * rate); i < due; i++) {
      const lock = locks[i % locks.length];
      if (!lock || lock.unacknowledged() >= MAX_UNACKNOWLEDGED) continue;
      sent += 1;
      void lock.send(leftOf(total - i, locks.length, rate));
    }
    await sleep(TICK);
  }
  return { sent, rate: sent / elapsed() };
};
