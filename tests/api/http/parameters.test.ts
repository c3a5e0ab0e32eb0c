import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { advanceClock } from '../../../src/server/db/serverClock';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await server.signIn('admin');
});

const set = async (name: string, param_text: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from "systemParams" where param_name = ${name}`.execute(server.store.db);
  return server.call('/systemParams/update', { id: rows[0]?.id, param_text }, { token });
};

const facts = async () => (await fetch(`${server.url}/config.json`)).json();

describe('a clock in doubt', () => {
  const healthz = async () => (await fetch(`${server.url}/healthz`)).json();
  it('is reported by /healthz and on its parameter, until an administrator confirms it', async () => {
    const { db } = server.store;
    const now = Date.now();
    await sql`delete from server_clock`.execute(db);
    await sql`insert into server_clock (id, at) values (1, ${now - 400 * 86_400_000})`.execute(db);
    expect(await advanceClock(db, now)).toBe(false);
    await expect.poll(healthz).toEqual({
      status: 'ok',
      note: 'old records are not deleted: the clock is in doubt',
    });
    const { rows } = await sql<{ id: number }>`
      select id from "systemParams" where state = 1`.execute(db);
    const ids = rows.map(({ id }) => id);
    expect(ids).toHaveLength(1);
    const { data } = await server.call('/systemParams/get', { id: ids[0] }, { token });
    expect(data.server_time).toBeGreaterThanOrEqual(now);
    const { verify } = await server.call('/systemParams/confirmClock', { ids }, { token });
    expect(verify.sign).toBe('success');
    expect(await advanceClock(db, now)).toBe(true);
    const after = await server.call('/systemParams/get', { id: ids[0] }, { token });
    expect(after.data.server_time).toBeUndefined();
    await expect.poll(healthz).toEqual({ status: 'ok' });
    const again = await server.call('/systemParams/confirmClock', { ids }, { token });
    expect(again.data.failed).toMatchObject([{ why: 'No clock is in doubt here' }]);
  });
});

describe('the download of the app', () => {
  it('is public as soon as it is configured', async () => {
    expect((await facts()).appDownload).toEqual({});
    await set('app_ios', 'https://example.com/ios');
    expect((await facts()).appDownload).toEqual({ ios: 'https://example.com/ios' });
    await set('app_android', 'http://example.com/app.apk?v=1&x=2');
    expect((await facts()).appDownload).toEqual({
      ios: 'https://example.com/ios',
      android: 'http://example.com/app.apk?v=1&x=2',
    });
  });

  it('refuses a link with a script', async () => {
    const { verify, data } = await set('app_ios', 'javascript:alert(1)');
    expect(verify.sign).toBe('invalid');
    expect(data.fields).toEqual({
      param_text: 'Must be a link that begins with https:// or http://',
    });
    await sql`update "systemParams" set param_text = 'javascript:alert(1)'
      where param_name = 'app_ios'`.execute(server.store.db);
    expect((await facts()).appDownload.ios).toBeUndefined();
  });
});

describe('the waiting time of a command', () => {
  const waited = async () => {
    const before = Date.now();
    const { data } = await server.call('/command/seal', { sns: ['H1'] }, { token });
    const { rows } = await sql<{ deadline: number }>`
      select deadline from "appointmentCommandRecord" where id = ${data.tickets[0].id}`.execute(
      server.store.db,
    );
    return Math.floor(((rows[0]?.deadline ?? 0) - before) / 3_600_000);
  };

  it('follows the parameter from the next command on', async () => {
    expect(await waited()).toBe(24);
    expect((await set('command_wait_hours', '2')).verify.sign).toBe('success');
    expect(await waited()).toBe(2);
  });

  it.each(['0', '721', '1.5', '', 'soon'])('cannot be %j', async (text) => {
    const { verify, data } = await set('command_wait_hours', text);
    expect(verify.sign).toBe('invalid');
    expect(data.fields).toEqual({ param_text: 'Must be a whole number from 1 to 720' });
  });
});

it('the name of a parameter cannot be changed', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from "systemParams" where param_name = 'app_ios'`.execute(server.store.db);
  const renamed = { id: rows[0]?.id, param_name: 'other' };
  const { verify } = await server.call('/systemParams/update', renamed, { token });
  expect(verify.sign).toBe('invalid');
});
