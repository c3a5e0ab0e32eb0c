import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await server.signIn('harbour');
});

type Log = Record<string, unknown>;

/** Id of the newest row before the test. */
let before = 0;
beforeEach(async () => {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from "operationLog"`.execute(server.store.db);
  before = rows[0]?.id ?? 0;
});

const logs = async (path: string): Promise<Log[]> => {
  const { rows } = await sql<Log>`
    select * from "operationLog" where operate_url = ${path} and id > ${before} order by id`.execute(
    server.store.db,
  );
  return rows;
};

const lastLog = async (path: string, count = 1): Promise<Log> => {
  await expect.poll(async () => (await logs(path)).length).toBe(count);
  return (await logs(path)).at(-1) as Log;
};

describe('the operation log', () => {
  it('records caller, call, address and result', async () => {
    const { data } = await server.call('/vehicle/add', { plate: 'LOG1' }, { token, locale: 'zh' });
    const { id, ...row } = await lastLog('/vehicle/add');
    expect(row).toEqual({
      create_time: expect.any(Number),
      title: '车辆：新增',
      instruct: 'vehicle:add',
      business_type: 'add',
      operate_name: 'Hanna',
      operate_address: '127.0.0.1',
      operate_url: '/vehicle/add',
      request_method: 'POST',
      request_id: expect.stringMatching(/^[\w-]{13}$/),
      request_body: { plate: 'LOG1' },
      request_param: null,
      response_body: { verify: { sign: 'success', desc: '' }, data },
      changes: null,
      success: true,
      error_msg: null,
      duration: expect.any(Number),
      entity: 'vehicle',
      record_id: data.id,
      org_id: 2,
      chain_place: expect.any(Number),
      chain_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each([
    ['en', 'Vehicle: Add'],
    ['zh', '车辆：新增'],
  ] as const)('is shown in the language of its reader: %s', async (locale, title) => {
    await server.call('/vehicle/add', { plate: `READ-${locale}` }, { token, locale: 'zh' });
    const { id } = await lastLog('/vehicle/add');
    const one = await server.call('/operationLog/get', { id }, { token, locale });
    expect(one.data.title).toBe(title);
    const sought = { operate_url: '/vehicle/add' };
    const { data } = await server.call('/operationLog/list', sought, { token, locale });
    expect(data.list[0]).toMatchObject({ id, title });
    const columns = { ...sought, columns: ['title'] };
    const file = await server.file('/operationLog/export', columns, { token, locale });
    const rows = await readSheet(Buffer.from(await file.arrayBuffer()));
    expect(rows.at(-1)).toEqual([title]);
  });

  it('keeps the title of a removed call', async () => {
    await server.call('/vehicle/add', { plate: 'GONE' }, { token, locale: 'zh' });
    const { id } = await lastLog('/vehicle/add');
    await sql`update "operationLog" set operate_url = '/vehicle/gone' where id = ${id}`.execute(
      server.store.db,
    );
    const { data } = await server.call('/operationLog/get', { id }, { token });
    expect(data.title).toBe('车辆：新增');
  });

  it('has an entry with the reason for a failed call', async () => {
    await server.call('/vehicle/delete', { ids: [99_999] }, { token });
    expect(await lastLog('/vehicle/delete')).toMatchObject({
      success: false,
      error_msg: 'This record does not exist.',
      request_body: { ids: [99_999] },
    });
  });

  it('has an entry for a forbidden call', async () => {
    const clerk = await server.signIn('clerk');
    await server.call('/device/delete', { ids: [1] }, { token: clerk });
    expect(await lastLog('/device/delete')).toMatchObject({
      success: false,
      operate_name: 'Carl',
      error_msg: 'You have no permission to do this.',
    });
  });

  it('contains no secrets', async () => {
    const pin = await server.encrypt('Secret1');
    await server.call('/vehicle/add', { plate: 'LOG2', pin }, { token });
    await server.call(
      '/login/changePassword',
      { oldPassword: await server.encrypt('x'), newPassword: await server.encrypt('Newer2026') },
      { token },
    );
    const password = await server.encrypt('123456');
    await server.call('/command/unsealPassword', { sns: ['H1'], password }, { token });
    const session = await server.signIn('harbour');
    await server.call('/login/logout', {}, { token: session });
    await lastLog('/login/logout');
    const { rows } = await sql`select * from "operationLog"`.execute(server.store.db);
    const text = JSON.stringify(rows);
    for (const secret of [pin, password, session, token]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/"sign":"[0-9A-F]{32}"/);
    expect(text).toContain('"pin":"***"');
  });

  it.each([
    ['a login name, in any case', { username: 'HARBOUR' }, 'Wrong2026', 'harbour'],
    ['a phone number', { phone: '13800138001' }, 'Wrong2026', 'harbour'],
    ['an unknown name', { username: 'Typed2026' }, 'Wrong2026', null],
    ['an unknown phone number', { phone: 'Typed2026' }, 'Wrong2026', null],
    ['a name without a password', { username: 'Typed2026' }, '', null],
    ['a name and a field that does not exist', { username: 'Typed2026', more: 1 }, 'x', null],
  ])(
    'names the account of a refused sign-in, never the typed name: %s',
    async (_, who, password, account) => {
      await server.login(who, password);
      const entries = await logs('/login/login');
      expect(entries).toMatchObject([
        { operate_name: account, operate_address: '127.0.0.1', success: false, org_id: 1 },
      ]);
      const { rows: failures } = await sql`select * from login_failure`.execute(server.store.db);
      expect(JSON.stringify([entries, failures, server.errors])).not.toMatch(/typed2026/i);
    },
  );

  it('names the operator who signs out', async () => {
    const session = await server.signIn('harbour');
    await server.call('/login/logout', {}, { token: session });
    expect(await lastLog('/login/logout')).toMatchObject({ operate_name: 'Hanna', org_id: 2 });
  });

  it('has an entry for an export and for a command, none for reading', async () => {
    await (await server.file('/vehicle/export', {}, { token })).arrayBuffer();
    expect(await lastLog('/vehicle/export')).toMatchObject({ business_type: 'export' });
    await (await server.file('/vehicle/import', { template: true }, { token })).arrayBuffer();
    await server.call('/command/seal', { sns: ['H1'] }, { token });
    expect(await lastLog('/command/seal')).toMatchObject({
      title: 'Seal',
      instruct: 'device:seal',
    });
    await server.call('/vehicle/list', {}, { token });
    expect(await logs('/vehicle/list')).toEqual([]);
    expect(await logs('/vehicle/import')).toEqual([]);
  });

  it('has no entry for a call without a session or a sign', async () => {
    await server.call('/vehicle/update', { id: 1 });
    await server.call('/vehicle/update', { id: 1 }, { token, secret: 'other' });
    await server.call('/vehicle/update', { id: 99_999 }, { token });
    await lastLog('/vehicle/update');
    expect(await logs('/vehicle/update')).toHaveLength(1);
  });

  it('truncates long values, and keeps their length', async () => {
    const sns = Array.from({ length: 500 }, (_, i) => `S${String(i).padStart(40, '0')}`);
    await server.call('/command/seal', { sns }, { token });
    const { request_body } = await lastLog('/command/seal');
    expect(request_body).toEqual({ omitted: expect.stringMatching(/^\d+ characters$/) });
  });
});

describe('a call with hostile input has its log entry', () => {
  it('a body of 3,000 levels', async () => {
    const { data } = await server.call('/vehicle/add', { plate: 'DEEP1' }, { token });
    const deep = JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`);
    await server.call('/vehicle/delete', { ids: [data.id], deep }, { token });
    const { rows: left } = await sql`select 1 from vehicle where id = ${data.id}`.execute(
      server.store.db,
    );
    const entries = (await logs('/vehicle/delete')).filter(
      ({ record_id, success }) => record_id === data.id && success,
    );
    expect(entries.length + left.length).toBe(1);
  });

  it('a file name with the character 0', async () => {
    const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const names = ['a\0b.png', 'half \ud83d.png', `${'x'.repeat(79)}😀.png`];
    for (const name of names) {
      const before = (await logs('/file/upload')).length;
      const { verify } = await server.upload(picture, name, { purpose: 'image' }, { token });
      const after = await logs('/file/upload');
      expect(after).toHaveLength(before + 1);
      expect(after.at(-1)?.success).toBe(verify.sign === 'success');
    }
  });
});

