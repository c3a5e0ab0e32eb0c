import { afterEach, expect, it, vi } from 'vitest';
import type { Connection } from '../../../../src/server/gateways/Connection';
import type { GatewayContext } from '../../../../src/server/gateways/context';
import { jointech } from '../../../../src/server/gateways/jointech';
import { LockSessions } from '../../../../src/server/gateways/LockSession';
import { LIMITS } from '../../../../src/server/gateways/limits';
import type { RegisteredLock } from '../../../../src/server/gateways/lockDirectory';

afterEach(() => vi.useRealTimers());

const MINUTE = 60_000;
const SN = '8000000001';
const lock: RegisteredLock = { sn: SN, protocol: 1, ownedSince: 1, isRevoked: false };

const context: GatewayContext = {
  family: jointech,
  protocols: [1],
  locks: {
    find: () => lock,
    keepSecret: async () => {},
    keepTraits: async () => {},
    clear: () => {},
  },
  inbox: {
    keep: async () => {},
    check: async (report) => ({ report, time: 'own', faults: [] }),
    report: async () => true,
    reply: async () => {},
    progress: async () => {},
    presence: async () => {},
    connection: () => {},
    note: () => {},
  },
  limits: LIMITS,
  closing: new AbortController().signal,
  accepts: () => true,
  logMessage: async () => {},
  logError: () => () => {},
  warnUnidentified: () => {},
};

const connectionStub = () =>
  ({
    protocolSession: jointech.openSession(),
    addLock: () => {},
    removeLock: () => {},
    note: () => {},
    noteEnd: () => {},
    write: () => true,
  }) as unknown as Connection;

const unseal = () => {
  const now = Date.now();
  return { id: '7', cmd: 'unseal', args: {}, ts: now, exp: now + MINUTE };
};

it('a session ends when its lock has disconnected and the last command has expired', () => {
  vi.useFakeTimers();
  const sessions = new LockSessions(context);
  const session = sessions.open(lock, SN);
  const connection = connectionStub();
  session.attach(connection);
  session.send(unseal(), async () => true);
  session.detach(connection);
  vi.advanceTimersByTime(MINUTE);
  expect(sessions.find(SN)).toBe(session);
  vi.advanceTimersByTime(2_000);
  expect(sessions.find(SN)).toBeUndefined();
});

it('an earlier expiry does not end the session of a lock that came back', async () => {
  vi.useFakeTimers();
  const sessions = new LockSessions(context);
  const session = sessions.open(lock, SN);
  const [first, second] = [connectionStub(), connectionStub()];
  session.attach(first);
  session.send(unseal(), async () => true);
  session.detach(first);
  session.attach(second);
  await session.finishCommand({ key: 'P43', code: 0 });
  session.detach(second);
  expect(sessions.find(SN)).toBeUndefined();
  const later = sessions.open(lock, SN);
  later.attach(connectionStub());
  vi.advanceTimersByTime(2 * MINUTE);
  expect(sessions.find(SN)).toBe(later);
});

it('commands and connection of a lock end when its owner changes', async () => {
  const frames: string[] = [];
  let isOpen = true;
  const connection = () =>
    ({
      ...connectionStub(),
      protocolSession: jointech.openSession(),
      write: (bytes: Uint8Array) => frames.push(Buffer.from(bytes).toString('latin1')),
      destroy: () => {
        isOpen = false;
      },
    }) as unknown as Connection;
  const nextOwner = { ...lock, ownedSince: 2 };
  const sessions = new LockSessions({
    ...context,
    locks: { ...context.locks, find: () => nextOwner },
  });
  const session = sessions.open(lock, SN);
  const first = connection();
  session.attach(first);
  session.send(unseal(), async () => true);
  expect(frames).toHaveLength(1);
  await sessions.refresh(SN);
  expect(isOpen).toBe(false);
  session.detach(first);
  expect(sessions.find(SN)).toBeUndefined();
  sessions.open(nextOwner, SN).attach(connection());
  expect(frames).toHaveLength(1);
});

it('a lock on another listener after a change of owner starts without commands', () => {
  const frames: string[] = [];
  const sessions = new LockSessions(context);
  const session = sessions.open(lock, SN);
  const first = connectionStub();
  session.attach(first);
  session.send(unseal(), async () => true);
  session.detach(first);
  const next = sessions.open({ ...lock, ownedSince: 2 }, SN);
  next.attach({
    ...connectionStub(),
    write: (bytes: Uint8Array) => frames.push(Buffer.from(bytes).toString('latin1')),
  } as unknown as Connection);
  expect(frames).toEqual([]);
});
