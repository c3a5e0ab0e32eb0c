import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROTOCOL } from '../../../src/domain/family';
import { splitFrames, writeFrame } from '../../../src/server/gateways/jt808/frames';
import { answerTo, clockAt, location, read } from '../../unit/server/gateways/jt808/lock';
import { record } from './jointechRecord';
import { openTestGateway } from './openTestGateway';

type House = Awaited<ReturnType<typeof openTestGateway>>;
let house: House;
let number = 0;

interface ConnectedLock {
  /** Number of commands that it received. */
  readonly count: () => number;
  /** Answers its last command. */
  readonly answer: () => void;
  readonly leave: () => void;
}

const jointechLock = async (sn: string): Promise<ConnectedLock> => {
  const lock = await house.connect('jointech');
  lock.say(record(sn, { at: Math.floor(Date.now() / 1_000) * 1_000 }));
  await expect.poll(() => String(lock.heard())).toContain('(P69');
  const count = () => String(lock.heard()).split('(P37,').length - 1;
  return { count, answer: () => lock.say(`(${sn},P37,0,15)`), leave: lock.leave };
};

const jt808Lock = async (sn: string): Promise<ConnectedLock> => {
  const lock = await house.connect('jt808');
  const say = (code: number, body: Buffer) =>
    lock.say(writeFrame({ id: sn, version: undefined }, { code, serial: 1, body }));
  say(0x0200, location({ clock: clockAt(Math.floor(Date.now() / 1_000) * 1_000) }, {}));
  await expect.poll(() => lock.heard().length).toBeGreaterThan(0);
  const commands = () =>
    splitFrames(lock.heard())
      .frames.map(read)
      .filter(({ message }) => message === '0310');
  const answer = () => say(0x0311, answerTo(commands().at(-1)?.serial ?? 0, '012300'));
  return { count: () => commands().length, answer, leave: lock.leave };
};

beforeAll(async () => {
  house = await openTestGateway([]);
  await sql`insert into org (id, org_name, org_type, parent_id) values (3, 'Three', 2, 1)`.execute(
    house.store.db,
  );
  await sql`insert into oper (id, "operName", "loginName", role_id, org_id, status)
    values (2, 'Mei', 'mei', 1, 2, 1)`.execute(house.store.db);
});

describe.each([
  ['Jointech', PROTOCOL.jointech, 80, jointechLock, 'vibration', { value: 15 }],
  ['JT/T 808', PROTOCOL.hhd, 8000, jt808Lock, 'restart', { control: 1 }],
] as const)('a command in the queue of %s', (_, protocol, prefix, connect, code, args) => {
  const moveSender = (org_id: number) =>
    sql`update oper set org_id = ${org_id} where id = 1`.execute(house.store.db);
  let sn = '';
  beforeEach(async () => {
    number += 1;
    sn = `${prefix}${String(number).padStart(8, '0')}`;
    await moveSender(2);
    await sql`insert into device (sn, org_id, protocol) values (${sn}, 2, ${protocol})`.execute(
      house.store.db,
    );
  });
  const command = async (id = 1) => {
    const { tickets } = await house.fleet.issue(house.store.db, {
      ...{ code, sns: [sn], args, locale: 'en', filesUrl: '' },
      oper: { id, operName: 'Lin', org_id: 2, hasSuperior: false },
    });
    house.fleet.announce(tickets);
    return tickets[0]?.id ?? 0;
  };
  const isOver = (id: number) =>
    expect.poll(async () => (await house.ticket(id))?.state).not.toBe('sent');

  it('goes out if its sender may still send it', async () => {
    const lock = await connect(sn);
    const [first, second] = [await command(), await command()];
    await expect.poll(lock.count).toBe(1);
    lock.answer();
    await isOver(first);
    await expect.poll(lock.count).toBe(2);
    lock.answer();
    await isOver(second);
    expect((await house.ticket(second))?.state).not.toBe('cancelled');
  });

  it('ends with the reason if its sender may no longer send it', async () => {
    const lock = await connect(sn);
    const [first, second] = [await command(), await command()];
    await expect.poll(lock.count).toBe(1);
    await expect.poll(() => house.ticket(second)).toMatchObject({ state: 'sent' });
    await moveSender(3);
    lock.answer();
    await isOver(first);
    await isOver(second);
    expect(await house.ticket(second)).toEqual({
      state: 'cancelled',
      message: 'The sender may no longer send commands to this device',
    });
    expect(lock.count()).toBe(1);
  });

  it('is not sent again over another connection if its sender may no longer send it', async () => {
    const lock = await connect(sn);
    const sent = await command();
    await expect.poll(lock.count).toBe(1);
    lock.leave();
    await expect.poll(async () => (await house.device(sn)).communicate_status).toBe(0);
    await moveSender(3);
    const again = await connect(sn);
    const other = await command(2);
    await expect.poll(again.count).toBe(1);
    again.answer();
    await isOver(other);
    expect([again.count(), await house.ticket(sent)]).toMatchObject([1, { state: 'sent' }]);
  });
});
