import { once } from 'node:events';
import { request } from 'node:http';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { EncodedAnswer, TextChunk } from '../../../src/server/calls/endpoint';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await server.signIn('harbour');
});

const call = (path: string, body: object, locale: 'en' | 'zh' = 'en') =>
  server.call(path, body, { token, locale });

describe('a command', () => {
  it('returns a ticket for each lock, and a reason for each refused one', async () => {
    const { verify, data } = await call('/command/seal', { sns: ['H1', 'H2', 'N1', 'H1'] });
    expect(verify.sign).toBe('success');
    expect(data.tickets).toEqual([{ id: expect.any(Number), sn: 'H1', state: 'waiting' }]);
    expect(data.refused.map(({ sn, code }: Record<string, string>) => [sn, code])).toEqual([
      ['H2', 'conflict'],
      ['N1', 'notFound'],
    ]);
  });

  it.each([
    [{ sns: ['N1'] }, 'notFound'],
    [{ sns: ['H2'] }, 'conflict'],
  ])('without any ticket (%j) is refused with the first reason: %s', async (body, code) => {
    const { verify, data } = await call('/command/seal', body, 'zh');
    expect(verify.sign).toBe(code);
    expect(verify.desc).toMatch(/[一-龥]/);
    expect(data.refused).toHaveLength(1);
  });

  it.each([
    [{}, 'sns'],
    [{ sns: [] }, 'sns'],
    [{ sns: 'H1' }, 'sns'],
    [{ sns: [1] }, 'sns'],
    [{ sns: Array.from({ length: 501 }, (_, i) => `S${i}`) }, 'sns'],
    [{ sns: ['H1'] }, 'value'],
    [{ sns: ['H1'], value: 16 }, 'value'],
    [{ sns: ['H1'], value: 3, speed: 1 }, 'speed'],
  ])('with %j is refused, naming %s', async (body, field) => {
    const { verify, data } = await call('/command/vibration', body);
    expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', [field]]);
  });

  it('decrypts the password among its arguments', async () => {
    const password = await server.encrypt('12345612');
    const { verify, data } = await call('/command/unsealPassword', { sns: ['H1'], password });
    expect(verify.sign).toBe('success');
    const { rows } = await sql`
      select args from "appointmentCommandRecord" where id = ${data.tickets[0].id}`.execute(
      server.store.db,
    );
    expect(rows).toEqual([{ args: { password: '12345612' } }]);
    const bad = await call('/command/unsealPassword', {
      sns: ['H1'],
      password: await server.encrypt('99999999'),
    });
    expect(bad.data.fields).toEqual({ password: '8 digits, each from 1 to 6' });
  });

  it.each(['12345612', 12345612, ['12345612'], 'MTIzNDU2MTI='])(
    'refuses the unencrypted password %j',
    async (password) => {
      const { data } = await call('/command/unsealPassword', { sns: ['H1'], password }, 'zh');
      expect(data.fields).toEqual({ password: '密码必须加密后传输' });
    },
  );
});

describe('a ticket', () => {
  it('can be cancelled while it waits, and sent again when it has ended', async () => {
    const { data } = await call('/command/seal', { sns: ['Y1'] });
    const ids = [data.tickets[0].id];
    expect((await call('/appointmentCommandRecord/resend', { ids })).verify.sign).toBe('conflict');
    expect((await call('/appointmentCommandRecord/cancel', { ids })).data).toEqual({
      cancelled: 1,
      done: 1,
    });
    const twice = await call('/appointmentCommandRecord/cancel', { ids }, 'zh');
    expect(twice.verify).toEqual({ sign: 'conflict', desc: '所选指令均已不在等待中。' });
    const again = await call('/appointmentCommandRecord/resend', { ids });
    expect(again.data.tickets).toEqual([{ id: expect.any(Number), sn: 'Y1', state: 'waiting' }]);
  });

  it('of another tenant is refused', async () => {
    const { data } = await call('/command/vibration', { sns: ['H1'], value: 3 });
    const ids = [data.tickets[0].id];
    const northern = await server.signIn('northern');
    for (const verb of ['cancel', 'resend']) {
      const path = `/appointmentCommandRecord/${verb}`;
      expect((await server.call(path, { ids }, { token: northern })).verify.sign).toBe('conflict');
    }
  });
});

