import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import type { Operator } from '../http/client';
import { ownPlace } from '../place';
import { type DemoServer, startShipped } from '../startShipped';
import { openReceiver } from './receiver';
import { smtpServer } from './smtpServer';

/** All outgoing messages are captured: mails, text messages and webhooks. */
let server: DemoServer;
let operators: Record<'admin' | 'harbour' | 'northern' | 'shift', Operator>;
let smtp: Awaited<ReturnType<typeof smtpServer>>;
let outside: Awaited<ReturnType<typeof openReceiver>>;
let before = 0;
const mails = () => smtp.mails.slice(before);

beforeAll(async () => {
  [smtp, outside] = await Promise.all([smtpServer({}), openReceiver()]);
  server = await startShipped(await ownPlace(config), {
    DEMO: '1',
    DEMO_LOCKS: '10',
    SMS_URL: `${outside.url}/sms`,
    SMS_TOKEN: 'gate',
    WEBHOOK_PRIVATE: '1',
  });
  const names = ['admin', 'harbour', 'northern', 'shift'] as const;
  const each = await Promise.all(names.map((name) => server.as(name)));
  operators = Object.fromEntries(names.map((name, i) => [name, each[i]])) as typeof operators;
});
afterAll(() => smtp.close());

beforeEach(() => {
  before = smtp.mails.length;
  outside.heard.length = 0;
  outside.answer.status = 200;
});

const mailAccount = () =>
  operators.admin.ask('/emailKey/add', {
    sender: 'seals@port.test',
    host: '127.0.0.1',
    port: Number(smtp.port),
    security: 'none',
  });

const PHONES = ['13800138001', '13900139001'];

describe('a test of alarm settings', () => {
  /** The settings of the organisation itself. */
  const general = async () => {
    const { list } = await operators.harbour.ask('/alarmConfig/list', { pageSize: 100 });
    return list.find(({ device_id }: { device_id: unknown }) => !device_id);
  };
  /** Adds a lock with alarm settings of its own, and answers their id. */
  const settings = async (sn: string, values: object): Promise<number> => {
    const { org_id } = await general();
    const { id: device_id } = await operators.harbour.ask('/device/add', { sn, org_id });
    return (await operators.harbour.ask('/alarmConfig/add', { device_id, ...values })).id;
  };
  const test = (id: number, as: Operator = operators.harbour, locale: 'en' | 'zh' = 'en') =>
    as.call('/alarmConfig/test', { ids: [id] }, locale);

  it('names the missing settings first; once they are there, it reaches every address', async () => {
    const own = { is_phone_config: false, is_mail_config: false };
    const nobody = await settings('TRIAL1', own);
    expect((await test(nobody)).verify).toMatchObject({
      sign: 'conflict',
      desc: 'No one to notify. Turn on SMS or mail, and enter a phone or an e-mail address',
    });
    expect((await test(nobody, operators.harbour, 'zh')).verify.desc).toBe(
      '没有接收人：请启用短信或邮件，并填写手机号或邮箱',
    );
    const id = await settings('TRIAL2', {
      language: 'en_US',
      is_phone_config: true,
      phone: PHONES.join(','),
      is_mail_config: true,
      mail_box: 'gate@port.test',
    });
    // Text messages arrive; the mail fails for lack of an account.
    expect((await test(id)).data.message.split('\n')).toEqual([
      'Not sent to gate@port.test. No mail account is enabled',
      ...PHONES.map((phone) => `Sent to ${phone}`),
    ]);
    const sms = outside.heard.map(({ body }) => JSON.parse(body));
    expect(sms.map(({ phone }) => phone)).toEqual(PHONES);
    expect(sms[0].text).toMatch(
      /^\[Sealdesk\] This was sent to check the alarm settings of TRIAL2\. It works/,
    );
    expect(outside.heard[0]).toMatchObject({
      path: '/sms',
      headers: { authorization: 'Bearer gate' },
    });

    await mailAccount();
    outside.answer.status = 503;
    expect((await test(id)).data.message.split('\n')).toEqual([
      'Sent to gate@port.test',
      ...PHONES.map((phone) => `Not sent to ${phone}. 503 inner secret`),
    ]);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]).toContain('To: gate@port.test');
    const { list } = await operators.harbour.ask('/smsRecord/list', { pageSize: 4 });
    expect(list.map(({ state }: { state: number }) => state)).toEqual([2, 2, 1, 1]);
  });

  it('uses the settings of the organisation where the lock has none', async () => {
    const { phone } = await general();
    const id = await settings('TRIAL3', { is_phone_config: true });
    expect((await test(id)).data.message).toBe(`Sent to ${phone}`);
    expect(outside.heard.map(({ body }) => JSON.parse(body).phone)).toEqual([phone]);
  });

  it('requires the right to it, in the own organisation', async () => {
    const id = await settings('TRIAL4', { is_mail_config: true, mail_box: 'gate@port.test' });
    expect((await test(id, operators.shift)).verify.sign).toBe('noPermission');
    expect((await test(id, operators.northern)).verify.sign).toBe('notFound');
    expect([mails(), outside.heard]).toEqual([[], []]);
  });
});

