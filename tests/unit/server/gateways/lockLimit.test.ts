import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { PROTOCOL } from '../../../../src/domain/family';
import type { Inbox } from '../../../../src/server/fleet/link';
import { createJt808, splitFrames } from '../../../../src/server/gateways/jt808';
import { readFrame, writeFrame } from '../../../../src/server/gateways/jt808/frames';
import { openGateway } from '../../../../src/server/gateways/openGateway';

const HEARTBEAT = 0x0002;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** A listener at which every lock is registered. */
const openListener = async () => {
  const stored: string[] = [];
  const inbox: Partial<Inbox> = {
    presence: async (sn) => {
      stored.push(sn);
    },
    connection: () => {},
    note: () => {},
    keep: async () => {},
  };
  const gateway = await openGateway({
    family: createJt808({ secret: 'test' }),
    protocols: [PROTOCOL.hhd],
    port: 0,
    host: '127.0.0.1',
    locks: {
      find: (sn) => ({ sn, protocol: PROTOCOL.hhd, ownedSince: 1, isRevoked: false }),
      keepSecret: async () => {},
      keepTraits: async () => {},
      clear: () => {},
    },
    inbox: inbox as Inbox,
    log: quiet,
  });
  onTestFinished(gateway.close);
  return { gateway, stored: () => new Set(stored) };
};

const idOf = (n: number) => String(n).padStart(12, '0');

/** A connection on which locks send heartbeats; tells whose were acknowledged. */
const connectTo = async (port: number) => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
  });
  return {
    send: (ids: readonly string[]) => {
      const frames = ids.map((id) =>
        writeFrame({ id, version: undefined }, { code: HEARTBEAT, serial: 1, body: Buffer.of() }),
      );
      socket.write(Buffer.concat(frames));
    },
    acknowledged: () =>
      splitFrames(received).frames.map((frame) => {
        const message = readFrame(frame);
        return typeof message === 'string' ? message : message.id;
      }),
  };
};

it('acknowledges up to 256 locks per connection', async () => {
  const { gateway, stored } = await openListener();
  const ids = Array.from({ length: 256 }, (_, n) => idOf(n));
  const over = idOf(256);
  const shared = await connectTo(gateway.port);
  shared.send([...ids, over]);
  await expect.poll(() => shared.acknowledged().length).toBe(256);
  // The one that is too many is neither stored nor answered; those that are there go on.
  shared.send([over, idOf(0)]);
  await expect.poll(() => shared.acknowledged().length).toBe(257);
  expect(new Set(shared.acknowledged())).toEqual(new Set(ids));
  expect(stored()).toEqual(new Set(ids));
  expect(gateway.has(over)).toBe(false);

  const own = await connectTo(gateway.port);
  own.send([over]);
  await expect.poll(own.acknowledged).toEqual([over]);
  expect(gateway.has(over)).toBe(true);
});