describe('the live view', () => {
  const cursorOf = async () => (await call('/live/snapshot', {})).data.cursor;

  it('returns the changes since a cursor', async () => {
    const cursor = await cursorOf();
    const waiting = call('/live/changes', { cursor });
    await call('/device/update', { id: 1, device_name: 'Renamed' });
    const { data } = await waiting;
    expect(data.rows.map((row: unknown[]) => row.slice(0, 2))).toEqual([['H1', 'Renamed']]);
  });

  it.each(['99999999999', 'nonsense'])('refuses the cursor %s as expired', async (cursor) => {
    expect((await call('/live/changes', { cursor })).verify.sign).toBe('expired');
  });

  it('requires a cursor', async () => {
    expect((await call('/live/changes', {})).data.fields).toEqual({ cursor: 'Required' });
  });

  it.each([
    ['its operator is disabled', 'update oper set status = 0 where id = 4'],
    ['an organisation above is disabled', 'update org set status = 0 where id = 1'],
    ['its session is ended elsewhere', 'delete from session where oper_id = 4'],
  ])('stops waiting when %s', async (_, change) => {
    const { db } = server.store;
    const session = await server.signIn('clerk');
    const { data } = await server.call('/live/snapshot', {}, { token: session });
    // Without the time limit of a long poll, so that only the sign-out can end the call.
    const changes = vi
      .spyOn(server.fleet, 'changes')
      .mockImplementation(async (_from, _of, signal) => {
        if (signal) await once(signal, 'abort');
        return new EncodedAnswer([]);
      });
    const poll = server.call('/live/changes', { cursor: data.cursor }, { token: session });
    await expect.poll(() => changes.mock.calls).toHaveLength(1);
    await sql.raw(change).execute(db);
    expect((await poll).verify.sign).toBe('sessionTimeOut');
    changes.mockRestore();
    await sql`update oper set status = 1 where id = 4`.execute(db);
    await sql`update org set status = 1`.execute(db);
  });

  it.each([
    ['moved to another organisation', 'expired', 'update oper set org_id = 3 where id = 4'],
    ['got another role', 'expired', 'update oper set role_id = 2 where id = 4'],
    ['lost the right to it', 'noPermission', 'delete from role_menu where role_id = 3'],
  ])('answers nothing to an operator who %s while it waited', async (_, refusal, change) => {
    const { db } = server.store;
    const session = await server.signIn('clerk');
    const { data } = await server.call('/live/snapshot', {}, { token: session });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const changes = vi.spyOn(server.fleet, 'changes').mockImplementation(async () => {
      await released;
      return new EncodedAnswer([new TextChunk('{}')]);
    });
    const menus = await db.selectFrom('role_menu').selectAll().where('role_id', '=', 3).execute();
    const poll = server.call('/live/changes', { cursor: data.cursor }, { token: session });
    await expect.poll(() => changes.mock.calls).toHaveLength(1);
    await sql.raw(change).execute(db);
    // As the announcement of the change does, a moment later.
    server.store.accessChanges.clear();
    release();
    const { verify } = await poll;
    changes.mockRestore();
    await sql`update oper set org_id = 2, role_id = 3 where id = 4`.execute(db);
    await sql`delete from role_menu where role_id = 3`.execute(db);
    await db.insertInto('role_menu').values(menus).execute();
    expect(verify.sign).toBe(refusal);
  });

  it('stops waiting when the server closes or the client disconnects', async () => {
    const other = await testServer();
    const session = await other.signIn('harbour');
    const { data } = await other.call('/live/snapshot', {}, { token: session });
    const body = { cursor: data.cursor };

    const changes = vi.spyOn(other.fleet, 'changes');
    const hangUp = request(`${other.url}/api/live/changes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: session },
    });
    hangUp.on('error', () => undefined);
    hangUp.end(JSON.stringify(other.signed({ ...body, a: undefined })));
    const poll = other.call('/live/changes', body, { token: session });
    await expect.poll(() => changes.mock.calls).toHaveLength(2);
    hangUp.destroy();
    const closing = other.app.close();
    const { verify, data: answer } = await poll;
    expect(verify.sign).toBe('success');
    expect(answer).toMatchObject({ rows: [], gone: [], tickets: [] });
    await closing;
    expect(other.errors).toEqual([]);
  });
});
