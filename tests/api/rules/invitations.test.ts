import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openMailer } from '../../../src/server/notify/mail';
import { noticeTasks } from '../../../src/server/notify/send';
import { type SmtpServer, smtpServer } from '../notify/smtpServer';
import { closeAfterwards } from '../place';
import { allRows } from '../rows';
import { runTasks } from '../runTasks';
import { type OrganisationServer, organisationServer } from './organisationServer';

const PASSWORD = 'Choose1st';
const HAS_PASSWORD = 'Has a password already. Use “Reset password”.';

let server: OrganisationServer;
let smtp: SmtpServer;
let token: string;
beforeAll(async () => {
  server = await organisationServer();
  smtp = await smtpServer();
  closeAfterwards(smtp.close);
  const { db } = server.store;
  await sql`insert into "emailKey" (sender, host, port, security, enabled)
    values ('seals@port.test', '127.0.0.1', ${smtp.port}, 'none', true)`.execute(db);
  token = await server.signIn('harbour');
});

let users = 0;
const form = (changes: object = {}) => {
  users += 1;
  const loginName = `guest${users}`;
  const name = { operName: 'Gu Est', loginName, operEmail: `${loginName}@port.test` };
  return { ...name, role_id: 3, org_id: 2, language: 'en_US', ...changes };
};

/** Adds a user without a password. */
const hire = async (changes: object = {}) => {
  const { verify, data } = await server.call('/oper/add', form(changes), { token });
  expect(verify.sign).toBe('success');
  return data as { id: number; loginName: string; operEmail: string; operCode: string };
};

/** Sends what waits in the outbox. */
const send = async () => {
  const { db } = server.store;
  const log = { warn: expect.unreachable };
  const tasks = noticeTasks({ db, mailer: openMailer(db), sms: undefined, title: 'Port', log });
  const worker = runTasks(tasks);
  await expect.poll(() => allRows(db, 'notice')).toEqual([]);
  return worker;
};

/** Text of a mail in quoted-printable or base64. */
const textOf = (mail: string) => {
  const [head = '', ...body] = mail.split('\n\n');
  const text = body.join('\n\n');
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString();
  const bytes = text.replace(/=\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex) => `%${hex}`);
  return /transfer-encoding: quoted/i.test(head)
    ? decodeURIComponent(bytes.replace(/%(?![\dA-F]{2})/g, '%25'))
    : text;
};

const mailsTo = ({ operEmail }: { operEmail: string }) =>
  smtp.mails.filter((mail) => mail.includes(`To: ${operEmail}`)).map(textOf);

/** Link in the newest mail to a user. */
const linkOf = async (user: { operEmail: string }) => {
  await send();
  return new URL(/http\S+/.exec(mailsTo(user).at(-1) ?? '')?.[0] ?? 'http://no.link');
};

const tokenOf = (link: URL) => new URLSearchParams(link.hash.slice(1)).get('token') ?? '';

const accept = async (link: string, password = PASSWORD) => {
  const newPassword = await server.encrypt(password);
  return server.call('/login/acceptInvitation', { token: link, newPassword });
};

const signOf = async (link: string) => (await accept(link)).verify.sign;

beforeEach(async () => {
  await sql`delete from login_failure`.execute(server.store.db);
});

describe('a user without a password', () => {
  it('gets a link by mail, sets a password with it once, and signs in', async () => {
    const user = await hire();
    expect((await server.login({ username: user.loginName }, '')).verify.sign).not.toBe('success');
    const link = await linkOf(user);
    expect(link.href).toMatch(
      new RegExp(`^${server.url}/invitation#language=en&token=[\\w-]{43}$`),
    );
    expect(mailsTo(user)[0]).toContain(`with the login name ${user.loginName}.`);
    const { data } = await accept(tokenOf(link));
    expect(data).toEqual({ username: user.loginName });
    const login = await server.login({ username: user.loginName }, PASSWORD);
    expect([login.verify.sign, login.data.oper.mustChange]).toEqual(['success', false]);
    expect(await signOf(tokenOf(link))).toBe('fail');
  });

  it('gets the mail in the own language', async () => {
    const user = await hire({ language: 'zh_CN' });
    const link = await linkOf(user);
    expect(link.hash).toContain('language=zh');
    expect(mailsTo(user)[0]).toContain('请打开以下链接设置密码并登录');
  });

  it('has a code by itself', async () => {
    const codeOf = async ({ id }: { id: number }) =>
      (await server.call('/oper/get', { id }, { token })).data.operCode;
    const user = await hire();
    expect(await codeOf(user)).toBe(String(user.id).padStart(4, '0'));
    expect(await codeOf(await hire({ operCode: 'X7' }))).toBe('X7');
  });

  it('is refused without an address', async () => {
    expect(await server.answer('/oper/add', form({ operEmail: null }), token)).toEqual([
      'invalid',
      { password: 'Enter a password, or the e-mail address for an invitation' },
    ]);
  });
});

