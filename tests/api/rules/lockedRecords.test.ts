import { beforeAll, expect, it } from 'vitest';
import { type OrganisationServer, organisationServer } from './organisationServer';

let server: OrganisationServer;
let tokens: Record<'admin' | 'harbour' | 'second', string>;
beforeAll(async () => {
  server = await organisationServer();
  const [admin, harbour, second] = await Promise.all(
    ['admin', 'harbour', 'second'].map((name) => server.signIn(name)),
  );
  tokens = { admin, harbour, second } as typeof tokens;
});

interface LockedRow {
  readonly id: number;
  readonly _kept?: Readonly<Record<string, string>>;
}

const listed = async (entity: string, token: string, locale: 'en' | 'zh' = 'en') => {
  const { data } = await server.call(`/${entity}/list`, { pageSize: 200 }, { token, locale });
  return data.list as (LockedRow & Readonly<Record<string, unknown>>)[];
};

/** Returns the ids of the rows in which a verb is blocked. */
const keptFrom = async (verb: string, entity: string, token: string) =>
  (await listed(entity, token)).flatMap(({ id, _kept }) => (_kept?.[verb] ? id : [])).sort();

it.each([
  ['role', 'harbour', 'update', [2, 3]],
  ['role', 'harbour', 'delete', [2, 3]],
  ['role', 'admin', 'update', [1]],
  ['oper', 'second', 'update', [1]],
  ['oper', 'second', 'delete', [1, 6]],
  ['oper', 'admin', 'update', []],
  ['oper', 'admin', 'delete', [1]],
  ['org', 'harbour', 'delete', [2]],
  ['org', 'harbour', 'update', []],
  ['org', 'admin', 'delete', [1]],
] as const)(
  'the list of %s shows %s the rows that they cannot %s: %j',
  async (entity, user, verb, ids) => {
    expect(await keptFrom(verb, entity, tokens[user])).toEqual(ids);
  },
);

it('the reason is in the reader’s language, in the list and in the record', async () => {
  const why = '该角色属于上级机构，只能使用，不能修改。';
  const rows = await listed('role', tokens.harbour, 'zh');
  expect(rows.find(({ id }) => id === 3)?._kept).toEqual({ update: why, delete: why });
  const { data } = await server.call(
    '/role/get',
    { id: 3 },
    { token: tokens.harbour, locale: 'zh' },
  );
  expect(data._kept).toEqual({ update: why, delete: why });
});

it('a record that can be changed has no reason', async () => {
  const body = { roleName: 'Own', parent_id: 3 };
  const { data } = await server.call('/role/add', body, { token: tokens.harbour });
  expect('_kept' in data).toBe(false);
});

it.each([
  ['/role/update', { id: 3, roleName: 'X' }, 'harbour'],
  ['/role/delete', { ids: [3] }, 'harbour'],
  ['/oper/update', { id: 1, operName: 'X' }, 'second'],
  ['/oper/delete', { ids: [1] }, 'second'],
  ['/oper/delete', { ids: [6] }, 'second'],
  ['/org/delete', { ids: [2] }, 'harbour'],
] as const)('%s %j is refused with the reason in the list', async (path, body, user) => {
  const [, entity, verb] = path.split('/') as [string, string, string];
  const id = 'id' in body ? body.id : body.ids[0];
  const rows = await listed(entity, tokens[user]);
  const reason = rows.find((row) => row.id === id)?._kept?.[verb];
  expect(await server.answer(path, body, tokens[user])).toEqual(['conflict', reason]);
});

it('the last menu of the page of menus cannot be deleted, nor its group', async () => {
  const rows = await listed('menu', tokens.admin);
  const codes = rows.filter(({ _kept }) => _kept?.delete).map(({ menuCode }) => menuCode);
  expect(codes).toEqual(['system', 'menu']);
});

it('a change without effect is accepted', async () => {
  const body = { id: 3, roleName: 'Clerk' };
  expect(await server.answer('/role/update', body, tokens.harbour)).toEqual(['success']);
});
