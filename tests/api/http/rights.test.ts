import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MenuItem } from '../../../src/protocol';
import { syncMenus } from '../../../src/server/auth';
import { declared } from './declared';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let tokens: Record<'admin' | 'harbour' | 'clerk', string>;
beforeAll(async () => {
  server = await testServer();
  tokens = {
    admin: await server.signIn('admin'),
    harbour: await server.signIn('harbour'),
    clerk: await server.signIn('clerk'),
  };
});

const codeOf = async (path: string, body: object, token: string) =>
  (await server.call(path, body, { token })).verify.sign;

const grant = async (code: string) => {
  await sql`insert into role_button select 3, id from button where "btnCode" = ${code}`.execute(
    server.store.db,
  );
};

describe('a call that a clerk with the right to view devices makes by hand', () => {
  it.each([
    ['/device/list', {}, 'success'],
    ['/device/get', { id: 1 }, 'success'],
    ['/org/list', {}, 'success'],
    ['/deviceType/list', {}, 'success'],
    ['/lockHistory/list', {}, 'success'],
    ['/live/snapshot', {}, 'success'],
    ['/alertRecord/list', {}, 'noPermission'],
    ['/auth/getAuth', {}, 'success'],
    ['/oper/list', {}, 'noPermission'],
    ['/vehicle/list', {}, 'noPermission'],
    ['/operationLog/list', {}, 'noPermission'],
    ['/device/add', { sn: 'X', org_id: 2 }, 'noPermission'],
    ['/device/update', { id: 1, device_name: 'X' }, 'noPermission'],
    ['/device/delete', { ids: [1] }, 'noPermission'],
    ['/device/export', {}, 'noPermission'],
    ['/device/import', { template: true }, 'noPermission'],
    ['/command/unseal', { sns: ['H2'] }, 'noPermission'],
    ['/appointmentCommandRecord/cancel', { ids: [1] }, 'noPermission'],
  ])('%s with %j returns %s', async (path, body, code) => {
    expect(await codeOf(path, body, tokens.clerk)).toBe(code);
  });

  it('is refused in the language of the request', async () => {
    const { verify } = await server.call('/oper/list', {}, { token: tokens.clerk, locale: 'zh' });
    expect(verify.desc).toBe('您没有执行此操作的权限。');
  });

  it('uploads nothing without the right to import', async () => {
    const file = new Uint8Array([0x50, 0x4b, 3, 4]);
    const send = (purpose = 'import') =>
      server.upload(file, 'a.xlsx', { purpose }, { token: tokens.clerk });
    expect((await send()).verify.sign).toBe('noPermission');
    await grant('device:import');
    server.clock.ahead += 6_000;
    expect((await send()).verify.sign).toBe('success');
    expect((await send('file')).verify.sign).toBe('noPermission');
  });
});

describe('a granted button', () => {
  it('allows its call within seconds, and no longer after it is revoked', async () => {
    const update = (name: string) =>
      codeOf('/device/update', { id: 1, device_name: name }, tokens.clerk);
    expect(await update('a')).toBe('noPermission');
    await grant('device:update');
    server.clock.ahead += 6_000;
    expect(await update('b')).toBe('success');
    await sql`delete from role_button where role_id = 3`.execute(server.store.db);
    server.clock.ahead += 6_000;
    expect(await update('c')).toBe('noPermission');
  });

  it('resends no command that its operator may not send', async () => {
    const { data } = await server.call('/command/seal', { sns: ['Y1'] }, { token: tokens.admin });
    const ids = [data.tickets[0].id];
    await server.call('/appointmentCommandRecord/cancel', { ids }, { token: tokens.admin });
    await sql`insert into role_menu select 3, id from menu
      where "menuUrl" = 'appointmentCommandRecord'`.execute(server.store.db);
    await grant('appointmentCommandRecord:resend');
    server.clock.ahead += 6_000;
    const path = '/appointmentCommandRecord/resend';
    const { verify } = await server.call(path, { ids }, { token: tokens.clerk });
    expect(verify).toEqual({
      sign: 'noPermission',
      desc: 'You have no permission to send this command',
    });
    await sql`delete from role_button where role_id = 3`.execute(server.store.db);
    await sql`delete from role_menu using menu where role_menu.role_id = 3
      and menu.id = role_menu.menu_id and "menuUrl" = 'appointmentCommandRecord'`.execute(
      server.store.db,
    );
    server.clock.ahead += 6_000;
  });

  it('allows nothing in a menu that is disabled or not granted', async () => {
    await grant('vehicle:add');
    server.clock.ahead += 6_000;
    expect(await codeOf('/vehicle/add', { plate: 'R1' }, tokens.clerk)).toBe('noPermission');
    await grant('device:seal');
    await sql`update menu set status = 0 where "menuCode" = 'operation'`.execute(server.store.db);
    server.clock.ahead += 6_000;
    expect(await codeOf('/command/seal', { sns: ['H1'] }, tokens.clerk)).toBe('noPermission');
    expect(await codeOf('/device/list', {}, tokens.clerk)).toBe('noPermission');
    expect(await codeOf('/device/list', {}, tokens.admin)).toBe('success');
    await sql`update menu set status = 1 where "menuCode" = 'operation'`.execute(server.store.db);
    await sql`delete from role_button where role_id = 3`.execute(server.store.db);
    server.clock.ahead += 6_000;
  });
});

