import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type OrganisationServer, organisationServer } from './organisationServer';

let server: OrganisationServer;
let clerk: string;
beforeAll(async () => {
  server = await organisationServer();
  const { db } = server.store;
  // Roles with the page: of the caller's organisation, of the tenant beside, of an organisation below, and of none.
  await sql`insert into role (id, "roleName", parent_id, org_id) values
    (11, 'Dispatcher', 2, 2), (12, 'Northern dispatcher', 2, 3), (13, 'Yard dispatcher', 2, 4),
    (14, 'Root dispatcher', 2, 1), (15, 'Without it', 2, 2)`.execute(db);
  await sql`insert into role_menu select role.id, menu.id from menu, role
    where (role.id between 11 and 14 and "menuCode" = 'role')
      or (role.id in (12, 13) and "menuCode" = 'icCard')`.execute(db);
  await sql`update menu set status = 0 where "menuCode" = 'webhook'`.execute(db);
  clerk = await server.signIn('clerk');
});

const ask = (menu_code: unknown, token = clerk, locale: 'en' | 'zh' = 'en') =>
  server.call('/auth/pageRoles', { menu_code }, { token, locale });

it('a page has at most three roles for the operator, the nearest first', async () => {
  const { data } = await ask('role');
  expect(data).toEqual({
    menu_name: 'Roles',
    roles: ['Dispatcher', 'Administrator', 'Root dispatcher'],
  });
});

it('roles of an organisation beside or below are left out', async () => {
  expect((await ask('icCard')).data.roles).toEqual(['Administrator', 'System']);
});

it('the system administrator’s role is named if no other role has the page', async () => {
  const { data } = await ask('emailKey', clerk, 'zh');
  expect(data).toEqual({ menu_name: '邮箱账号', roles: ['System'] });
});

it.each([
  ['an unknown code', 'nothing', 'notFound'],
  ['a group', 'operation', 'notFound'],
  ['a disabled menu', 'webhook', 'notFound'],
  ['no text', 7, 'notFound'],
])('a call with %s is refused', async (_, code, sign) => {
  expect((await ask(code)).verify.sign).toBe(sign);
});

it('a call without a session is refused', async () => {
  expect((await ask('role', '')).verify.sign).toBe('sessionTimeOut');
});
