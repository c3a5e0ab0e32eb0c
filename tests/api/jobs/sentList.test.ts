import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { dropForDisabled } from '../../../src/server/notify/outbox';
import { addLocks } from '../locks';
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
  readonly file: Buffer;
}
const mails = async () =>
  (
    await sql<Mail>`select recipient, subject, body, file from notice order by id`.execute(
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
  expect(await without('exportJob')).toEqual(['notFound', false]);
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
    expect(yard.subject).toContain('设备');
    expect(own.body).toContain('Hanna sends it to you');
  });

  it.each([
    ['someone of an organisation beside', 3],
    ['someone without an address', 4],
    ['someone unknown', 999],
  ])('is refused for %s', async (_, id) => {
    expect((await send({ to: [YARD, id] })).data.fields).toEqual({
      to: 'Disabled, without an e-mail address, or without permission to read this list',
    });
  });

  it.each([
    ['is disabled', 'status = 0'],
    ['has another address', `"operEmail" = 'new@port.test'`],
  ])('does not go out once its recipient %s', async (_, change) => {
    const { db } = server.store;
    await send({ to: [YARD] });
    await expect.poll(mails).toHaveLength(1);
    const due = async () =>
      dropForDisabled(db, await db.selectFrom('notice').selectAll().execute());
    expect(await due()).toHaveLength(1);
    await sql`update oper set ${sql.raw(change)} where id = ${YARD}`.execute(db);
    expect(await due()).toEqual([]);
    expect(await mails()).toEqual([]);
    await sql`update oper set "operEmail" = 'yard@port.test' where id = ${YARD}`.execute(db);
  });

  it('is refused for someone who may not read it', async () => {
    const { data } = await server.call('/role/export', { to: [YARD] }, { token });
    expect(Object.keys(data.fields)).toEqual(['to']);
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
    const { id, next_run, to } = await listed();
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
