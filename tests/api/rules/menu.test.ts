import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import type { MenuItem } from '../../../src/protocol';
import { syncMenus } from '../../../src/server/auth';
import { type OrganisationServer, organisationServer } from './organisationServer';

let server: OrganisationServer;
let admin: string;
beforeAll(async () => {
  server = await organisationServer();
  admin = await server.signIn('admin');
});

const idOf = async (menuCode: string): Promise<number> => {
  const { menus } = await server.grants([menuCode]);
  if (menus[0] === undefined) throw new Error(`There is no menu ${menuCode}`);
  return menus[0];
};

const add = async (body: object) =>
  (await server.call('/menu/add', { menuName: 'New', menuUrl: '0', ...body }, { token: admin }))
    .data.id as number;

describe('a menu', () => {
  it.each(['login', '401', '404', 'redirect', 'profile', 'auth-redirect', 'Login'])(
    'refuses the address /%s',
    async (menuCode) => {
      const body = { menuCode, menuName: 'X', menuUrl: 'device' };
      expect(await server.answer('/menu/add', body, admin, 'zh')).toEqual([
        'invalid',
        { menuCode: '该地址属于系统固定页面' },
      ]);
    },
  );

  it('refuses a duplicate address', async () => {
    const body = { menuCode: 'deviceList', menuName: 'X', menuUrl: 'device' };
    expect(await server.answer('/menu/add', body, admin)).toEqual([
      'invalid',
      { menuCode: 'Already in use' },
    ]);
  });

  it('has two levels', async () => {
    const levels = { parent_id: 'Menus have two levels' };
    const deep = { menuCode: 'deep', menuName: 'X', menuUrl: 'x', parent_id: await idOf('oper') };
    expect(await server.answer('/menu/add', deep, admin)).toEqual(['invalid', levels]);
    const group = await add({ menuCode: 'group' });
    const move = { id: await idOf('system'), parent_id: group };
    expect(await server.answer('/menu/update', move, admin)).toEqual(['invalid', levels]);
    expect(
      await server.answer('/menu/update', { id: await idOf('icCard'), parent_id: group }, admin),
    ).toEqual(['success']);
    await server.call(
      '/menu/update',
      { id: await idOf('icCard'), parent_id: null },
      { token: admin },
    );
    expect(await server.answer('/menu/delete', { ids: [group] }, admin)).toEqual(['success']);
  });

  it('in use names its users', async () => {
    expect(
      await server.answer('/menu/delete', { ids: [await idOf('textMessage')] }, admin),
    ).toEqual([
      'conflict',
      'Still in use by Menus: SMS log, SMS statistics, Notification log, Mail accounts.',
    ]);
    expect(
      await server.answer('/menu/delete', { ids: [await idOf('smsRecord')] }, admin, 'zh'),
    ).toEqual([
      'conflict',
      expect.stringMatching(/按钮：.*短信记录：导出.*角色：Administrator。$/),
    ]);
  });

  it('is deleted when it is unused, with its buttons', async () => {
    const group = await add({ menuCode: 'old' });
    const page = await add({ menuCode: 'oldPage', menuUrl: 'old', parent_id: group });
    await sql`insert into role_menu values (3, ${group})`.execute(server.store.db);
    expect((await server.answer('/menu/delete', { ids: [group] }, admin))[0]).toBe('conflict');
    expect(await server.answer('/menu/delete', { ids: [group, page] }, admin)).toEqual(['success']);
  });

  it('takes effect at the next getAuth', async () => {
    const harbour = await server.signIn('harbour');
    const seen = async () =>
      (await server.call('/auth/getAuth', {}, { token: harbour })).data.menus as MenuItem[];
    const id = await idOf('lockHistory');
    expect(
      (await server.file('/lockHistory/export', {}, { token: harbour })).headers.get(
        'content-type',
      ),
    ).toContain('sheet');
    await server.call('/menu/update', { id, menuName: '历史', menuIcon: 'star' }, { token: admin });
    expect((await seen()).find((menu) => menu.id === id)).toMatchObject({
      menu_name: '历史',
      menu_icon: 'star',
    });
    await server.call('/menu/update', { id, status: 0 }, { token: admin });
    expect((await seen()).find((menu) => menu.id === id)).toBeUndefined();
    expect((await server.answer('/lockHistory/export', {}, harbour))[0]).toBe('noPermission');
    await server.call('/menu/update', { id, status: 1 }, { token: admin });
  });
});

