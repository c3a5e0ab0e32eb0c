import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LockReply } from '../../../src/domain/lock';
import { INHERITED } from '../../unit/inherited';
import { openTestFleet } from './openTestFleet';

type TestFleet = Awaited<ReturnType<typeof openTestFleet>>;
let house: TestFleet;
let lock: Awaited<ReturnType<TestFleet['lock']>>;

const by = {
  oper: { id: 1, operName: 'Olga', org_id: 1, hasSuperior: false },
  locale: 'en',
  filesUrl: 'http://files',
} as const;

beforeAll(async () => {
  house = await openTestFleet();
  lock = await house.lock('A1');
});

/** A lock without known settings. */
beforeEach(async () => {
  await sql`delete from lock_setting`.execute(house.store.db);
});

/** Returns the stored setting of the lock for a command. */
const storedSetting = async (code: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select known, known_how, sent, sent_state, sent_name, differs from "lockSetting"
    where sn = 'A1' and code = ${code}`.execute(house.store.db);
  return rows[0];
};

const stateOf = async (id: string) => {
  const { rows } = await sql<{ state: string; message: string | null }>`
    select state, message from "appointmentCommandRecord" where id = ${Number(id)}`.execute(
    house.store.db,
  );
  return rows[0];
};

/** Sends a command, lets the lock answer, and waits for the end of the ticket. */
const tell = async (
  code: string,
  args: object = {},
  answer: Partial<Omit<LockReply, 'id'>> = {},
) => {
  const how = { reason: 'Test', typed: 'A1' };
  const call = { code, sns: ['A1'], args: { ...args }, how, ...by };
  const { tickets } = await house.command(call);
  const id = String(tickets[0]?.id);
  await vi.waitFor(() => expect(lock.commands.some((each) => each.id === id)).toBe(true), 5_000);
  await lock.reply(id, answer.code ?? 0, answer.msg, answer.values);
  await vi.waitFor(
    async () => expect((await stateOf(id))?.state).toMatch(/success|failure/),
    5_000,
  );
  return lock.commands.find((each) => each.id === id);
};

describe('a setting sent by a command', () => {
  it('becomes the known value once the lock confirms it', async () => {
    await tell('vibration', { value: 5 });
    expect(await storedSetting('vibration')).toEqual({
      known: { value: 5 },
      known_how: 'told',
      sent: { value: 5 },
      sent_state: 'success',
      sent_name: 'Olga',
      differs: false,
    });
  });

  it('differs from the known value if the lock refuses it', async () => {
    await tell('vibration', { value: 5 });
    await tell('vibration', { value: 9 }, { code: 7, msg: 'no' });
    expect(await storedSetting('vibration')).toMatchObject({
      known: { value: 5 },
      sent: { value: 9 },
      sent_state: 'failure',
      differs: true,
    });
  });

  it('differs from the known value if the lock reports another one', async () => {
    await tell('vibration', { value: 4 });
    await tell('readSettings', {}, { values: { vibration: { value: '11' } } });
    expect(await storedSetting('vibration')).toMatchObject({
      known: { value: 11 },
      known_how: 'read',
      sent: { value: 4 },
      sent_state: 'success',
      differs: true,
    });
  });

  it('is the last one, however quickly the replies come', async () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8];
    const ids: string[] = [];
    for (const value of values) {
      const call = { code: 'vibration', sns: ['A1'], args: { value } };
      const { tickets } = await house.command({ ...call, ...by });
      ids.push(String(tickets[0]?.id));
    }
    const receivedIds = () => ids.filter((id) => lock.commands.some((each) => each.id === id));
    await vi.waitFor(() => expect(receivedIds()).toHaveLength(values.length), 5_000);
    await Promise.all(ids.map((id) => lock.reply(id, 0)));
    const last = () => stateOf(ids.at(-1) ?? '');
    await vi.waitFor(async () => expect((await last())?.state).toBe('success'), 5_000);
    expect(await storedSetting('vibration')).toMatchObject({
      known: { value: 8 },
      sent: { value: 8 },
    });
  });

  it('expires with its command when the minute is over', async () => {
    const { tickets } = await house.command({
      code: 'parkingAlarm',
      sns: ['A1'],
      args: { minutes: 30 },
      ...by,
    });
    const id = String(tickets[0]?.id);
    await vi.waitFor(async () => expect((await stateOf(id))?.state).toBe('sent'), 5_000);
    await sql`update "appointmentCommandRecord" set deadline = 1 where id = ${Number(id)}`.execute(
      house.store.db,
    );
    await vi.waitFor(
      async () =>
        expect(await storedSetting('parkingAlarm')).toMatchObject({
          known: null,
          sent: { minutes: 30 },
          sent_state: 'invalid',
          differs: false,
        }),
      5_000,
    );
  });
});

describe('cards', () => {
  it('of a lock that was never read stay unknown', async () => {
    await tell('addCards', { cards: ['AA01'] });
    expect(await storedSetting('addCards')).toMatchObject({
      known: null,
      sent: null,
      sent_name: 'Olga',
    });
  });

  it('are added to the known ones, and removed from them', async () => {
    await tell('readCards', {}, { values: { addCards: { cards: ['AA01', 'AA02'] } } });
    await tell('addCards', { cards: ['AA03', 'AA01'] });
    await tell('removeCards', { cards: ['AA02'] });
    expect(await storedSetting('addCards')).toMatchObject({ known: { cards: ['AA01', 'AA03'] } });
    await tell('readCards', {}, { values: { addCards: { cards: ['AA03', 'AA01'] } } });
    expect(await storedSetting('addCards')).toMatchObject({ known_how: 'read', differs: false });
    await tell('clearCards');
    expect(await storedSetting('addCards')).toMatchObject({ known: { cards: [] } });
  });
});

describe('secrets', () => {
  it('reach the lock, and are stored only as present', async () => {
    const command = await tell('apn', { apn: 'cmiot', password: 'hush-1' });
    expect(command?.args).toEqual({ apn: 'cmiot', password: 'hush-1' });
    expect(await storedSetting('apn')).toMatchObject({
      known: { apn: 'cmiot', password: true },
      sent: { apn: 'cmiot', password: true },
    });
  });

  it('that a lock does not mention are still present', async () => {
    await tell('apn', { apn: 'cmiot', password: 'hush-1' });
    await tell('readSettings', {}, { values: { apn: { apn: 'uninet' } } });
    expect(await storedSetting('apn')).toMatchObject({ known: { apn: 'uninet', password: true } });
    await tell('readSettings', {}, { values: { apn: { apn: 'uninet', password: false } } });
    expect(await storedSetting('apn')).toMatchObject({ known: { apn: 'uninet' } });
  });

  it('that a lock repeats are stored nowhere', async () => {
    await tell('apn', { apn: 'cmiot', password: 'hush-1' });
    const values = { unsealPassword: { password: '65432165' }, bluetoothKey: { key: true } };
    await tell('unsealPassword', { password: '65432165' }, { msg: 'now 65432165', values: values });
    expect(await storedSetting('unsealPassword')).toMatchObject({ known: { password: true } });
    expect(await storedSetting('bluetoothKey')).toMatchObject({ known: { key: true } });
    const { rows } = await sql<{ all: string }>`
      select string_agg(s::text, '') || (select string_agg(message, '') from "appointmentCommandRecord") as all
      from lock_setting s`.execute(house.store.db);
    expect(rows[0]?.all).not.toMatch(/65432165|hush-1/);
    expect(rows[0]?.all).toContain('now ••••');
  });
});

describe('a lock that sends invalid values', () => {
  const lastError = () =>
    lock.commands.flatMap((each) => ('error' in each ? [String(each.error)] : [])).at(-1);

  it.each(INHERITED)('gets an error for a command named %s', async (name) => {
    const values = JSON.parse(`{"${name}": {"value": 5}, "vibration": {"value": 5}}`);
    await tell('readSettings', {}, { values });
    await vi.waitFor(() =>
      expect(lastError()).toBe(`ack: values.${name}: not as its command takes it`),
    );
    expect(await storedSetting('vibration')).toMatchObject({ known: { value: 5 } });
  });

  it('gets an error that quotes no value, and its other values are stored', async () => {
    const values = {
      vibration: { value: 99 },
      unsealPassword: { password: '1' },
      nothing: { a: 1 },
      autoSeal: { mode: 2 },
    };
    await tell('vibration', { value: 8 });
    await tell('readSettings', {}, { values });
    expect(await storedSetting('vibration')).toMatchObject({ known: { value: 8 } });
    expect(await storedSetting('autoSeal')).toMatchObject({ known: { mode: 2 } });
    await vi.waitFor(
      () =>
        expect(lastError()).toBe(
          'ack: values.vibration: not as its command takes it; values.nothing: not as its command takes it',
        ),
      5_000,
    );
  });

  it('in another form has still replied', async () => {
    await tell('readSettings', {}, { values: [1] as never });
    await vi.waitFor(() => expect(lastError()).toMatch(/^ack: values: objects of numbers/), 5_000);
  });
});

it('a control command carries its number, and a factory reset clears the known settings', async () => {
  await tell('apn', { apn: 'cmiot' });
  expect((await tell('restart'))?.args).toEqual({ control: 1 });
  expect(await storedSetting('apn')).toBeDefined();
  expect((await tell('factoryReset'))?.args).toEqual({ control: 3 });
  expect(await storedSetting('apn')).toBeUndefined();
});
