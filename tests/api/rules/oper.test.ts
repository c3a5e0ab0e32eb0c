import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type OrganisationServer, organisationServer, PASSWORD } from './organisationServer';

let server: OrganisationServer;
let tokens: Record<'admin' | 'second' | 'harbour', string>;
beforeAll(async () => {
  server = await organisationServer();
});
beforeEach(async () => {
  const [admin, second, harbour] = await Promise.all(
    ['admin', 'second', 'harbour'].map((name) => server.signIn(name)),
  );
  tokens = { admin, second, harbour } as typeof tokens;
});

const form = async (changes: object = {}) => ({
  operName: 'Olga',
  loginName: 'olga',
  role_id: 3,
  org_id: 4,
  password: await server.encrypt('First123'),
  ...changes,
});

/** Adds an operator for the duration of the test. */
const addOperator = async (loginName: string) => {
  const body = await form({ loginName });
  const { data } = await server.call('/oper/add', body, { token: tokens.harbour });
  onTestFinished(async () => {
    expect(await server.answer('/oper/delete', { ids: [data.id] }, tokens.harbour)).toEqual([
      'success',
    ]);
  });
  return data;
};

const statusOf = async (id: number) =>
  (await sql<{ status: number }>`select status from oper where id = ${id}`.execute(server.store.db))
    .rows[0]?.status;

const loginNames = async (token: string) => {
  const { data } = await server.call('/oper/list', { pageSize: 100 }, { token });
  return data.list.map(({ loginName }: { loginName: string }) => loginName).sort();
};

describe('the list of operators', () => {
  it('contains the organisation’s operators with the caller’s role or one below', async () => {
    expect(await loginNames(tokens.harbour)).toEqual(['clerk', 'harbour', 'yard']);
    await sql`update oper set role_id = 1 where id = 4`.execute(server.store.db);
    expect(await loginNames(tokens.harbour)).toEqual(['harbour', 'yard']);
    expect((await server.answer('/oper/get', { id: 4 }, tokens.harbour))[0]).toBe('notFound');
    expect((await server.answer('/oper/delete', { ids: [4] }, tokens.harbour))[0]).toBe('notFound');
    await sql`update oper set role_id = 3 where id = 4`.execute(server.store.db);
    expect(await loginNames(tokens.admin)).toHaveLength(7);
  });
});

describe('a new operator', () => {
  it.each([
    ['a role above', { role_id: 1 }, { role_id: 'This record does not exist' }],
    ['an organisation beside', { org_id: 3 }, { org_id: 'This record does not exist' }],
    ['an organisation above', { org_id: 1 }, { org_id: 'This record does not exist' }],
    ['a login name that is taken', { loginName: 'clerk' }, { loginName: 'Already in use' }],
    ['no password', { password: undefined }, { password: 'Required' }],
    ['a status', { status: 0 }, { status: 'Cannot be set here' }],
  ])('with %s is refused', async (_, changes, why) => {
    expect(await server.answer('/oper/add', await form(changes), tokens.harbour)).toEqual([
      'invalid',
      why,
    ]);
  });

  it('signs in and must choose another password', async () => {
    const data = await addOperator('olga');
    expect(data).toMatchObject({ loginName: 'olga', status: 1, roleName: 'Clerk', locked: false });
    const login = await server.login({ username: 'olga' }, 'First123');
    expect(login.data.oper.mustChange).toBe(true);
  });

  it('cannot have a role of another organisation', async () => {
    const { data: role } = await server.call(
      '/role/add',
      { roleName: 'Harbour guard', parent_id: 2 },
      { token: tokens.harbour },
    );
    const body = await form({ loginName: 'otto', role_id: role.id, org_id: 3 });
    expect(await server.answer('/oper/add', body, tokens.admin, 'zh')).toEqual([
      'invalid',
      { role_id: '该角色属于其他机构' },
    ]);
    expect(await server.answer('/oper/update', { id: 3, role_id: role.id }, tokens.admin)).toEqual([
      'invalid',
      { role_id: 'This role belongs to another organisation' },
    ]);
    const northern = await server.signIn('northern');
    expect(await server.answer('/oper/update', { id: 7, role_id: role.id }, northern)).toEqual([
      'invalid',
      { role_id: 'This record does not exist' },
    ]);
    expect(
      await server.answer('/oper/update', { id: 5, role_id: role.id }, tokens.harbour),
    ).toEqual(['success']);
    expect(await server.answer('/oper/update', { id: 5, org_id: 3 }, tokens.admin)).toEqual([
      'invalid',
      { role_id: 'This role belongs to another organisation' },
    ]);
    await server.call('/oper/update', { id: 5, role_id: 3 }, { token: tokens.harbour });
  });
});