describe('the link of an invitation', () => {
  it('works once, for callers at the same moment too', async () => {
    const link = tokenOf(await linkOf(await hire()));
    const signs = await Promise.all([1, 2, 3, 4].map(() => signOf(link)));
    expect(signs.sort()).toEqual(['fail', 'fail', 'fail', 'success']);
  });

  it('works for 48 hours by the clock of the database', async () => {
    const user = await hire();
    const link = tokenOf(await linkOf(user));
    const { rows } = await sql<{ left: number }>`
      select expires - (extract(epoch from clock_timestamp()) * 1000)::bigint as left
      from invitation where oper_id = ${user.id}`.execute(server.store.db);
    const left = Number(rows[0]?.left);
    expect(left > 47.9 * 3_600_000 && left <= 48 * 3_600_000).toBe(true);
    await sql`update invitation set expires = expires - ${left}`.execute(server.store.db);
    expect(await signOf(link)).toBe('fail');
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['disabled', (id) => server.answer('/oper/disable', { ids: [id] }, token)],
    ['deleted', (id) => server.answer('/oper/delete', { ids: [id] }, token)],
    [
      'given a password',
      async (id) =>
        server.answer(
          '/oper/resetPassword',
          { ids: [id], password: await server.encrypt('Typed123') },
          token,
        ),
    ],
    ['invited again', (id) => server.answer('/oper/invite', { ids: [id] }, token)],
    [
      'given another address',
      (id) => server.answer('/oper/update', { id, operEmail: `other${id}@port.test` }, token),
    ],
  ])('ends when the user is %s', async (_, change) => {
    const user = await hire();
    const link = tokenOf(await linkOf(user));
    expect(await change(user.id)).toEqual(['success']);
    await server.answer('/oper/enable', { ids: [user.id] }, token);
    expect(await signOf(link)).toBe('fail');
  });

  it('is not sent if the user is disabled or deleted while the mail waits', async () => {
    const { db } = server.store;
    const [disabled, deleted] = [await hire(), await hire()];
    await server.answer('/oper/delete', { ids: [deleted.id] }, token);
    await sql`update oper set status = 0 where id = ${disabled.id}`.execute(db);
    expect(await allRows(db, 'notice')).toHaveLength(1);
    await send();
    expect([...mailsTo(disabled), ...mailsTo(deleted)]).toEqual([]);
  });

  it('is in no table and in no log', async () => {
    const user = await hire();
    const { db } = server.store;
    const waiting = JSON.stringify(await allRows(db, 'notice'));
    const link = tokenOf(await linkOf(user));
    await accept(link, 'short');
    await accept(link);
    await accept(link);
    expect(waiting).not.toContain('token=');
    for (const table of ['invitation', 'noticeRecord', 'operationLog', 'login_failure']) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
      expect([table, JSON.stringify(rows).includes(link)]).toEqual([table, false]);
    }
    const { rows } = await sql<{ operate_name: string }>`
      select operate_name from "operationLog" where instruct = 'acceptInvitation'
      order by id desc limit 2`.execute(db);
    expect(rows.map(({ operate_name }) => operate_name)).toEqual([null, 'Gu Est']);
  });

  it('asks for a password that follows the rule, and stays valid then', async () => {
    const link = tokenOf(await linkOf(await hire()));
    const { verify, data } = await accept(link, 'short');
    expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', ['newPassword']]);
    expect(await signOf(link)).toBe('success');
  });

  it('cannot be guessed without limit, and a wrong one says nothing about users', async () => {
    const texts = new Set<string>();
    let tries = 0;
    for (; tries < 40; tries++) {
      const { verify } = await accept(`wrong${tries}`);
      if (verify.sign === 'throttled') break;
      texts.add(verify.desc);
    }
    expect([...texts]).toEqual([
      'This link is no longer valid. Ask your administrator for a new invitation.',
    ]);
    expect(tries).toBe(30);
  });
});

describe('an invitation', () => {
  it('is refused for a user who has a password', async () => {
    const { data } = await server.call('/oper/invite', { ids: [4] }, { token });
    expect(data).toMatchObject({ failed: [{ id: 4, why: HAS_PASSWORD }] });
  });

  it.each([
    ['a user who has a password', {}, { password_hash: 'x' }, HAS_PASSWORD],
    ['a user without an address', {}, { operEmail: null }, 'Has no e-mail address'],
    [
      'any user of a server without a mail account',
      { enabled: false },
      {},
      'Invitations need an enabled mail account and the address of the console (PUBLIC_URL).',
    ],
    ['a user who can be invited', {}, {}, undefined],
  ])('is offered with its reason for %s', async (_, account, changes, why) => {
    const { db } = server.store;
    const { id } = await hire();
    await db
      .updateTable('emailKey')
      .set({ sender: 'seals@port.test', ...account })
      .execute();
    await db
      .updateTable('oper')
      .set({ language: 'en_US', ...changes })
      .where('id', '=', id)
      .execute();
    const { data: shown } = await server.call('/oper/get', { id }, { token });
    const { data } = await server.call('/oper/list', { operName: 'Gu Est' }, { token });
    const listed = data.list.find((row: { id: number }) => row.id === id);
    const { data: done } = await server.call('/oper/invite', { ids: [id] }, { token });
    await db.updateTable('emailKey').set({ enabled: true }).execute();
    expect([shown._kept?.invite, listed._kept?.invite, done.failed[0]?.why]).toEqual([
      ...[why, why, why],
    ]);
  });

  it('is offered only by a server that can mail it', async () => {
    const invitations = async () =>
      (await server.call('/auth/getAuth', {}, { token })).data.invitations;
    expect(await invitations()).toBe(true);
    await sql`update "emailKey" set enabled = false`.execute(server.store.db);
    expect(await invitations()).toBe(false);
    expect(await server.answer('/oper/add', form(), token)).toEqual([
      'invalid',
      { password: 'Required' },
    ]);
    await sql`update "emailKey" set enabled = true`.execute(server.store.db);
  });
});
