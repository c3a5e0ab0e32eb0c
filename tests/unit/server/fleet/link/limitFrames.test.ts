import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { limitFrames } from '../../../../../src/server/fleet/link/limitFrames';

/** A packet of a type byte, its length and so many bytes. */
const packet = (type: number, length: number): Buffer =>
  Buffer.concat([
    Buffer.from(length < 128 ? [type, length] : [type, (length & 127) | 128, length >> 7]),
    Buffer.alloc(length, 0xff),
  ]);

/** Feeds the bytes in chunks and tells whether the socket survived. */
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

  it.each([1, 2, 7, 1000])('lets small packets through in chunks of %i', async (chunk) => {
    expect(await survives(small, chunk, 200)).toBe(true);
  });

  it.each([1, 2, 7, 1000])('cuts at one byte too many in chunks of %i', async (chunk) => {
    expect(await survives(Buffer.concat([small, packet(0x30, 201)]), chunk, 200)).toBe(false);
  });

  it('cuts a length that never ends', async () => {
    expect(await survives(Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x80]), 1, 1e9)).toBe(false);
  });
});
