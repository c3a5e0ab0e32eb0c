import { expect } from 'vitest';
import type { LockCommand } from '../../../../../src/domain/lock';
import { createJt808 } from '../../../../../src/server/gateways/jt808';
import { readFrame, writeFrame } from '../../../../../src/server/gateways/jt808/frames';

export const ID = '095037286124';
export const SECRET = 'test';

/** The moment of the capture's first frame. */
export const NOW = Date.UTC(2018, 9, 26, 7, 44, 31);

export const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex');

/** Beijing's clock, as locks of 2018 have it, or another. */
export const clockAt = (time: number, minutesEast = 480): string =>
  new Date(time + minutesEast * 60_000).toISOString().replaceAll(/\D/g, '').slice(2, 14);

interface LocationParts {
  readonly alarm?: number;
  readonly status?: number;
  readonly lat?: number;
  readonly lon?: number;
  readonly clock?: string;
}

const tlv = (id: number, value: Buffer): Buffer =>
  Buffer.concat([Buffer.of(id, value.length), value]);

/** A location's body; values by their number. */
export const location = (
  {
    alarm = 0,
    status = 3,
    lat = 34_586_424,
    lon = 112_400_584,
    clock = clockAt(NOW),
  }: LocationParts,
  values: Readonly<Record<number, Buffer | string>>,
): Buffer => {
  const head = Buffer.alloc(22);
  head.writeUInt32BE(alarm >>> 0, 0);
  head.writeUInt32BE(status >>> 0, 4);
  head.writeUInt32BE(lat, 8);
  head.writeUInt32BE(lon, 12);
  const tail = Object.entries(values).map(([id, value]) =>
    tlv(Number(id), typeof value === 'string' ? Buffer.from(value, 'latin1') : value),
  );
  return Buffer.concat([head, hex(clock), ...tail]);
};

/** TLV 33 of the 2018 dialect. */
export const text33 = (
  isSealed: boolean,
  reason: string,
  tampered = '0',
  operator = '80008244',
): string => `*M00,29,1${isSealed ? 1 : 0}409${tampered}${reason}${operator}&000000000000&#`;

/** TLV 60 of the later firmware. */
export const event60 = (event: number, isAlarm = false, text = ''): Buffer =>
  Buffer.concat([
    Buffer.of(event >> 8, event & 0xff, isAlarm ? 1 : 0),
    Buffer.from(text, 'latin1'),
  ]);

/** A lock on a connection of its own, at a clock that the test moves. */
export const connectLock = (
  id = ID,
  version?: number,
  family = createJt808({ secret: SECRET }),
) => {
  const session = family.openSession();
  let serial = 0;
  const lock = {
    now: NOW,
    family,
    session,
    decode: (message: number, body: Buffer = Buffer.alloc(0)) =>
      session.decode(
        writeFrame({ id, version }, { code: message, serial: serial++, body }),
        lock.now,
      ),
    /** Says a command, and reads what was sent. */
    encode: (cmd: string, args: LockCommand['args'] = {}, protocol: 2 | 3 = 2) => {
      const command = { id: '1', cmd, args, ts: lock.now, exp: lock.now + 60_000 };
      const encoded = session.encode(command, lock.now, { id, protocol });
      if (!('bytes' in encoded)) return encoded;
      expect(encoded.key).toBe(family.replyKey(command));
      return { ...encoded, ...read(encoded.bytes) };
    },
  };
  return lock;
};

/** A frame of ours: what and with which body. */
export const read = (bytes: Uint8Array | undefined) => {
  const message = readFrame(bytes ?? new Uint8Array());
  if (typeof message === 'string') throw new Error(message);
  const { code, serial, body, version, id } = message;
  return {
    message: code.toString(16).padStart(4, '0'),
    serial,
    body: body.toString('hex'),
    version,
    id,
  };
};

/** What `say` sent; fails where it did not. */
export const sentBy = (encoded: ReturnType<ReturnType<typeof connectLock>['encode']>) => {
  if (!('message' in encoded)) throw new Error(JSON.stringify(encoded));
  return encoded;
};

const serialHex = (serial: number): string => serial.toString(16).padStart(4, '0');

/** An answer to one of our messages. */
export const answerTo = (serial: number, rest: string): Buffer => hex(serialHex(serial) + rest);
