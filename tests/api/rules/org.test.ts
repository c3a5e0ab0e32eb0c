import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OrganisationServer, organisationServer, PASSWORD } from './organisationServer';

let server: OrganisationServer;
let tokens: Record<'admin' | 'harbour' | 'clerk' | 'northern', string>;
beforeAll(async () => {
  server = await organisationServer();
  const [admin, harbour, clerk, northern] = await Promise.all(
    ['admin', 'harbour', 'clerk', 'northern'].map((name) => server.signIn(name)),
  );
  tokens = { admin, harbour, clerk, northern } as typeof tokens;
});

/** Form of a new organisation. */
const form = async (changes: object = {}) => ({
  org_name: 'Dock',
  org_type: 2,
  parent_id: 2,
  login_name: 'dock',
  oper_name: 'Doris',
  oper_phone: '13800138098',
  role_id: 2,
  password: await server.encrypt('First123'),
  ...changes,
});

const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.store.db))
    .rows[0]?.n;

describe('a new organisation', () => {
  it.each([
    ['a login name that is taken', { login_name: 'clerk' }, { login_name: 'Already in use' }],
    ['a role above the caller’s', { role_id: 1 }, { role_id: 'This record does not exist' }],
    ['a parent beside the caller', { parent_id: 3 }, { parent_id: 'This record does not exist' }],
    ['a parent above the caller', { parent_id: 1 }, { parent_id: 'This record does not exist' }],
    ['a name that is taken', { org_name: 'Yard' }, { org_name: 'Already in use' }],
    ['no first administrator', { login_name: '' }, { login_name: 'Required' }],
    [
      'spaces in the login name',
      { login_name: 'a b' },
      { login_name: expect.stringMatching(/^No spaces/) },
    ],
    [
      'a Cyrillic letter in a Latin login name',
      { login_name: 'h\u0430rbour' },
      { login_name: expect.stringMatching(/letters of one script/) },
    ],
    ['an open password', { password: 'First123' }, { password: expect.stringMatching(/encrypt/) }],
  ])('with %s is refused, and nothing is stored', async (_, changes, why) => {
    const before = [await count('org'), await count('oper')];
    expect(await server.answer('/org/add', await form(changes), tokens.harbour)).toEqual([
      'invalid',
      why,
    ]);
    expect([await count('org'), await count('oper')]).toEqual(before);
  });

  it('with a short password for its first administrator is refused', async () => {
    const body = await form({ password: await server.encrypt('abc') });
    expect(await server.answer('/org/add', body, tokens.harbour)).toEqual([
      'invalid',
      { password: expect.stringMatching(/6 to 16/) },
    ]);
  });

  it('gets a first administrator, who must choose another password', async () => {
    const body = await form({
      org_name: 'Pier',
      login_name: 'pier',
      oper_name: 'Piet',
      oper_phone: '13800138099',
      sms_total: 100,
    });
    const { data } = await server.call('/org/add', body, { token: tokens.harbour });
    expect(data).toMatchObject({
      org_name: 'Pier',
      parent_name: 'Harbour',
      status: 1,
      login_name: 'pier',
      oper_name: 'Piet',
      oper_phone: '13800138099',
    });
    expect(data).not.toHaveProperty('password');
    const login = await server.login({ username: 'pier' }, 'First123');
    expect(login.data.oper).toMatchObject({
      operName: 'Piet',
      roleName: 'Administrator',
      mustChange: true,
      orgVO: { id: data.id, org_name: 'Pier' },
    });
    expect(await server.answer('/device/list', {}, login.data.token)).toEqual([
      'noPermission',
      'Choose your own password first.',
    ]);
  });

  it('belongs to the caller’s organisation by default', async () => {
    const body = await form({
      org_name: 'Quay',
      login_name: 'quay',
      oper_phone: undefined,
      parent_id: undefined,
    });
    const { data } = await server.call('/org/add', body, { token: tokens.harbour });
    expect(data.parent_id).toBe(2);
  });

  it('names its first administrator only to readers of that role', async () => {
    const seen = async (token: string) =>
      (await server.call('/org/get', { id: 2 }, { token })).data.login_name;
    expect(await seen(tokens.harbour)).toBe('harbour');
    expect(await seen(tokens.clerk)).toBeNull();
  });
});

