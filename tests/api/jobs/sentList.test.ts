import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { sheetMail } from '../../../src/server/notify/mails';
import { dropUndue } from '../../../src/server/notify/outbox';
import { addLocks } from '../locks';
import { rightsOf } from '../parts';
import { type OrganisationServer, organisationServer } from '../rules/organisationServer';

let server: OrganisationServer;
let token: string;
beforeAll(async () => {
  server = await organisationServer();
  const { db } = server.store;
  await sql`update oper set "operEmail" = "loginName" || '@port.test' where id in (2, 3, 5)`.execute(
    db,
  );
  await addLocks(db, { sn: 'H1', org_id: 2 }, { sn: 'Y1', org_id: 4 }, { sn: 'Y2', org_id: 4 });
  token = await server.signIn('harbour');
});
beforeEach(async () => {
  const { db } = server.store;
  await sql`delete from notice`.execute(db);
  await sql`update oper set language = 'en_US', status = 1`.execute(db);
});

const YARD = 5;
const send = (body: object) =>
  server.call('/device/export', { columns: ['sn'], zone: 'Asia/Shanghai', ...body }, { token });

interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly file_name: string;
  readonly file: Buffer;
}
const mails = async () =>
  (
    await sql<Mail>`select recipient, subject, body, file_name, file from notice order by id`.execute(
      server.store.db,
    )
  ).rows;

it('is refused by a server without the entities that it needs, and not offered there', async () => {
  const without = async (...names: string[]) => {
    const entities = config.entities.filter(({ name }) => !names.includes(name));
    const lesser = await organisationServer(undefined, { ...config, entities } as never);
    const { db } = lesser.store;
    await sql`insert into "emailKey" (sender, host, port, security, enabled)
      values ('seals@port.test', '127.0.0.1', 9, 'none', true)`.execute(db);
    await sql`update oper set "operEmail" = 'yard@port.test' where id = ${YARD}`.execute(db);
    const own = { token: await lesser.signIn('harbour') };
    const body = { columns: ['sn'], to: [YARD], weekly: names[0] === 'sentList' };
    const { verify } = await lesser.call('/device/export', body, own);
    const { data } = await lesser.call('/auth/getAuth', {}, own);
    return [verify.sign, data.sendsLists];
  };
  expect(await without('sentList')).toEqual(['notFound', true]);
  expect(await without('exportJob')).toEqual(['notFound', undefined]);
});

