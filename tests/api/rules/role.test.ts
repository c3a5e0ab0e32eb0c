import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MenuItem } from '../../../src/protocol';
import { type OrganisationServer, organisationServer } from './organisationServer';

let server: OrganisationServer;
let tokens: Record<'admin' | 'harbour' | 'northern' | 'clerk', string>;
beforeAll(async () => {
  server = await organisationServer();
  const [admin, harbour, northern, clerk] = await Promise.all(
    ['admin', 'harbour', 'northern', 'clerk'].map((name) => server.signIn(name)),
  );
  tokens = { admin, harbour, northern, clerk } as typeof tokens;
});

beforeEach(async () => {
  const { db } = server.store;
  await sql`update oper set role_id = 3 where role_id > 3`.execute(db);
  await sql`delete from role where id > 3`.execute(db);
});

const add = async (body: object, token = tokens.harbour) => {
  const { verify, data } = await server.call('/role/add', body, { token });
  expect(verify.sign).toBe('success');
  return data;
};

const grantsOf = async (id: number) =>
  (await server.call('/role/get', { id }, { token: tokens.admin })).data.grants;

const namesOf = async (token: string): Promise<string[]> =>
  (await server.call('/role/list', { pageSize: 100 }, { token })).data.list.map(
    ({ roleName }: { roleName: string }) => roleName,
  );

const ROLES = ['role:add', 'role:update', 'role:delete'];

describe('the list of roles', () => {
  it('contains the caller’s role and those below, none of another tenant', async () => {
    await add({ roleName: 'Harbour’s', parent_id: 2 });
    await add({ roleName: 'Northern’s', parent_id: 3 }, tokens.northern);
    expect((await namesOf(tokens.harbour)).sort()).toEqual(['Administrator', 'Clerk', 'Harbour’s']);
    expect((await namesOf(tokens.northern)).sort()).toEqual([
      'Administrator',
      'Clerk',
      'Northern’s',
    ]);
    expect(await namesOf(tokens.admin)).toHaveLength(5);
  });

  it.each([
    ['/role/get', { id: 1 }, 'notFound'],
    ['/role/update', { id: 1, roleName: 'X' }, 'notFound'],
    ['/role/delete', { ids: [1] }, 'notFound'],
    ['/role/grantable', { parent_id: 1 }, 'notFound'],
    ['/role/shown', { id: 1 }, 'notFound'],
    ['/role/shown', { id: 2 }, 'success'],
    ['/role/grantable', { parent_id: 3 }, 'success'],
    ['/role/grantable', {}, 'invalid'],
    ['/role/update', { id: 2, roleName: 'X' }, 'conflict'],
    ['/role/update', { id: 3, roleName: 'X' }, 'conflict'],
    ['/role/delete', { ids: [3] }, 'conflict'],
    ['/role/add', { roleName: 'X', parent_id: 1 }, 'invalid'],
    ['/role/add', { roleName: 'X' }, 'invalid'],
  ])('returns for %s %j by a tenant’s administrator: %s', async (path, body, code) => {
    expect((await server.answer(path, body, tokens.harbour))[0]).toBe(code);
  });

  it('contains roles of an organisation above, which are read-only', async () => {
    expect(
      await server.answer('/role/update', { id: 3, roleName: 'X' }, tokens.harbour, 'zh'),
    ).toEqual(['conflict', '该角色属于上级机构，只能使用，不能修改。']);
  });

  it('is refused to a role without the right to it', async () => {
    expect((await server.answer('/role/list', {}, tokens.clerk))[0]).toBe('noPermission');
    expect((await server.answer('/role/grantable', { parent_id: 3 }, tokens.clerk))[0]).toBe(
      'noPermission',
    );
  });
});