describe('an organisation', () => {
  it.each([
    [
      'own',
      '/org/disable',
      { ids: [2] },
      'conflict',
      'You cannot disable, delete or move your own',
    ],
    ['own', '/org/delete', { ids: [2] }, 'conflict', 'You cannot disable, delete or move your own'],
    ['beside', '/org/disable', { ids: [3] }, 'notFound', 'This record does not exist.'],
    ['above', '/org/disable', { ids: [1] }, 'notFound', 'This record does not exist.'],
  ])('%s: %s of %j is refused', async (_, path, body, code, why) => {
    const [sign, desc] = await server.answer(path, body, tokens.harbour);
    expect([sign, String(desc)]).toEqual([code, expect.stringContaining(why)]);
  });

  it.each([
    ['/org/disable', { ids: [1] }, '不能停用、删除或移动顶级机构。'],
    ['/org/delete', { ids: [1, 3] }, '不能停用、删除或移动顶级机构。'],
    ['/org/update', { id: 1, parent_id: 3 }, { parent_id: '不能停用、删除或移动顶级机构。' }],
    ['/org/update', { id: 2, parent_id: null }, { parent_id: '必填' }],
    ['/org/update', { id: 2, parent_id: 4 }, { parent_id: '不能移动到自身或其下级之下' }],
    ['/org/update', { id: 2, parent_id: 2 }, { parent_id: '不能移动到自身或其下级之下' }],
  ])('refuses %s %j from every operator', async (path, body, why) => {
    expect((await server.answer(path, body, tokens.admin, 'zh'))[1]).toEqual(why);
  });

  it('cannot be moved by its own operators', async () => {
    expect(await server.answer('/org/update', { id: 2, parent_id: 4 }, tokens.harbour)).toEqual([
      'invalid',
      { parent_id: expect.stringContaining('your own organisation') },
    ]);
  });

  it('in use names its users', async () => {
    expect(await server.answer('/org/delete', { ids: [3] }, tokens.admin)).toEqual([
      'conflict',
      expect.stringContaining('Still in use by User (2)'),
    ]);
  });

  it('signs out all operators in it and below when it is disabled, and refuses their sign-in', async () => {
    const yard = await server.signIn('yard');
    const disabled = await server.call('/org/disable', { ids: [2, 4] }, { token: tokens.harbour });
    expect(disabled.data).toMatchObject({ done: 1, failed: [{ id: 2 }] });
    expect(await server.answer('/auth/getAuth', {}, yard)).toEqual([
      'sessionTimeOut',
      expect.anything(),
    ]);
    expect((await server.login({ username: 'yard' }, PASSWORD)).verify.sign).toBe('fail');
    expect((await server.answer('/auth/getAuth', {}, tokens.harbour))[0]).toBe('success');
    const again = await server.call('/org/disable', { ids: [4] }, { token: tokens.harbour });
    expect(again.verify).toEqual({
      sign: 'conflict',
      desc: 'Status is “Disabled”. It must be Enabled.',
    });
    await server.call('/org/enable', { ids: [4] }, { token: tokens.harbour });
    expect((await server.login({ username: 'yard' }, PASSWORD)).verify.sign).toBe('success');
  });

  it('cannot move away from an organisation whose roles its operators have', async () => {
    const { data: role } = await server.call(
      '/role/add',
      { roleName: 'Harbour only', parent_id: 2 },
      { token: tokens.harbour },
    );
    await sql`update oper set role_id = ${role.id} where id = 5`.execute(server.store.db);
    expect(await server.answer('/org/update', { id: 4, parent_id: 3 }, tokens.admin)).toEqual([
      'invalid',
      { parent_id: expect.stringContaining('Harbour only') },
    ]);
    await sql`update oper set role_id = 3 where id = 5`.execute(server.store.db);
    expect(await server.answer('/org/update', { id: 4, parent_id: 3 }, tokens.admin)).toEqual([
      'success',
    ]);
    await server.call('/org/update', { id: 4, parent_id: 2 }, { token: tokens.admin });
  });

  it('returns its logo at sign-in', async () => {
    await sql`update org set logo = 'logo/1.png' where id = 3`.execute(server.store.db);
    const { data } = await server.login({ username: 'northern' }, PASSWORD);
    expect(data.oper.orgVO).toEqual({
      id: 3,
      org_name: 'Northern',
      logo: 'logo/1.png',
      hasSuperior: true,
    });
  });
});