describe('a test of a webhook', () => {
  const test = (id: number, as: Operator = operators.harbour, locale: 'en' | 'zh' = 'en') =>
    as.call('/webhook/test', { ids: [id] }, locale);
  let count = 0;
  const hook = async (): Promise<number> => {
    count += 1;
    const values = { name: `Yard system ${count}`, url: `${outside.url}/in`, enabled: true };
    return (await operators.harbour.ask('/webhook/add', values)).id;
  };

  const records = async (id: number) =>
    (await operators.harbour.ask('/noticeRecord/list', { webhook_id: id })).list;

  it('requires a secret, is signed, and shows the response', async () => {
    const id = await hook();
    expect(JSON.stringify((await test(id)).data ?? (await test(id)).verify)).toContain(
      'Create a secret first',
    );
    await operators.harbour.ask('/webhook/newSecret', { ids: [id] });
    expect((await test(id)).data.message).toBe(`Yard system ${count} answered 200.`);
    expect(outside.heard).toHaveLength(1);
    expect(outside.heard[0]).toMatchObject({
      path: '/in',
      headers: { 'x-sealdesk-signature': expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(JSON.parse(outside.heard[0]?.body ?? '')).toMatchObject({ events: [{ test: true }] });
    expect(await records(id)).toMatchObject([
      { subject: 'Test call', state: 1, recipient: `Yard system ${count} (${outside.url}/in)` },
    ]);
  });

  it.each([
    ['refuses', 500, 'Answered 500', '对方应答 500'],
    ['is not there', 0, 'Cannot be reached', '无法连接'],
  ])('that %s is explained in the caller’s language', async (_, status, en, zh) => {
    const id = await hook();
    await operators.harbour.ask('/webhook/newSecret', { ids: [id] });
    if (status) outside.answer.status = status;
    else await operators.harbour.ask('/webhook/update', { id, url: 'http://127.0.0.1:9/' });
    const error = { sign: 'conflict', desc: `Yard system ${count} was not notified: ${en}` };
    expect((await test(id)).verify).toEqual(error);
    expect((await test(id, operators.harbour, 'zh')).verify.desc).toBe(
      `Yard system ${count} 推送失败：${zh}`,
    );
    expect(await records(id)).toMatchObject([
      { subject: '测试推送', state: 2, reason: en },
      { subject: 'Test call', state: 2, reason: en },
    ]);
  });

  it('requires the right to it, in the own organisation', async () => {
    const id = await hook();
    await operators.harbour.ask('/webhook/newSecret', { ids: [id] });
    expect((await test(id, operators.shift)).verify.sign).toBe('noPermission');
    expect((await test(id, operators.northern)).verify.sign).toBe('notFound');
    expect(outside.heard).toEqual([]);
  });
});
