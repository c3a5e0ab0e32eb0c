import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Custom } from '../../../src/server/serve';
import { customExample } from '../../customExample';
import { closeAfterwards } from '../place';
import { type OrganisationServer, organisationServer } from '../rules/organisationServer';

/** Within the project, so that the example finds its packages. */
const FOLDER = resolve('.cache/custom');
const PATH = '/harbour/arrival';

let server: OrganisationServer;
let custom: Custom;
let tokens: Record<'admin' | 'harbour' | 'clerk', string>;

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  closeAfterwards(() => rm(FOLDER, { recursive: true }));
  await writeFile(`${FOLDER}/index.ts`, customExample());
  custom = (await import(`${FOLDER}/index.ts`)).custom;
  server = await organisationServer(custom);
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
    const { tasks } = custom({ db, config: {} as never, now: Date.now });
    const { signal } = new AbortController();
    for (const task of tasks) await task.run({ now: Date.now, signal });
    const { rows } = await sql`select device_no from device where sn = 'H1'`.execute(db);
    expect(rows).toEqual([{ device_no: null }]);
  });

  it('is refused at the start if the product has its path', async () => {
    const rival: Custom = (parts) => {
      const { calls, tasks } = custom(parts);
      return { tasks, calls: calls.map((call) => ({ ...call, path: '/device/list' })) };
    };
    await expect(organisationServer(rival)).rejects.toThrow('There is already a call /device/list');
  });
});
