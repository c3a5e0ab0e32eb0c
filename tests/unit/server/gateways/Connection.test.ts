import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { MESSAGES_PER_TURN } from '../../../../src/server/fleet/link';
import { Connection } from '../../../../src/server/gateways/Connection';
import type { GatewayContext } from '../../../../src/server/gateways/context';
import { LIMITS } from '../../../../src/server/gateways/limits';

/** Opens a connection whose protocol has frames of one byte, and asks for lost parts at every check. */
const openConnection = (
  handleFrame: (connection: Connection) => Promise<void> = async () => {},
) => {
  const socket = new PassThrough();
  const family = {
    maxFrameBytes: 1,
    splitFrames: (bytes: Uint8Array) => ({
      frames: Array.from(bytes, (byte) => Uint8Array.of(byte)),
      rest: new Uint8Array(),
      skippedBytes: 0,
    }),
    openSession: () => ({ requestMissing: () => Buffer.from('again') }),
  };
  const context = { family, limits: LIMITS };
  const admission = { showLock: () => {}, release: () => {} };
  const connection = new Connection(
    socket as unknown as Socket,
    context as unknown as GatewayContext,
    admission,
    handleFrame,
  );
  return { connection, socket, written: () => String(socket.read() ?? '') };
};

it('a check requests missing frames, from registered locks only', () => {
  const { connection, written } = openConnection();
  connection.expire(Date.now());
  expect(written()).toBe('');
  connection.addLock({ detach: () => {} });
  connection.expire(Date.now());
  expect(written()).toBe('again');
});

it('a check that closes a connection requests nothing', () => {
  const { connection, written } = openConnection();
  connection.addLock({ detach: () => {} });
  connection.expire(Date.now() + LIMITS.silenceTimeout + 1);
  expect(written()).toBe('');
});

it('decodes a limited number of frames per turn of the event loop', async () => {
  const turns: number[] = [];
  let decoded = 0;
  const countTurn = (): void => {
    turns.push(decoded);
    decoded = 0;
    if (turns.length < 100_000) setImmediate(countTurn);
  };
  const all = new Promise<void>((resolve) => {
    let remaining = 5_000;
    const { connection, socket } = openConnection(async () => {
      decoded += 1;
      remaining -= 1;
      if (remaining === 0) resolve();
    });
    connection.open(() => {});
    socket.emit('data', Buffer.alloc(5_000));
  });
  countTurn();
  await all;
  turns.push(decoded);
  const total = turns.reduce((sum, count) => sum + count, 0);
  expect([total, Math.max(...turns)]).toEqual([5_000, MESSAGES_PER_TURN]);
  turns.length = 100_000;
});

it('decodes up to the limit of unstored frames, and continues when one is stored', async () => {
  const stores: (() => void)[] = [];
  const { connection, socket } = openConnection(async (origin) =>
    origin.store('A1', () => new Promise((resolve) => stores.push(resolve))),
  );
  connection.open(() => {});
  socket.emit('data', Buffer.alloc(1_000));
  await expect.poll(() => stores.length).toBe(LIMITS.unstored);
  stores[0]?.();
  stores[1]?.();
  await expect.poll(() => stores.length).toBe(LIMITS.unstored + 2);
});
