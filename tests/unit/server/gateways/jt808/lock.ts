import { expect } from 'vitest';
import type { LockCommand } from '../../../../../src/domain/lock';
import { createJt808 } from '../../../../../src/server/gateways/jt808';
import { readFrame, writeFrame } from '../../../../../src/server/gateways/jt808/frames';

export const ID = '095037286124';
export const SECRET = 'test';

/** Time of the first frame of the capture. */
export const NOW = Date.UTC(2018, 9, 26, 7, 44, 31);

export const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex');

/** Formats a time as the lock's clock, by default Beijing's like locks of 2018. */
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

/** Builds the body of a location, with its values by number. */
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

/** Builds TLV 33 of the 2018 dialect. */
export const text33 = (
  isSealed: boolean,
  reason: string,
  tampered = '0',
  operator = '80008244',
): string => `*M00,29,1${isSealed ? 1 : 0}409${tampered}${reason}${operator}&000000000000&#`;

/** Builds TLV 60 of the later firmware. */
export const event60 = (event: number, isAlarm = false, text = ''): Buffer =>
  Buffer.concat([
    Buffer.of(event >> 8, event & 0xff, isAlarm ? 1 : 0),
    Buffer.from(text, 'latin1'),
  ]);

/** Connects a lock in a session of its own, with a clock that the test moves. */
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
    /** Encodes a command. @returns the message that was sent */
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

/** Decodes a frame of the server: its message, serial number and body. */
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

/** Returns the message of an encoded command; fails if there is none. */
export const sentBy = (encoded: ReturnType<ReturnType<typeof connectLock>['encode']>) => {
  if (!('message' in encoded)) throw new Error(JSON.stringify(encoded));
  return encoded;
};

const serialHex = (serial: number): string => serial.toString(16).padStart(4, '0');

/** Builds an answer to a message of the server. */
export const answerTo = (serial: number, rest: string): Buffer => hex(serialHex(serial) + rest);
