import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Custom } from '../../../src/server/customCode';
import { writeCustomExample } from '../../customExample';
import { rowsOf } from '../jobs/jobsServer';
import { closeAfterwards } from '../place';
import { type OrganisationServer, organisationServer } from '../rules/organisationServer';

/** Work of `afterCommit`. */
let failing: () => void = () => {};

/** Within the project, so that the example finds its packages. */
const FOLDER = resolve('.cache/custom');
const PATH = '/harbour/arrival';

let server: OrganisationServer;
let custom: Custom;
let tokens: Record<'admin' | 'harbour' | 'clerk', string>;

beforeAll(async () => {
  closeAfterwards(() => rm(FOLDER, { recursive: true }));
  const path = await writeCustomExample(FOLDER);
  // Kinds are found when a program is built.
  const declared = await readFile(path, 'utf8');
  await writeFile(path, declared.replace('f.plate(', 'f.text('));
  custom = (await import(`${FOLDER}/custom/server.ts`)).custom;
  custom = { ...custom, rules: { ...custom.rules, dict: { afterCommit: () => failing() } } };
  const config = (await import(path)).default;
  server = await organisationServer(custom, config);
  const [admin, harbour, clerk] = await Promise.all(
    ['admin', 'harbour', 'clerk'].map((name) => server.signIn(name)),
  );
  tokens = { admin, harbour, clerk } as typeof tokens;
  await sql`insert into device (id, sn, org_id) values (1, 'H1', 2), (2, 'N1', 3)`.execute(
    server.store.db,
  );
});

const arrive = (sn: string, token: string, more: object = {}) =>
  server.answer(PATH, { sn, berth: 'B7', ...more }, token);

describe('rules of an installation itself, as docs/extending.md has them', () => {
  const visits = async (token: string) =>
    (await server.call('/visit/list', {}, { token })).data.list as Record<string, unknown>[];
  const announce = (truck: string, token: string) => server.answer('/visit/add', { truck }, token);
  const arriveAt = async (truck: string, token: string) => {
    const { id } = (await visits(token)).find((each) => each.truck === truck) ?? {};
    return (await server.call('/visit/arrive', { ids: [id] }, { token })).data;
  };

  it('do an action beside what its declaration says, and refuse it in the reader’s language', async () => {
    expect(await announce('HB-1', tokens.admin)).toEqual(['success']);
    expect(await announce('HB-2', tokens.admin)).toEqual(['success']);
    for (const truck of ['HB-1', 'HB-2']) {
      expect(await arriveAt(truck, tokens.admin)).toMatchObject({ done: 1 });
    }
    const [second, first] = await visits(tokens.admin);
    expect([first, second]).toMatchObject([
      { truck: 'HB-1', stay: 1, berth: 1, arrived: expect.any(Number) },
      { truck: 'HB-2', stay: 1, berth: 2 },
    ]);
    await sql`insert into visit (truck, stay, berth, org_id)
      select 'T' || number, 1, number, 1 from generate_series(3, 12) as berths (number)`.execute(
      server.store.db,
    );
    await announce('HB-3', tokens.admin);
    expect(await arriveAt('HB-3', tokens.admin)).toMatchObject({
      failed: [{ why: 'All berths are taken' }],
    });
    expect((await visits(tokens.admin))[0]).toMatchObject({ stay: 0, arrived: null });
  });

  it('refuse a record at its field', async () => {
    expect(await announce('HB-1', tokens.admin)).toEqual([
      'invalid',
      { truck: 'This truck is here already' },
    ]);
  });

  it('fill virtual fields of lists, details and exports', async () => {
    await sql`update visit set arrived = arrived - 7500000`.execute(server.store.db);
    const [visit] = (await visits(tokens.admin)).filter(({ truck }) => truck === 'HB-1');
    expect(visit).toMatchObject({ hours: 2 });
    const { data } = await server.call('/visit/get', { id: visit?.id }, { token: tokens.admin });
    expect(data).toMatchObject({ hours: 2 });
    const body = { columns: ['truck', 'hours'], truck: 'HB-1' };
    const file = await server.file('/visit/export', body, { token: tokens.admin });
    expect(await rowsOf(file)).toEqual([
      ['Truck', 'Hours here'],
      ['HB-1', 2],
    ]);
  });
});

