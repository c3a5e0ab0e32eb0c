import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  CONNECTION_END,
  CONNECTION_EVENT,
  type ConnectionEvent,
} from '../../../../src/domain/connection';
import type { LockReply } from '../../../../src/domain/lock';
import { jointech } from '../../../../src/server/gateways/jointech';
import type { GatewayLimits } from '../../../../src/server/gateways/limits';
import type { RegisteredLock } from '../../../../src/server/gateways/lockDirectory';
import { openGateway } from '../../../../src/server/gateways/openGateway';

const ID = '8000000001';
const OTHER_ID = '8000000002';
const MINUTE = 60_000;

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** A gateway for Jointech whose fleet stores everything at once, and which registers every lock. */
const openTestGateway = async (limits: Partial<GatewayLimits> = {}) => {
  const events: ConnectionEvent[] = [];
  const replies: LockReply[] = [];
  const warnings: string[] = [];
  const gateway = await openGateway({
    family: jointech,
    protocols: [1],
    port: 0,
    host: '127.0.0.1',
    locks: {
      find: (sn): RegisteredLock => ({ sn, protocol: 1, ownedSince: 1, isRevoked: false }),
      keepSecret: async () => {},
      keepTraits: async () => {},
      clear: () => {},
    },
    inbox: {
      keep: async () => {},
      check: async (report) => ({ report, time: 'own', faults: [] }),
      report: async () => true,
      reply: async (_, reply) => void replies.push(reply),
      progress: async () => {},
      presence: async () => {},
      connection: () => {},
      note: (event) => void events.push(event),
    },
    log: { info: () => {}, warn: (text) => warnings.push(text), error: () => {} },
    limits,
  });
  closings.push(gateway.close);
  const openConnection = async () => {
    const socket: Socket = connect(gateway.port, '127.0.0.1');
    closings.push(() => socket.destroy());
    await once(socket, 'connect');
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.on('error', () => {});
    return {
      write: (text: string) => socket.write(text),
      receives: (text: string) => expect.poll(() => received).toContain(text),
      received: () => received,
      close: () => void socket.destroy(),
      closed: once(socket, 'close'),
    };
  };
  const ends = () =>
    events
      .filter(({ sn, event }) => sn === ID && event === CONNECTION_EVENT.went)
      .map(({ reason }) => reason);
  return { gateway, openConnection, replies, warnings, ends };
};

const unseal = (id: string) => {
  const now = Date.now();
  return { id, cmd: 'unseal', args: {}, ts: now, exp: now + MINUTE };
};

describe('a gateway', () => {
  it('closes a connection that sends too much junk', async () => {
    const { openConnection } = await openTestGateway({ junkBytes: 64 });
    const connection = await openConnection();
    connection.write('x'.repeat(60));
    connection.write(`(${ID},P22,2)`);
    await connection.receives('(P22,');
    connection.write('x'.repeat(65));
    await connection.closed;
  });

  it.each([
    ['GET / HTTP/1.1', 'its bytes are no frames'],
    ['(nonsense)', 'neither id nor word'],
  ])('logs a connection with nothing but %j, once for its address', async (bytes, reason) => {
    const { openConnection, warnings } = await openTestGateway();
    for (const text of [bytes, bytes, '', `(${ID},P22,2)`]) {
      const connection = await openConnection();
      connection.write(text);
      if (text.includes(ID)) await connection.receives('(P22,');
      connection.close();
      await connection.closed;
    }
    await expect
      .poll(() => warnings)
      .toEqual([
        `Gateway jointech: a connection from "127.0.0.1" closed and had named no lock: ${reason}`,
      ]);
  });

  it('acknowledges no lock above the limit of a connection', async () => {
    const { gateway, openConnection } = await openTestGateway({ locksPerConnection: 1 });
    const connection = await openConnection();
    const passwordReport = (id: string, password: string) => `(${id},P52,2,${password})`;
    connection.write(passwordReport(ID, '111111'));
    connection.write(passwordReport(OTHER_ID, '222222'));
    connection.write(passwordReport(ID, '333333'));
    await connection.receives('333333');
    expect(connection.received()).not.toContain('222222');
    expect([gateway.has(ID), gateway.has(OTHER_ID)]).toEqual([true, false]);
  });

  it('handles the last messages of a lock that disconnected', async () => {
    const { gateway, openConnection, replies, ends } = await openTestGateway();
    const connection = await openConnection();
    connection.write(`(${ID},@JT)`);
    await expect.poll(() => gateway.has(ID)).toBe(true);
    gateway.send(ID, unseal('7'), async () => true);
    await connection.receives('(P43,');
    connection.write(`(${ID},P43,1,0)`);
    connection.close();
    await expect.poll(ends).toHaveLength(1);
    expect(replies).toMatchObject([{ id: '7', code: 0 }]);
  });

  it.each<[string, number, (parts: { close: () => void; disconnect: () => void }) => void]>([
    ['closed by the lock', CONNECTION_END.byLock, ({ close }) => close()],
    ['closed by the server', CONNECTION_END.byServer, ({ disconnect }) => disconnect()],
  ])('records that a connection was %s', async (_, reason, end) => {
    const { gateway, openConnection, ends } = await openTestGateway();
    const connection = await openConnection();
    connection.write(`(${ID},@JT)`);
    await expect.poll(() => gateway.has(ID)).toBe(true);
    end({ close: connection.close, disconnect: () => gateway.disconnect(ID) });
    await expect.poll(ends).toEqual([reason]);
  });
});