describe('no operator', () => {
  it.each([
    [
      'disables themselves',
      '/oper/disable',
      { ids: [2] },
      'You cannot do this with your own account.',
    ],
    [
      'deletes themselves',
      '/oper/delete',
      { ids: [2, 5] },
      'You cannot do this with your own account.',
    ],
    [
      'changes their own role',
      '/oper/update',
      { id: 2, role_id: 3 },
      { role_id: 'You cannot change this for your own account' },
    ],
    [
      'moves themselves',
      '/oper/update',
      { id: 2, org_id: 4 },
      { org_id: 'You cannot change this for your own account' },
    ],
  ])('%s', async (_, path, body, why) => {
    expect((await server.answer(path, body, tokens.harbour))[1]).toEqual(why);
    expect(await statusOf(2)).toBe(1);
    expect(await statusOf(5)).toBe(1);
  });

  it('resets their own password without the old one', async () => {
    const body = { ids: [2], password: await server.encrypt('Other123') };
    expect(await server.answer('/oper/resetPassword', body, tokens.harbour)).toEqual([
      'conflict',
      'Change your own password under “Change Password”.',
    ]);
  });

  it.each([
    ['/oper/disable', { ids: [1] }],
    ['/oper/delete', { ids: [1] }],
    ['/oper/update', { id: 1, role_id: 2 }],
    ['/oper/update', { id: 1, loginName: 'nobody' }],
    ['/oper/resetPassword', { ids: [1] }],
  ])('applies %s %j to the system administrator', async (path, target) => {
    const password = await server.encrypt('Other123');
    const body = path === '/oper/resetPassword' ? { ...target, password } : target;
    expect(await server.answer(path, body, tokens.second, 'zh')).toEqual([
      'conflict',
      '系统管理员账号只能由本人修改。',
    ]);
    expect(await server.answer(path, body, tokens.harbour)).toEqual([
      'notFound',
      expect.anything(),
    ]);
  });

  it.each([
    ['disables', '/oper/disable', { ids: [1] }],
    ['deletes', '/oper/delete', { ids: [1] }],
  ])('%s the operator with id 1, not even that operator', async (_, path, body) => {
    expect((await server.answer(path, body, tokens.admin))[0]).toBe('conflict');
  });
});

describe('an operator', () => {
  it('loses access at once when disabled, and regains it when enabled', async () => {
    const yard = await server.signIn('yard');
    expect(await server.answer('/oper/disable', { ids: [5] }, tokens.harbour)).toEqual(['success']);
    expect((await server.answer('/auth/getAuth', {}, yard))[0]).toBe('sessionTimeOut');
    expect((await server.login({ username: 'yard' }, PASSWORD)).verify.desc).toMatch(/disabled/);
    expect(await server.answer('/oper/enable', { ids: [5] }, tokens.harbour)).toEqual(['success']);
    expect((await server.answer('/auth/getAuth', {}, yard))[0]).toBe('sessionTimeOut');
    await server.signIn('yard');
  });

  it('signs in with a reset password, and changes it', async () => {
    const { id } = await addOperator('oscar');
    const oscar = await server.signIn('oscar', 'First123');
    const body = { ids: [id], password: await server.encrypt('Other123') };
    expect(await server.answer('/oper/resetPassword', body, tokens.harbour)).toEqual(['success']);
    expect((await server.answer('/auth/getAuth', {}, oscar))[0]).toBe('sessionTimeOut');
    expect((await server.login({ username: 'oscar' }, 'First123')).verify.sign).toBe('fail');
    const { data } = await server.login({ username: 'oscar' }, 'Other123');
    expect(data.oper.mustChange).toBe(true);
    const { rows } = await sql<{ text: string }>`
      select row_to_json(l)::text as text from "operationLog" l
      where operate_url like '%resetPassword%'`.execute(server.store.db);
    expect(rows.map(({ text }) => text).join()).not.toContain('Other123');
  });

  it('is shown as locked after too many failures, and unlocked', async () => {
    for (let i = 0; i < 5; i++) await server.login({ username: 'CLERK' }, 'Wrong123');
    expect((await server.login({ username: 'clerk' }, PASSWORD)).verify.sign).toBe('throttled');
    const lockedOut = async () =>
      (await server.call('/oper/get', { id: 4 }, { token: tokens.harbour })).data.locked;
    expect(await lockedOut()).toBe(true);
    expect(await server.answer('/oper/unlock', { ids: [4] }, tokens.harbour)).toEqual(['success']);
    expect(await lockedOut()).toBe(false);
    expect((await server.login({ username: 'clerk' }, PASSWORD)).verify.sign).toBe('success');
  });

  it('may change their own name and phone', async () => {
    const body = { id: 2, operName: 'Hanna B.', operPhone: '13800138111' };
    expect(await server.answer('/oper/update', body, tokens.harbour)).toEqual(['success']);
    expect(
      await server.answer('/oper/update', { id: 1, operName: 'Root admin' }, tokens.admin),
    ).toEqual(['success']);
  });
});