describe('the history of a record', () => {
  /** Returns the operations on a record, oldest first. */
  const historyOf = async (entity: string, id: number, count: number) => {
    const body = { entity, record_id: id, sortField: 'create_time,id', sortOrder: 'asc,asc' };
    const read = async () => (await server.call('/operationLog/list', body, { token })).data;
    await expect.poll(async () => (await read()).total).toBe(count);
    const { list } = await read();
    return list.map(({ instruct, success }: Log) => [instruct, success]);
  };

  it('lists successful and refused changes', async () => {
    const add = (plate: string) => server.call('/vehicle/add', { plate }, { token });
    const [one, two] = [(await add('HIS1')).data.id, (await add('HIS2')).data.id];
    await server.call('/vehicle/update', { id: one, axles: 3 }, { token });
    await server.call('/vehicle/update', { id: one, axles: 99 }, { token });
    await server.call('/vehicle/delete', { ids: [two, one] }, { token });
    expect(await historyOf('vehicle', one, 4)).toEqual([
      ['vehicle:add', true],
      ['vehicle:update', true],
      ['vehicle:update', false],
      ['vehicle:delete', true],
    ]);
    expect(await historyOf('vehicle', two, 2)).toEqual([
      ['vehicle:add', true],
      ['vehicle:delete', true],
    ]);
    expect(await historyOf('device', one, 0)).toEqual([]);
    const deletions = (await logs('/vehicle/delete')).slice(-2);
    expect(deletions.map(({ record_id, request_body }) => [record_id, request_body])).toEqual([
      [two, { ids: [two, one] }],
      [one, null],
    ]);
  });

  it('of a lock lists its commands, and nothing of the locks of others', async () => {
    await server.call('/command/seal', { sns: ['Y1', 'N1', 'H2'] }, { token });
    expect(await historyOf('device', 3, 1)).toEqual([['device:seal', true]]);
    expect(await historyOf('device', 4, 0)).toEqual([]);
    await server.call('/command/unseal', { sns: ['Y1'] }, { token });
    expect(await historyOf('device', 3, 2)).toContainEqual(['device:unseal', false]);
  });
});

describe('a graceful stop', () => {
  let other: TestServer;
  beforeAll(async () => {
    other = await testServer();
  });

  it('loses no row', async () => {
    const session = await other.signIn('harbour');
    const calls = Array.from({ length: 40 }, (_, i) =>
      other.call('/vehicle/add', { plate: `STOP${i}` }, { token: session }),
    );
    await Promise.all(calls);
    await other.app.close();
    const { rows } = await sql<{ count: number }>`
      select count(*) from "operationLog" where operate_url = '/vehicle/add'`.execute(
      other.store.db,
    );
    expect(rows[0]?.count).toBe(40);
  });
});
