import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Operator } from '../http/client';
import { type DemoServer, demoServer } from '../startShipped';
import { BANNER, type SmtpHabits, smtpServer } from './smtpServer';

let server: DemoServer;
let admin: Operator;

beforeAll(async () => {
  server = await demoServer();
  admin = await server.as('admin');
});

const selfSigned = () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealdesk-cert-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-days', '2', '-nodes'];
  const out = ['-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...out, ...subject], {
    stdio: 'ignore',
  });
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
};

let count = 0;

/** Starts a mail server and adds an account on it. */
const account = async (habits: SmtpHabits = {}, given: object = {}) => {
  const smtp = await smtpServer(habits);
  onTestFinished(smtp.close);
  count += 1;
  const row = await admin.ask('/emailKey/add', {
    sender: `alarm${count}@seals.test`,
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    ...given,
  });
  return { smtp, id: row.id as number, row };
};

const test = (id: number, locale: 'en' | 'zh' = 'en') =>
  admin.call('/emailKey/test', { ids: [id], to: 'guard@port.test' }, locale);

describe('the test of a mail account', () => {
  it('sends a real mail, in the language of the caller', async () => {
    const { smtp, id } = await account();
    const en = await test(id);
    expect(en.data).toMatchObject({
      done: 1,
      message: 'A test mail was sent to guard@port.test.',
    });
    expect((await test(id, 'zh')).data.message).toBe('测试邮件已发送至 guard@port.test。');
    const [first, second] = smtp.mails;
    expect(first).toContain('To: guard@port.test');
    expect(first).toContain('Subject: Test mail from Sealdesk');
    expect(second).toMatch(/Subject: =\?UTF-8\?/);
  });

  it('signs in with the password, which is never shown', async () => {
    const login = { user: 'alarm', password: 'Sesame42' };
    const password = await server.encrypt(login.password);
    const { smtp, id, row } = await account({ login }, { user: login.user, password });
    expect(row).not.toHaveProperty('password');
    expect((await test(id)).verify.sign).toBe('success');
    expect(smtp.mails).toHaveLength(1);
    const answer = await admin.ask('/emailKey/update', { id, enabled: false });
    expect(answer).not.toHaveProperty('password');
    expect((await test(id)).verify.sign).toBe('success');
  });

  it.each<[string, SmtpHabits, object, string, string]>([
    [
      'a wrong password',
      { login: { user: 'a', password: 'b' } },
      { user: 'a' },
      'conflict',
      '拒绝登录',
    ],
    ['a refused sender', { refusesSender: true }, {}, 'conflict', '不允许'],
    ['a refused recipient', { refusesRecipient: true }, {}, 'invalid', '收件邮箱'],
    ['a refused mail', { refusesMail: true }, {}, 'conflict', '拒绝了该邮件'],
    ['no TLS there', {}, { security: 'tls' }, 'conflict', '加密方式'],
    ['no STARTTLS there', {}, { security: 'starttls' }, 'conflict', '加密方式'],
    ['nobody there', {}, { port: 1 }, 'conflict', '无法连接'],
  ])('explains %s, without a text of that server', async (_, habits, given, sign, words) => {
    const { smtp, id } = await account(habits, given);
    const answer = await test(id, 'zh');
    expect(answer.verify.sign).toBe(sign);
    const { response, ...said } = answer;
    expect(JSON.stringify(said)).toContain(words);
    expect(JSON.stringify(said)).not.toContain(BANNER);
    expect(smtp.mails).toEqual([]);
  });

  it('rejects a self-signed certificate', async () => {
    const { smtp, id } = await account({ tls: selfSigned() }, { security: 'tls' });
    expect((await test(id)).verify).toMatchObject({
      sign: 'conflict',
      desc: expect.stringContaining('certificate'),
    });
    expect(smtp.mails).toEqual([]);
  });

  it('gives up on a silent server', async () => {
    const { id } = await account({ silent: true });
    expect((await test(id)).verify.desc).toContain('The mail server 127.0.0.1 cannot be reached');
  });

  it('delays no other call, however many tests wait', async () => {
    const { id, smtp } = await account({ silent: true });
    const tests = Array.from({ length: 15 }, () => test(id));
    await setTimeout(500);
    const list = admin.ask('/device/list', { pageSize: 1 }).then(() => 'the list');
    expect(await Promise.race([list, ...tests])).toBe('the list');
    await smtp.close();
    for (const answer of tests) expect((await answer).verify.sign).toBe('conflict');
  });

  it('requires the right to it', async () => {
    const { id } = await account();
    const shift = await server.as('shift');
    const { verify } = await shift.call('/emailKey/test', { ids: [id], to: 'guard@port.test' });
    expect(verify.sign).toBe('noPermission');
  });
});

describe('the password of a mail account', () => {
  it('must be entered again for another server', async () => {
    const password = await server.encrypt('Sesame42');
    const { smtp, id } = await account({}, { user: 'alarm', password });
    const moved = await admin.call('/emailKey/update', { id, host: 'localhost' });
    expect(Object.keys(moved.data.fields)).toEqual(['password']);
    const again = await admin.call('/emailKey/update', { id, host: 'localhost', password });
    expect(again.verify.sign).toBe('success');
    expect((await admin.call('/emailKey/update', { id, port: smtp.port })).verify.sign).toBe(
      'success',
    );
  });
});
