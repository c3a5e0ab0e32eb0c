import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFrame, splitFrames, writeFrame } from '../../../src/server/gateways/jt808';
import { answerTo, hex } from '../../unit/server/gateways/jt808/lock';
import { oneFile } from '../fleet/oneFile';
import { openTestGateway } from './openTestGateway';

const FILE = Buffer.from(Array.from({ length: 4_200 }, (_, i) => (i * 13) % 256));
const SUM = FILE.reduce((sum, byte) => sum + byte, 0);
const [JOINTECH, HHD, OTHER] = [1, 2, 3];
const TERMINAL = '013800138000';
const ROPE = '8000000077';
const HHD_LOCK = '095037286177';
const soon = { interval: 50 };

let house: Awaited<ReturnType<typeof openTestGateway>>;
beforeAll(async () => {
  const locks = [
    { sn: TERMINAL, protocol: OTHER },
    { sn: ROPE, protocol: JOINTECH },
    { sn: HHD_LOCK, protocol: HHD },
  ];
  house = await openTestGateway(locks, { files: oneFile('lock.bin', FILE) });
  const sha256 = createHash('sha256').update(FILE).digest('hex');
  await sql`insert into firmware (id, firmware_version, firmware_path, size, sha256, byte_sum, ftp_address)
    values (1, 'V2.0.0', 'lock.bin', ${FILE.length}, ${sha256}, ${SUM}, null),
      (2, 'V2.0.1', 'lock.bin', ${FILE.length}, ${sha256}, ${SUM}, 'ftp://u:p@203.0.113.7/l.bin')`.execute(
    house.store.db,
  );
});

/** Returns the state of a ticket and the percentage of its upgrade. */
const progressOf = async (id: number) => {
  const { rows } = await sql<{ state: string; progress: number | null }>`
    select state, progress from "appointmentCommandRecord" where id = ${id}`.execute(
    house.store.db,
  );
  return rows[0];
};

/** Connects a terminal of the bare standard that reads one message at a time. */
const connectTerminal = async () => {
  const connection = await house.connect('jt808');
  let serial = 0;
  let nextIndex = 0;
  const say = (message: number, body: Buffer = Buffer.alloc(0)) =>
    connection.say(
      writeFrame({ id: TERMINAL, version: undefined }, { code: message, serial: serial++, body }),
    );
  const messages = () =>
    splitFrames(connection.heard()).frames.flatMap((frame) => {
      const message = readFrame(frame);
      return typeof message === 'string' || message.code === 0x8001 ? [] : [message];
    });
  const next = async (code: number) => {
    await expect.poll(() => messages().length, soon).toBeGreaterThan(nextIndex);
    const message = messages()[nextIndex++];
    expect(message?.code.toString(16)).toBe(code.toString(16));
    if (message === undefined) throw new Error('nothing');
    return message;
  };
  /** Sends 0x0107, JT/T 808-2013 table 20: type 2, maker 5, model 20, id 7, ICCID 10, versions, modules 2. */
  const about = (version: string) =>
    say(
      0x0107,
      Buffer.concat([
        Buffer.alloc(44),
        Buffer.of(0, version.length),
        Buffer.from(version),
        Buffer.of(1, 1),
      ]),
    );
  return { ...connection, say, next, about };
};

describe('a terminal of JT/T 808', () => {
  it('gets the file in parts, and is up to date when it reports the new version', async () => {
    const lock = await connectTerminal();
    lock.say(0x0002);
    const ticket = await house.command(TERMINAL, 'upgrade', { firmware: 1 }, '');
    await lock.next(0x8107);
    lock.about('V1.9.9');
    const parts: Buffer[] = [];
    for (let i = 1; i <= 5; i++) {
      const part = await lock.next(0x8108);
      expect(part.part).toEqual({ total: 5, index: i });
      parts.push(part.body);
      lock.say(0x0001, answerTo(part.serial, '810800'));
    }
    const head = Buffer.concat([hex('000000000000'), Buffer.of(6), Buffer.from('V2.0.0')]);
    expect(Buffer.concat(parts)).toEqual(Buffer.concat([head, hex('00001068'), FILE]));
    await expect
      .poll(() => progressOf(ticket), soon)
      .toMatchObject({ state: 'sent', progress: 100 });
    lock.leave();
    // It restarts, and has longer than the minute of other commands.
    const again = await connectTerminal();
    again.say(0x0108, hex('0000'));
    await expect.poll(() => progressOf(ticket), soon).toMatchObject({ state: 'success' });
    await expect.poll(() => house.device(TERMINAL), soon).toMatchObject({ version: 'V1.9.9' });
    await again.next(0x8107);
    again.about('V2.0.0');
    await expect.poll(() => house.device(TERMINAL), soon).toMatchObject({ version: 'V2.0.0' });
    // The log keeps only the last of hundreds of parts and answers, so that other messages stay in it.
    const contents = house.messages
      .filter(({ sn }) => sn === TERMINAL)
      .map(({ said: contents }) => contents);
    expect(JSON.stringify(contents).match(/810800/g)).toHaveLength(1);
    again.leave();
  });

  it('gets a URL for the file, and downloads it', async () => {
    await sql`update device_state set version = null where sn = ${TERMINAL}`.execute(
      house.store.db,
    );
    const lock = await connectTerminal();
    lock.say(0x0002);
    const ticket = await house.command(TERMINAL, 'upgrade', { firmware: 1 });
    await lock.next(0x8107);
    lock.about('V1.9.9');
    const fetchOrder = await lock.next(0x8105);
    expect(fetchOrder.body.toString('latin1')).toBe(
      '\x01http://127.0.0.1/files/lock.bin;;;;;;;;;V2.0.0;',
    );
    lock.say(0x0001, answerTo(fetchOrder.serial, '810500'));
    await expect.poll(() => progressOf(ticket), soon).toMatchObject({ progress: 0 });
    lock.leave();
    const again = await connectTerminal();
    again.say(0x0002);
    await again.next(0x8107);
    again.about('V2.0.0');
    await expect.poll(() => progressOf(ticket), soon).toMatchObject({ state: 'success' });
    again.leave();
  });
});

describe('a Jointech lock', () => {
  it('is refused a version without an FTP address, and gets the address of one that has', async () => {
    await expect(house.command(ROPE, 'upgrade', { firmware: 1 })).rejects.toThrow('FTP');
    const lock = await house.connect('jointech');
    const hears = (words: string) =>
      expect.poll(() => lock.heard().toString('latin1'), soon).toContain(words);
    lock.say(`(${ROPE},@JT)`);
    const ticket = await house.command(ROPE, 'upgrade', { firmware: 2 });
    await hears('(P01)');
    lock.say(`(${ROPE},P01,V1.0)`);
    const order = `${ROPE},1,001,OTA,9,1,203.0.113.7,21,u,p,l.bin,${FILE.length},${SUM}`;
    await hears(`(${order})`);
    lock.say(`(${order},0)`);
    await expect.poll(() => progressOf(ticket), soon).toMatchObject({ progress: 0 });
    lock.say(`(${order},2)`);
    await expect.poll(() => progressOf(ticket), soon).toMatchObject({ state: 'success' });
    lock.leave();
  });
});

it('an HHD lock is refused, because its format is not published', async () => {
  await expect(house.command(HHD_LOCK, 'upgrade', { firmware: 1 })).rejects.toThrow(
    'Not supported by this lock',
  );
});