describe('the last menu of the page of menus', () => {
  it.each([
    ['menu', { status: 0 }],
    ['menu', { hidden: true }],
    ['menu', { menuUrl: 'device' }],
    ['system', { status: 0 }],
    ['system', { hidden: true }],
  ])('cannot be closed: %s %j', async (code, change) => {
    const body = { id: await idOf(code), ...change };
    expect(await server.answer('/menu/update', body, admin, 'zh')).toEqual([
      'conflict',
      '这是进入菜单管理的最后入口，必须保留。',
    ]);
  });

  it('cannot be moved out of sight or deleted', async () => {
    const hidden = await add({ menuCode: 'dark', hidden: true });
    const menu = await idOf('menu');
    expect((await server.answer('/menu/update', { id: menu, parent_id: hidden }, admin))[0]).toBe(
      'conflict',
    );
    expect((await server.answer('/menu/delete', { ids: [menu] }, admin))[1]).toMatch(
      /last menu that opens/,
    );
    expect(await server.answer('/menu/update', { id: menu, menuName: 'Menu tree' }, admin)).toEqual(
      ['success'],
    );
  });

  it('can be changed if there is another', async () => {
    const menu = await idOf('menu');
    const other = await add({ menuCode: 'menus2', menuUrl: 'menu' });
    expect(await server.answer('/menu/update', { id: menu, hidden: true }, admin)).toEqual([
      'success',
    ]);
    expect((await server.answer('/menu/delete', { ids: [other] }, admin))[0]).toBe('conflict');
    await server.call('/menu/update', { id: menu, hidden: false }, { token: admin });
    expect(await server.answer('/menu/delete', { ids: [other] }, admin)).toEqual(['success']);
  });
});

describe('a button', () => {
  it('of a new page is added, granted, and protected while a role has it', async () => {
    const menu_id = await add({ menuCode: 'weather', menuUrl: 'weather' });
    const form = { btnCode: 'weather:look', btnName: 'Look', actionUrl: 'weather', menu_id };
    expect((await server.answer('/button/add', form, admin))[1]).toEqual({
      actionUrl: 'A path that begins with /',
    });
    const { data } = await server.call(
      '/button/add',
      { ...form, actionUrl: '/weather/look' },
      { token: admin },
    );
    expect((await server.answer('/button/add', { ...form, actionUrl: '/x' }, admin))[1]).toEqual({
      btnCode: 'Already in use',
    });
    await sql`insert into role_menu values (3, ${menu_id})`.execute(server.store.db);
    await sql`insert into role_button values (3, ${data.id})`.execute(server.store.db);
    expect(await server.answer('/button/delete', { ids: [data.id] }, admin)).toEqual([
      'conflict',
      'Still in use by Roles: Clerk.',
    ]);
    await sql`delete from role_button where button_id = ${data.id}`.execute(server.store.db);
    expect(await server.answer('/button/delete', { ids: [data.id] }, admin)).toEqual(['success']);
  });

  it('belongs to the menu whose page has a tab of its entity', async () => {
    const { rows } = await sql`
      select m."menuCode", b."btnName" from button b join menu m on m.id = b.menu_id
      where b."btnCode" = 'button:add'`.execute(server.store.db);
    expect(rows).toEqual([{ menuCode: 'menu', btnName: 'Button: Add' }]);
  });
});