it.each<[string, () => void]>([
  [
    'throws',
    () => {
      throw new Error('The cache is gone');
    },
  ],
  // The type allows it, and an unhandled rejection would end the server.
  ['rejects', async () => Promise.reject(new Error('The cache is gone'))],
])('an afterCommit that %s is logged by name, and the change is answered', async (how, work) => {
  failing = work;
  const dict = { dict_code: `own_${how}`, dict_text: how };
  expect(await server.answer('/dict/add', dict, tokens.admin)).toEqual(['success']);
  await expect
    .poll(() => server.errors.splice(0))
    .toEqual([
      expect.stringMatching(
        /^dict\.afterCommit in custom\/server\.ts: Error: The cache is gone\n.*custom\.test\.ts:\d+/,
      ),
    ]);
  failing = () => {};
  const { data } = await server.call('/dict/list', {}, { token: tokens.admin });
  expect(data.list.map(({ dict_text }: { dict_text: string }) => dict_text)).toContain(how);
});

describe('a call of an installation itself, as docs/extending.md has it', () => {
  it('is for roles with its button', async () => {
    expect(await arrive('H1', tokens.harbour)).toEqual(['noPermission', expect.any(String)]);
    const { id: menu_id } = (await server.call('/menu/list', {}, { token: tokens.admin })).data
      .list[0];
    const button = { btnCode: 'harbour:arrival', btnName: 'Note an arrival', actionUrl: PATH };
    expect(await server.answer('/button/add', { ...button, menu_id }, tokens.admin)).toEqual([
      'success',
    ]);
    await sql`insert into role_menu values (2, ${menu_id}) on conflict do nothing`.execute(
      server.store.db,
    );
    await sql`insert into role_button select 2, id from button
      where "btnCode" = 'harbour:arrival'`.execute(server.store.db);
    await expect.poll(() => arrive('H1', tokens.harbour)).toEqual(['success']);
    expect((await arrive('H1', tokens.clerk))[0]).toBe('noPermission');
    expect((await arrive('N1', tokens.harbour))[0]).toBe('notFound');
  });

  it('is checked, logged and described as the product’s own', async () => {
    expect(await arrive('H1', tokens.admin, { berth: 'B'.repeat(21) })).toEqual([
      'invalid',
      { berth: expect.any(String) },
    ]);
    expect(await arrive('H1', tokens.admin, { quay: 1 })).toEqual([
      'invalid',
      { quay: 'This field does not exist' },
    ]);
    expect(await arrive('N1', tokens.admin)).toEqual(['success']);
    const { data } = await server.call(
      '/operationLog/list',
      { operate_url: PATH },
      { token: tokens.admin, locale: 'zh' },
    );
    expect(data.list[0]).toMatchObject({ title: '登记到港', operate_name: 'Admin' });
    const openApi = await (await fetch(`${server.url}/openapi.json`)).json();
    expect(Object.keys(openApi.paths)).toContain(PATH);
  });

  it('has tasks that run as the product’s own', async () => {
    const { db } = server.store;
    await arrive('H1', tokens.admin);
    const tasks = custom.tasks?.({ db, config: {} as never, now: Date.now });
    const { signal } = new AbortController();
    for (const task of tasks ?? []) await task.run({ now: Date.now, signal });
    const { rows } = await sql`select device_no from device where sn = 'H1'`.execute(db);
    expect(rows).toEqual([{ device_no: null }]);
  });

  it('is refused at the start if the product has its path', async () => {
    const rival: Custom = {
      calls: (parts) =>
        [...(custom.calls?.(parts) ?? [])].map((call) => ({ ...call, path: '/device/list' })),
    };
    await expect(organisationServer(rival)).rejects.toThrow('There is already a call /device/list');
  });
});
