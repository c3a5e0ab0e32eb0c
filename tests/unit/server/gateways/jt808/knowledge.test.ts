import { describe, expect, it } from 'vitest';
import { createJt808 } from '../../../../../src/server/gateways/jt808';
import { writeFrame } from '../../../../../src/server/gateways/jt808/frames';
import type { LockRecord } from '../../../../../src/server/gateways/protocolFamily';
import { clockAt, event60, hex, ID, location, NOW, SECRET, text33 } from './lock';

const [HHD, OTHER] = [2, 3] as const;
const MINUTE = 60_000;

/** Opens a session of a server that has just started, for a lock with a record. */
const startServer = (record: LockRecord) => {
  const session = createJt808({ secret: SECRET }).openSession();
  let serial = 0;
  return {
    session,
    decode: (code: number, body: Buffer = Buffer.alloc(0)) =>
      session.decode(
        writeFrame({ id: ID, version: undefined }, { code, serial: serial++, body }),
        NOW,
        record,
      ),
  };
};

/** Lets a first server decode live reports. Returns the lock's record as the next server reads it. */
const learnFrom = (protocol: 2 | 3, ...bodies: readonly Buffer[]): LockRecord => {
  const server = startServer({ protocol });
  const { traits } = bodies.map((body) => server.decode(0x0200, body)).at(-1) ?? {};
  return { protocol, traits };
};

const batch = (isBuffered: boolean, body: Buffer): Buffer =>
  Buffer.concat([hex(isBuffered ? '000101' : '000100'), Buffer.of(0, body.length), body]);
const mileage = { 1: hex('00000064') };
const jt709 = { 212: Buffer.of(80), 213: hex('0190') };

describe('a server after a restart', () => {
  it.each([
    ['a terminal in UTC', OTHER, 0, mileage],
    ['a terminal in Beijing time', OTHER, 480, mileage],
    ['a JT709', OTHER, 0, jt709],
    ['an HHD lock of 2018', HHD, 480, { 51: text33(true, '0') }],
    ['a later HHD lock', HHD, 0, { 96: event60(0) }],
  ] as const)('dates the buffered records of %s by its own clock', (_, protocol, zone, values) => {
    const record = learnFrom(protocol, location({ clock: clockAt(NOW, zone) }, values));
    const past = location({ clock: clockAt(NOW - 90 * MINUTE, zone) }, {});
    const { reports } = startServer(record).decode(0x0704, batch(true, past));
    expect(reports.map(({ ts }) => ts)).toEqual([NOW - 90 * MINUTE]);
  });

  it.each([
    ['0210', { 51: text33(true, '0') }],
    ['0704', { 96: event60(0) }],
  ] as const)('decodes a repeated record in 0x%s to the same report', (code, values) => {
    const live = location({ clock: clockAt(NOW) }, values);
    const past = location({ clock: clockAt(NOW - MINUTE) }, {});
    const body =
      code === '0704' ? batch(true, past) : Buffer.concat([Buffer.of(past.length), past]);
    const first = startServer({ protocol: HHD });
    first.decode(0x0200, live);
    const { reports, traits } = first.decode(Number.parseInt(code, 16), body);
    const next = startServer({ protocol: HHD, traits });
    expect(next.decode(Number.parseInt(code, 16), body).reports).toEqual(reports);
  });

  it.each([
    ['opened', 0, 1008, 4],
    ['dismantled', 1, 1010, 3],
    ['cut', 4, 1008, 4],
  ])('reads “%s” in the first frame of a lock that is stored as HHD', (_, bit, police, state) => {
    const SEALED_AND_OPEN = 1 << 14;
    const body = location({ alarm: 1 << bit, status: SEALED_AND_OPEN, clock: clockAt(NOW, 0) }, {});
    expect(startServer({ protocol: HHD }).decode(0x0200, body).reports).toMatchObject([
      { ts: NOW, police_type: police, lock_status: 3, lock_state: state },
    ]);
  });

  it('reads the dialect of 2018 if the lock uses it, whatever is stored', () => {
    const body = location({ clock: clockAt(NOW) }, { 51: text33(true, '0') });
    expect(startServer({ protocol: HHD }).decode(0x0210, hex('')).reports).toEqual([]);
    expect(startServer({ protocol: HHD }).decode(0x0200, body).reports).toMatchObject([
      { ts: NOW, lock_status: 2 },
    ]);
  });

  it('does not raise a lasting alarm again, except in a repeated report', () => {
    const at = (ts: number) =>
      location({ alarm: 1 << 4, status: 1 << 14, clock: clockAt(ts, 0) }, { 96: event60(0) });
    const quiet = location({ clock: clockAt(NOW - 2 * MINUTE, 0) }, { 96: event60(0) });
    const record = learnFrom(HHD, quiet, at(NOW - MINUTE));
    const alarmsOf = (ts: number) =>
      startServer(record)
        .decode(0x0200, at(ts))
        .reports.map(({ police_type }) => police_type);
    expect(alarmsOf(NOW)).toEqual([undefined]);
    expect(alarmsOf(NOW - MINUTE)).toEqual([1008]);
  });

  it('sends no standard command to a JT709 that has only sent a heartbeat', () => {
    const record = learnFrom(OTHER, location({ clock: clockAt(NOW, 0) }, jt709));
    const server = startServer(record);
    server.decode(0x0002);
    const command = { id: '1', cmd: 'restart', args: {}, ts: NOW, exp: NOW + MINUTE };
    expect(server.session.encode(command, NOW, { id: ID, protocol: OTHER })).toEqual({
      unsupported: true,
    });
  });

  it('corrects a stored time zone by a live report', () => {
    const record = learnFrom(OTHER, location({ clock: clockAt(NOW, 0) }, mileage));
    const live = location({ clock: clockAt(NOW, 480) }, mileage);
    const server = startServer(record);
    expect(server.decode(0x0200, live).reports.map(({ ts }) => ts)).toEqual([NOW]);
  });
});
