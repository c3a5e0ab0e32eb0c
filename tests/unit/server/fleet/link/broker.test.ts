import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { AedesPublishPacket, Client, Subscription } from 'aedes';
import { describe, expect, it } from 'vitest';
import { accessHooks, serverIdentity } from '../../../../../src/server/fleet/link/accessHooks';
import { limitFrames } from '../../../../../src/server/fleet/link/broker';
import { testLog } from './openTestLink';

const log = testLog();
const hooks = accessHooks({
  ...{ server: serverIdentity(), log },
  authenticate: async () => undefined,
  receive: async () => {},
  note: () => {},
  connected: () => undefined,
});
const lock = { id: 'A1', conn: {} } as Client;

describe('accessHooks', () => {
  it('invalidates a refused subscription before it grants another of the same packet', async () => {
    const own: Subscription = { topic: 'seal/v1/A1/down/#', qos: 1 };
    const foreign: Subscription = { topic: 'seal/v1/+/down/#', qos: 1 };
    const granted: unknown[] = [];
    const refused: unknown[] = [];
    // The broker checks all subscriptions of a packet at once, and stores all of them at the first grant.
    for (const subscription of [own, foreign]) {
      hooks.authorizeSubscribe?.(lock, subscription, (error) => {
        if (error) refused.push(subscription.topic);
        else granted.push(subscription.topic, { qosOfTheOther: foreign.qos });
      });
    }
    await Promise.resolve();
    expect(granted).toEqual([own.topic, { qosOfTheOther: 0 }]);
    expect(refused).toEqual([foreign.topic]);
  });

  it.each([
    ['seal/v1/A1/down/cmd', true],
    ['seal/v1/A1/down/ota', true],
    ['seal/v1/A10/down/cmd', false],
    ['seal/v1/B2/down/cmd', false],
    ['seal/v1/A1/up/report', false],
  ])('delivers %s to lock A1: %s', (topic, delivered) => {
    const packet = { topic } as AedesPublishPacket;
    expect(hooks.authorizeForward?.(lock, packet)).toBe(delivered ? packet : null);
  });
});

/** Builds a packet of a type byte, its length and the content. */
const packet = (type: number, length: number): Buffer =>
  Buffer.concat([
    Buffer.from(length < 128 ? [type, length] : [type, (length & 127) | 128, length >> 7]),
    Buffer.alloc(length, 0xff),
  ]);

/** Feeds the bytes in chunks. Returns true if the socket is still open. */
const survives = async (bytes: Buffer, chunk: number, most: number): Promise<boolean> => {
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  socket.on('error', () => undefined);
  limitFrames(socket as Socket, most);
  for (let i = 0; i < bytes.length; i += chunk) socket.push(bytes.subarray(i, i + chunk));
  await new Promise((resolve) => setImmediate(resolve));
  return !socket.destroyed;
};

describe('limitFrames', () => {
  const small = Buffer.concat(
    [
      [0x30, 90],
      [0xc0, 0],
      [0x30, 0],
      [0x32, 200],
      [0xc0, 0],
      [0x30, 1],
    ].map(([type = 0, length = 0]) => packet(type, length)),
  );

  it.each([1, 2, 7, 1000])('passes small packets in chunks of %i', async (chunk) => {
    expect(await survives(small, chunk, 200)).toBe(true);
  });

  it.each([1, 2, 7, 1000])('disconnects one byte over the limit in chunks of %i', async (chunk) => {
    expect(await survives(Buffer.concat([small, packet(0x30, 201)]), chunk, 200)).toBe(false);
  });

  it('disconnects an endless length', async () => {
    expect(await survives(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x80]), 1, 1e9)).toBe(false);
  });
});