describe('getAuth', () => {
  const menusOf = async (token: string, locale: 'en' | 'zh' = 'en'): Promise<MenuItem[]> =>
    (await server.call('/auth/getAuth', {}, { token, locale })).data.menus;

  it('returns the granted menus and their groups, without buttons', async () => {
    const menus = await menusOf(tokens.clerk);
    expect(menus.map((menu) => [menu.menu_code, menu.menu_url, menu.remarks, menu.hidden])).toEqual(
      [
        ['operation', '0', '1', 'false'],
        ['deviceList', 'device', '2', 'false'],
      ],
    );
    expect(menus[0]).toMatchObject({ sid: 0, buttons: [] });
    expect(menus[1]).toMatchObject({ sid: menus[0]?.id, buttons: [] });
  });

  it.each(['clerk', 'admin'] as const)('lists the entities that %s may list', async (who) => {
    const { data } = await server.call('/auth/getAuth', {}, { token: tokens[who] });
    const readable: string[] = data.reads;
    expect(data.filters).toBe(true);
    expect(readable).toContain('device');
    expect(readable.includes('vehicle')).toBe(who === 'admin');
    for (const { name, verbs } of declared.entities) {
      if (!verbs.includes('list')) continue;
      const code = await codeOf(`/${name}/list`, {}, tokens[who]);
      expect([name, code === 'noPermission']).toEqual([name, !readable.includes(name)]);
    }
  });

  it('returns every menu and button to the system administrator', async () => {
    const menus = await menusOf(tokens.admin);
    const codes = menus.flatMap(({ buttons }) => buttons ?? []).map(({ btnCode }) => btnCode);
    expect(codes).toContain('device:add');
    expect(codes).toContain('device:unseal');
    expect(codes).toContain('appointmentCommandRecord:cancel');
    expect(codes).not.toContain('device:list');
    expect(menus.find(({ menu_code }) => menu_code === 'amap')?.hidden).toBe('true');
    const button = menus
      .flatMap(({ buttons }) => buttons ?? [])
      .find((b) => b.btnCode === 'device:seal');
    expect(button).toEqual({ btnCode: 'device:seal', btnName: 'Seal', actionUrl: '/command/seal' });
  });

  it('names menus and buttons in the reader’s language until they are renamed', async () => {
    const nameOf = (menus: MenuItem[], code: string) =>
      menus.find(({ menu_code }) => menu_code === code)?.menu_name;
    const menus = await menusOf(tokens.admin, 'zh');
    expect(nameOf(menus, 'deviceList')).toBe('设备列表');
    expect(nameOf(menus, 'vehicle')).toBe('车辆');
    expect(
      menus.flatMap(({ buttons }) => buttons ?? []).find((b) => b.btnCode === 'device:unseal')
        ?.btnName,
    ).toBe('解封');
    await sql`update menu set "menuName" = 'Locks' where "menuCode" = 'deviceList'`.execute(
      server.store.db,
    );
    expect(nameOf(await menusOf(tokens.admin, 'zh'), 'deviceList')).toBe('Locks');
  });
});

describe('syncMenus', () => {
  const stored = async () =>
    (await sql`select * from menu order by id`.execute(server.store.db)).rows;

  it('creates a group for a page whose group is not declared', async () => {
    const { rows } = await sql`
      select m."menuCode", m."menuUrl", g."menuCode" as "group", g."menuUrl" as "groupUrl"
      from menu m join menu g on g.id = m.parent_id where m."menuCode" = 'vehicle'`.execute(
      server.store.db,
    );
    expect(rows).toEqual([
      { menuCode: 'vehicle', menuUrl: 'vehicle', group: 'transport', groupUrl: '0' },
    ]);
  });

  it('keeps existing menus, and adds missing ones', async () => {
    const { db } = server.store;
    await sql`update menu set parent_id = null, "menuIcon" = 'star' where "menuCode" = 'org'`.execute(
      db,
    );
    const before = await stored();
    await Promise.all([syncMenus(server.store, declared), syncMenus(server.store, declared)]);
    expect(await stored()).toEqual(before);
    await sql`delete from button where "btnCode" = 'org:add'`.execute(db);
    await syncMenus(server.store, declared);
    expect((await sql`select 1 from button where "btnCode" = 'org:add'`.execute(db)).rows).toEqual(
      [],
    );
    await sql`delete from planted where code = 'org:add'`.execute(db);
    await syncMenus(server.store, declared);
    const { rows } = await sql`select "actionUrl" from button where "btnCode" = 'org:add'`.execute(
      db,
    );
    expect(rows).toEqual([{ actionUrl: '/org/add' }]);
  });
});