describe('the system administrator’s role', () => {
  it.each([
    ['/role/update', { id: 1, roleName: 'X' }],
    ['/role/update', { id: 1, grants: { menus: [], buttons: [] } }],
    ['/role/delete', { ids: [1] }],
  ])('refuses %s %j from every operator', async (path, body) => {
    expect((await server.answer(path, body, tokens.admin))[0]).toBe('conflict');
  });

  it('contains every menu and every button', async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from button`.execute(
      server.store.db,
    );
    expect((await grantsOf(1)).buttons).toHaveLength(rows[0]?.n ?? 0);
  });
});

describe('the grants of a role', () => {
  it('include the menu of each button, and no group', async () => {
    const requested = await server.grants(['operation'], ['device:seal', 'oper:add']);
    const { grants } = await add({ roleName: 'Sealer', parent_id: 2, grants: requested });
    expect(grants).toEqual(
      await server.grants(['deviceList', 'oper'], ['device:seal', 'oper:add']),
    );
  });

  it('cannot exceed those of the caller', async () => {
    const grants = await server.grants(['menu'], ['device:seal', 'emailKey:test', 'emailKey:add']);
    const add = (locale: 'en' | 'zh') =>
      server.answer('/role/add', { roleName: 'Up', parent_id: 2, grants }, tokens.harbour, locale);
    expect(await add('en')).toEqual([
      'invalid',
      {
        grants:
          'You or the superior role do not have: Mail accounts, Menus, Mail accounts: Add, Mail accounts: Send test mail',
      },
    ]);
    expect(await add('zh')).toEqual([
      'invalid',
      {
        grants:
          '您或上级角色没有以下权限：邮箱账号, 菜单管理, 邮箱账号：新增, 邮箱账号：发送测试邮件',
      },
    ]);
  });

  it('cannot exceed those of the superior role', async () => {
    const grants = await server.grants(['deviceList', 'oper']);
    expect(
      await server.answer('/role/add', { roleName: 'Up', parent_id: 3, grants }, tokens.admin),
    ).toEqual(['invalid', { grants: 'You or the superior role do not have: User' }]);
  });

  it('are refused with the names of a few excess rights and unknown ids', async () => {
    const grants = { menus: [9e8], buttons: [] };
    expect(
      await server.answer('/role/add', { roleName: 'Up', parent_id: 2, grants }, tokens.harbour),
    ).toEqual(['invalid', { grants: 'You or the superior role do not have: #900000000' }]);
    const { rows } = await sql<{ id: number }>`select id from menu`.execute(server.store.db);
    const all = { menus: rows.map(({ id }) => id), buttons: [] };
    const [, why] = await server.answer(
      '/role/add',
      { roleName: 'Up', parent_id: 3, grants: all },
      tokens.admin,
    );
    expect((why as { grants: string }).grants).toMatch(/ and \d+ more$/);
  });

  it.each([['text'], [{ menus: [1] }], [{ menus: ['1'], buttons: [] }]])(
    'cannot be %j',
    async (grants) => {
      expect(
        (
          await server.answer('/role/add', { roleName: 'Up', parent_id: 2, grants }, tokens.admin)
        )[0],
      ).toBe('invalid');
    },
  );

  it('are offered in the reader’s language, within those of caller and superior role', async () => {
    const grantable = async (parent_id: number, token: string) =>
      (await server.call('/role/grantable', { parent_id }, { token, locale: 'zh' })).data.menus;
    const own = await grantable(2, tokens.harbour);
    expect(own.map(({ name }: { name: string }) => name)).not.toContain('菜单管理');
    const devices = own.find(({ name }: { name: string }) => name === '设备列表');
    expect(devices).toMatchObject({ group: false, icon: 'lock' });
    expect(devices.buttons.map(({ name }: { name: string }) => name)).toContain('施封');
    expect(await grantable(3, tokens.harbour)).toEqual([
      expect.objectContaining({ name: '综合管理', group: true, parent_id: null, buttons: [] }),
      expect.objectContaining({ name: '设备列表', group: false, buttons: [] }),
    ]);
  });

  it('are revoked from the roles below too', async () => {
    const wide = await server.grants(['deviceList', 'oper'], ['device:seal', 'device:unseal']);
    const upper = await add({ roleName: 'Upper', parent_id: 2, grants: wide });
    const lower = await add({ roleName: 'Lower', parent_id: upper.id, grants: wide });
    const narrow = await server.grants(['deviceList'], ['device:seal']);
    const { data } = await server.call(
      '/role/update',
      { id: upper.id, grants: narrow },
      { token: tokens.harbour },
    );
    expect(data.grants).toEqual(narrow);
    expect(await grantsOf(lower.id)).toEqual(narrow);
    await server.call('/role/update', { id: upper.id, grants: wide }, { token: tokens.harbour });
    expect(await grantsOf(lower.id)).toEqual(narrow);
  });

  it('must exist in a new superior role', async () => {
    const seal = await server.grants(['deviceList'], ['device:seal']);
    const looker = await add({
      roleName: 'Looker',
      parent_id: 2,
      grants: await server.grants(['deviceList']),
    });
    const mover = await add({ roleName: 'Mover', parent_id: 2, grants: seal });
    const move = { id: mover.id, parent_id: looker.id };
    expect(await server.answer('/role/update', move, tokens.harbour)).toEqual([
      'invalid',
      { parent_id: 'That role does not have: Devices: Seal' },
    ]);
    const both = { ...move, grants: await server.grants(['deviceList']) };
    expect(await server.answer('/role/update', both, tokens.harbour)).toEqual(['success']);
    const circle = { id: looker.id, parent_id: mover.id };
    expect((await server.answer('/role/update', circle, tokens.harbour))[0]).toBe('invalid');
  });

  it('take effect at the next getAuth', async () => {
    const grants = await server.grants(['deviceList'], ['device:seal']);
    const role = await add({ roleName: 'Changing', parent_id: 2, grants });
    await sql`update oper set role_id = ${role.id} where id = 4`.execute(server.store.db);
    const clerk = await server.signIn('clerk');
    const seen = async () => {
      const { data } = await server.call('/auth/getAuth', {}, { token: clerk });
      return (data.menus as MenuItem[]).map(({ menu_code, buttons }) => [
        menu_code,
        ...(buttons ?? []).map(({ btnCode }) => btnCode),
      ]);
    };
    expect(await seen()).toEqual([['operation'], ['deviceList', 'device:seal']]);
    const changed = await server.grants(['deviceList', 'dashboard'], ['device:export']);
    await server.call('/role/update', { id: role.id, grants: changed }, { token: tokens.harbour });
    expect(await seen()).toEqual([['dashboard'], ['operation'], ['deviceList', 'device:export']]);
    expect((await server.answer('/command/seal', { sns: ['X'] }, clerk))[0]).toBe('noPermission');
  });

  it('are shown with the roles below', async () => {
    const grants = await server.grants(['deviceList'], ['device:seal']);
    const role = await add({ roleName: 'Shown', parent_id: 2, grants });
    const below = await add({ roleName: 'Shown below', parent_id: role.id });
    const { data } = await server.call(
      '/role/shown',
      { id: role.id },
      { token: tokens.harbour, locale: 'zh' },
    );
    expect(data.everything).toBe(false);
    expect(data.menus.map(({ menu_name }: MenuItem) => menu_name)).toEqual([
      '综合管理',
      '设备列表',
    ]);
    expect(data.menus[1].buttons).toEqual([
      { btnCode: 'device:seal', btnName: '施封', actionUrl: '/command/seal' },
    ]);
    expect(data.below).toEqual([{ id: below.id, roleName: 'Shown below', parent_id: role.id }]);
  });
});

describe('an operator who changes roles', () => {
  it('cannot lose their right to change roles, nor grant rights that they lack', async () => {
    const grants = await server.grants(['role', 'deviceList'], ROLES);
    const role = await add({ roleName: 'Deputy', parent_id: 2, grants });
    await sql`update oper set role_id = ${role.id} where id = 4`.execute(server.store.db);
    const deputy = await server.signIn('clerk');
    const change = async (menus: string[], buttons: string[]) =>
      server.answer(
        '/role/update',
        { id: role.id, grants: await server.grants(menus, buttons) },
        deputy,
      );
    expect(await change(['deviceList'], [])).toEqual([
      'conflict',
      'You would lose your own access to the roles.',
    ]);
    expect(await grantsOf(role.id)).toEqual(grants);
    expect(await change(['role', 'deviceList'], ['role:add'])).toEqual([
      'conflict',
      'You would lose your own access to the roles.',
    ]);
    expect((await change(['role', 'oper'], ROLES))[0]).toBe('invalid');
    expect(await change(['role'], ROLES)).toEqual(['success']);
  });

  it('sees the operators of a role that they want to delete', async () => {
    const role = await add({ roleName: 'Used', parent_id: 2 });
    await add({ roleName: 'Below used', parent_id: role.id });
    await sql`update oper set role_id = ${role.id} where id in (4, 5)`.execute(server.store.db);
    const remove = (locale: 'en' | 'zh') =>
      server.answer('/role/delete', { ids: [role.id] }, tokens.harbour, locale);
    expect(await remove('en')).toEqual([
      'conflict',
      'Still in use by Roles below: Below used; Users: Carl, Yuri.',
    ]);
    expect(await remove('zh')).toEqual([
      'conflict',
      '仍被以下数据使用：下级角色：Below used; 用户：Carl, Yuri。',
    ]);
    await sql`update oper set role_id = 3 where id in (4, 5)`.execute(server.store.db);
    await sql`delete from role where "roleName" = 'Below used'`.execute(server.store.db);
    expect(await remove('en')).toEqual(['success']);
  });

  it('sees only the number of operators of other organisations', async () => {
    const role = await add({ roleName: 'Everywhere', parent_id: 2 }, tokens.admin);
    await sql`update role set org_id = 2 where id = ${role.id}`.execute(server.store.db);
    await sql`update oper set role_id = ${role.id} where id in (4, 7)`.execute(server.store.db);
    expect(await server.answer('/role/delete', { ids: [role.id] }, tokens.harbour)).toEqual([
      'conflict',
      'Still in use by Users: Carl and 1 more.',
    ]);
  });
});