describe('the next start', () => {
  const codes = async () =>
    (
      await sql<{ code: string }>`
        select "menuCode" as code from menu union all select "btnCode" from button`.execute(
        server.store.db,
      )
    ).rows.map(({ code }) => code);

  it('restores nothing that an administrator has deleted, and adds new menus', async () => {
    const { db } = server.store;
    await sql`delete from button where menu_id = ${await idOf('fireWareLs')}`.execute(db);
    await sql`delete from menu where "menuCode" = 'fireWareLs'`.execute(db);
    await sql`delete from button where "btnCode" = 'device:export'`.execute(db);
    const before = await codes();
    await syncMenus(server.store, config);
    expect(await codes()).toEqual(before);
    await sql`delete from button where "btnCode" = 'device:seal'`.execute(db);
    await sql`delete from planted where code in ('device:seal', 'firmwareList')`.execute(db);
    await syncMenus(server.store, config);
    const after = await codes();
    expect(after.filter((code) => !before.includes(code))).toEqual(['firmwareList']);
    expect(after).toContain('device:seal');
    expect(after).not.toContain('fireWareLs');
    expect(after).not.toContain('device:export');
  });

  it('moves menus after their declaration, unless an administrator has placed or renamed them', async () => {
    const { db } = server.store;
    const places = async () => {
      const { rows } = await sql<{ code: string; parent: string; hidden: boolean }>`
        select m."menuCode" as code, p."menuCode" as parent, m.hidden from menu m
        join menu p on p.id = m.parent_id where m."menuCode" in
        ('connectionRecord', 'lockMessage', 'operationLog', 'alarmMute', 'shiftNote', 'webhook')
        order by m."menuCode"`.execute(db);
      return rows.map(({ code, parent, hidden }) => `${code} ${parent}${hidden ? ' hidden' : ''}`);
    };
    const place = async (code: string, parent: string) =>
      sql`update menu set parent_id = ${await idOf(parent)}, hidden = false
        where "menuCode" = ${code}`.execute(db);
    for (const code of ['connectionRecord', 'operationLog']) await place(code, 'card');
    await place('lockMessage', 'batch');
    for (const code of ['alarmMute', 'shiftNote', 'webhook']) await place(code, 'alarm');
    await sql`update planted set parent = 'card', hidden = false
      where code in ('connectionRecord', 'lockMessage')`.execute(db);
    // One that an older server seeded, and one that is where it is declared.
    await sql`update planted set parent = null, hidden = null where code = 'operationLog'`.execute(
      db,
    );
    await sql`update planted set hidden = false where code in ('alarmMute', 'shiftNote')`.execute(
      db,
    );
    await sql`update menu set "menuName" = 'Ours' where "menuCode" = 'shiftNote'`.execute(db);
    const moved = [
      'alarmMute alarm hidden',
      'connectionRecord system',
      'lockMessage batch',
      'operationLog card',
      'shiftNote alarm',
      'webhook alarm',
    ];
    await syncMenus(server.store, config);
    expect(await places()).toEqual(moved);
    // Moved back by an administrator, it stays there.
    await place('connectionRecord', 'deviceRecord');
    await syncMenus(server.store, config);
    expect(await places()).toContain('connectionRecord deviceRecord');
  });

  it('renames menus after their declaration, unless an administrator has renamed them', async () => {
    const { db } = server.store;
    const names = async () => {
      const { rows } = await sql<{ name: string }>`
        select "menuName" as name from menu where "menuCode" in ('latestData', 'lockHistory', 'batch')
        union all select "btnName" from button where "btnCode" in ('device:unseal', 'device:delete')`.execute(
        db,
      );
      return rows.map(({ name }) => name).sort();
    };
    const now = await names();
    await sql`update planted set name = 'Before' where code in
      ('latestData', 'lockHistory', 'batch', 'device:unseal', 'device:delete')`.execute(db);
    await sql`update menu set "menuName" = 'Before' where "menuCode" = 'latestData'`.execute(db);
    await sql`update button set "btnName" = 'Before' where "btnCode" = 'device:unseal'`.execute(db);
    await syncMenus(server.store, config);
    expect(await names()).toEqual(now);
    // A name that the server has no note of counts as chosen by the customer.
    await sql`update planted set name = null`.execute(db);
    await sql`update menu set "menuName" = 'Ours' where "menuCode" = 'latestData'`.execute(db);
    await sql`update button set "btnName" = 'Let go' where "btnCode" = 'device:unseal'`.execute(db);
    await syncMenus(server.store, config);
    await sql`update planted set name = 'Before'`.execute(db);
    await syncMenus(server.store, config);
    expect(await names()).toEqual(expect.arrayContaining(['Ours', 'Let go']));
  });
});