describe('a list that is sent', () => {
  it('has the rows that its recipient may read, in the recipient’s language', async () => {
    await sql`update oper set language = 'zh_CN' where id = ${YARD}`.execute(server.store.db);
    const { verify, data } = await send({ to: [YARD, 2], sn: '1' });
    expect([verify.sign, data]).toEqual(['success', { sent: 2 }]);
    await expect.poll(mails).toHaveLength(2);
    const all = await mails();
    const [yard, own] = ['yard', 'harbour'].map((name) =>
      all.find(({ recipient }) => recipient === `${name}@port.test`),
    ) as [Mail, Mail];
    const cells = async ({ file }: Mail) =>
      (await readSheet(file)).map((row: readonly unknown[]) => row[0]).sort();
    expect(await cells(yard)).toEqual(['Y1', '设备号']);
    expect(await cells(own)).toEqual(['H1', 'SN', 'Y1']);
    expect(yard.subject).toBe('【Test】设备列表（设备号：1）');
    expect(own.subject).toBe('[Test] Devices (SN: 1)');
    expect([yard, own].map(({ file_name }) => file_name.split('-')[0])).toEqual(['设备', 'Device']);
    expect(own.body).toContain('Hanna sends you the list “Devices (SN: 1)”. The file is attached.');
  });

  it('is refused with the reason of each user who cannot get it', async () => {
    const { db } = server.store;
    await sql`insert into oper (id, "operName", "loginName", "operEmail", role_id, org_id, status)
      values (60, 'Dora', 'dora', 'dora@port.test', 3, 2, 0)`.execute(db);
    const reasons = async (locale: 'en' | 'zh', path = '/device/export') =>
      (await server.call(path, { to: [YARD, 3, 4, 60, 999] }, { token, locale })).data.fields.to;
    expect(await reasons('en')).toBe(
      'Cannot get this list: 3 (unknown user), Carl (no e-mail address), Dora (disabled), 999 (unknown user)',
    );
    expect(await reasons('zh')).toBe(
      '无法接收此列表：3（未知用户）、Carl（没有邮箱）、Dora（已停用）、999（未知用户）',
    );
    expect(await reasons('en', '/role/export')).toContain('Yuri (may not read this list)');
  });

  it('is offered to colleagues, of whom those with an e-mail address are marked', async () => {
    const { data } = await server.call('/colleague/list', {}, { token });
    const marks = data.list.map((row: Record<string, unknown>) => [row.operName, row.has_email]);
    expect(marks).toContainEqual(['Yuri', true]);
    expect(marks).toContainEqual(['Carl', false]);
    // Without a mail account the console says so.
    expect((await server.call('/auth/getAuth', {}, { token })).data.sendsLists).toBe(false);
  });

  it.each([
    ['nothing has changed', 'select 1', 1],
    ['its recipient is disabled', 'update oper set status = 0 where id = 5', 0],
    ['its recipient has another address', `update oper set "operEmail" = 'new' where id = 5`, 0],
    ['its recipient acts for another organisation', 'update oper set org_id = 3 where id = 5', 0],
    ['the organisation of its recipient is disabled', 'update org set status = 0 where id = 4', 0],
    ['its recipient may not read the list', 'delete from role_menu where role_id = 3', 0],
    ['its sender is disabled', 'update oper set status = 0 where id = 2', 0],
    ['its sender may not export the list', 'delete from role_button where role_id = 2', 0],
  ])('is judged when it goes out: if %s', async (_, change, expected) => {
    const { store } = server;
    await send({ to: [YARD] });
    await expect.poll(mails).toHaveLength(1);
    const notices = await store.db.selectFrom('notice').selectAll().execute();
    const transaction = await store.db.startTransaction().execute();
    await sql.raw(change).execute(transaction);
    const rights = rightsOf({ ...store, db: transaction }, config);
    const due = await dropUndue({ db: transaction, rights }, notices);
    const { rows: waiting } = await sql`select from notice`.execute(transaction);
    await transaction.rollback().execute();
    expect([due.length, waiting.length]).toEqual([expected, expected]);
  });

  it('is mailed once, even if the server dies between the mail and the end of its job', async () => {
    const { db } = server.store;
    const states = async () =>
      (await sql<{ state: number }>`select state from job order by id desc limit 1`.execute(db))
        .rows;
    await sql`create function die() returns trigger language plpgsql as
      $$ begin raise exception 'The server dies'; end $$`.execute(db);
    await sql`create trigger die before update on "exportJob" for each row
      when (new.state = 2) execute function die()`.execute(db);
    await send({ to: [YARD] });
    await expect.poll(states).toEqual([{ state: 4 }]);
    expect(await mails()).toEqual([]);
    await sql`drop function die cascade`.execute(db);
    await sql`update job set state = 0 where id = (select max(id) from job)`.execute(db);
    await expect.poll(states).toEqual([{ state: 2 }]);
    expect(await mails()).toHaveLength(1);
  });

  const MAX_BYTES = 7 * 1024 ** 2;
  const LARGE =
    'Hanna sends you the list “Locks”. The file is larger than 7 MB, too large for a mail. Download it from the console.';
  it.each([
    ['attached', MAX_BYTES, 3, 'Hanna sends you the list “Locks”. The file is attached.'],
    ['behind a link to the exports', MAX_BYTES + 1, 2, `${LARGE}\n\nhttps://port.test/exportJob`],
    ['behind a link to the list', MAX_BYTES + 1, 3, `${LARGE}\n\nhttps://port.test/deviceList`],
  ])('of %s', async (_, bytes, role_id, body) => {
    const path = join(server.dataDir, 'list.xlsx');
    await writeFile(path, '');
    await truncate(path, bytes);
    const { db } = server.store;
    const installation = { db, consoleUrl: () => 'https://port.test', title: 'Sealdesk' };
    const mail = await sheetMail(installation, 'listMail', {
      ...{ path, name: 'Locks.xlsx', title: 'Locks', owner: 'Hanna', locale: 'en' },
      ...{ role_id, pages: ['exportJob', 'device'] },
    });
    expect([mail.body, mail.file?.length]).toEqual([
      body,
      role_id === 3 && bytes === MAX_BYTES ? bytes : undefined,
    ]);
  });

  it('can be downloaded by a recipient who may read, and not export, the list', async () => {
    const { db } = server.store;
    await sql`insert into role (id, "roleName", parent_id) values (30, 'Reader', 3)`.execute(db);
    await sql`insert into role_menu select 30, id from menu
      where "menuCode" in ('deviceList', 'card', 'icCard')`.execute(db);
    await sql`insert into role_button select 30, id from button
      where "btnCode" = 'icCard:export'`.execute(db);
    await sql`update oper set role_id = 30 where id = ${YARD}`.execute(db);
    await send({ to: [YARD] });
    await expect.poll(mails).toHaveLength(1);
    const own = { token: await server.signIn('yard') };
    const { data } = await server.call('/exportJob/list', {}, own);
    const ids = [data.list[0].id];
    const response = await server.file('/exportJob/download', { ids }, own);
    await sql`update oper set role_id = 3 where id = ${YARD}`.execute(db);
    expect(response.headers.get('content-type')).toContain('spreadsheet');
  });

  it('is in the operation log with its recipients', async () => {
    await send({ to: [YARD] });
    const { rows } = await sql<{ request_body: string; operate_name: string }>`
      select request_body, operate_name from "operationLog" where instruct = 'device:export'
      order by id desc limit 1`.execute(server.store.db);
    expect(rows[0]).toMatchObject({ operate_name: 'Hanna' });
    expect(JSON.stringify(rows[0]?.request_body)).toMatch(/to\W+\[?5/);
    await expect.poll(mails).toHaveLength(1);
  });

  it('goes out every Monday, as long as its sender may send it', async () => {
    const { db } = server.store;
    expect((await send({ to: [YARD], weekly: true })).data).toEqual({ sent: 1 });
    const listed = async () => (await server.call('/sentList/list', {}, { token })).data.list[0];
    const { id, next_run, to, title } = await listed();
    const { data } = await server.call('/sentList/list', {}, { token, locale: 'zh' });
    expect([title, data.list[0].title]).toEqual(['Devices', '设备列表']);
    expect(to).toEqual([YARD]);
    expect(new Date(next_run + 8 * 3_600_000).toISOString()).toMatch(/T08:00:00/);
    expect(new Date(next_run + 8 * 3_600_000).getUTCDay()).toBe(1);
    const due = () => sql`update "sentList" set next_run = 1`.execute(db);
    await due();
    await expect.poll(mails).toHaveLength(1);
    expect(await listed()).toMatchObject({ last_note: 1, next_run });
    await sql`delete from notice`.execute(db);
    await sql`update oper set status = 0 where id = 2`.execute(db);
    await due();
    const note = async () =>
      (await sql<{ last_note: number }>`select last_note from "sentList"`.execute(db)).rows[0]
        ?.last_note;
    await expect.poll(note).toBe(2);
    expect(await mails()).toEqual([]);
    await sql`update oper set status = 1 where id = 2`.execute(db);
    token = await server.signIn('harbour');
    expect(await server.answer('/sentList/delete', { ids: [id] }, token)).toEqual(['success']);
  });
});

it('ends with its operator, whose organisation can be deleted then', async () => {
  const { db } = server.store;
  await sql`insert into org (id, org_name, org_type, parent_id, status)
    values (50, 'Quay', 2, 2, 1)`.execute(db);
  await sql`insert into oper (id, "operName", "loginName", role_id, org_id, status) values
    (50, 'Quinn', 'quay', 3, 50, 1), (51, 'Quentin', 'quay2', 3, 50, 1)`.execute(db);
  await sql`insert into "sentList" (title, oper_id, org_id, list, zone, next_run) values
    ('Locks', 50, 50, 'device', 'UTC', 9e12), ('Locks', 51, 50, 'device', 'UTC', 9e12)`.execute(db);
  token = await server.signIn('harbour');
  expect(await server.answer('/oper/update', { id: 51, org_id: 2 }, token)).toEqual(['success']);
  expect(await server.answer('/oper/delete', { ids: [50] }, token)).toEqual(['success']);
  expect(await server.answer('/org/delete', { ids: [50] }, token)).toEqual(['success']);
});
