import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Insertable, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LockReport } from '../../../src/domain/lock';
import type { LockEvent } from '../../../src/domain/notice';
import { device } from '../../../src/resources';
import type { Database, Tables } from '../../../src/server/db';
import { openRegional } from '../../../src/server/fleet/places/openRegional';
import { writeReports } from '../../../src/server/fleet/reports/reports';
import { openMailer } from '../../../src/server/notify/mail';
import { queueNotices } from '../../../src/server/notify/outbox';
import { noticeTasks } from '../../../src/server/notify/send';
import { SmsFailure, smsOverHttp } from '../../../src/server/notify/sms';
import { openTestFleet } from '../fleet/openTestFleet';
import { addLocks } from '../locks';
import { allRows } from '../rows';
import { runTasks } from '../runTasks';
import { type SmtpHabits, smtpServer } from './smtpServer';

let db: Database;

beforeAll(async () => {
  db = (await openTestFleet()).store.db;
});

beforeEach(async () => {
  for (const table of ['notice', 'smsRecord', 'emailKey']) {
    await sql`delete from ${sql.table(table)}`.execute(db);
  }
});

let locks = 0;
/** Adds a lock with a recipient for its alarms. */
const watchedLock = async (config: Insertable<Tables['alarmConfig']>, org_id = 2) => {
  locks += 1;
  const sn = `N${locks}`;
  const [id] = await addLocks(db, { sn, org_id, status: 2, device_name: `Truck ${locks}` });
  const settings: Insertable<Tables['alarmConfig']> = {
    device_id: id,
    org_id,
    receive_type: 1,
    language: 'en_US',
    is_mail_config: false,
    is_phone_config: false,
    ...config,
  };
  await db.insertInto('alarmConfig').values(settings).execute();
  return sn;
};

const START = Date.now();

/** Stores reports of a lock as the server does. */
const hear = async (sn: string, ...reports: Partial<LockReport>[]): Promise<void> => {
  const regional = await openRegional(db);
  const batch = reports.map((report, at) => ({
    sn,
    receivedAt: START,
    report: { ts: START - 60_000 + at * 1_000, report_reson: 1, lock_status: 2, ...report },
  })) as Parameters<typeof writeReports>[1];
  await writeReports(db, batch, {
    device,
    readRegional: regional,
    enqueueNotices: (trx, events) => queueNotices(trx, events, START),
  });
};

const rowsOf = (table: string) => allRows(db, table);

describe('an alarm that is withdrawn', () => {
  const alarm: LockEvent = { sn: '', at: START, alarm: 2004, status: 2, fence: 'Quay' };
  const channels = { is_mail_config: true, mail_box: 'a@b.cn', is_phone_config: true, phone: '1' };

  it.each<[string, () => Promise<unknown>, readonly string[]]>([
    [
      'is told as such to those who were told',
      () => sql`delete from notice`.execute(db),
      ['mail', 'sms'],
    ],
    ['is told to none of those whose notice waits', async () => {}, []],
    [
      'is told where a notice may have gone out',
      () => sql`update notice set tries = 1 where channel = 'sms'`.execute(db),
      ['sms'],
    ],
  ])('%s', async (_, send, told) => {
    const event = { ...alarm, sn: await watchedLock(channels) };
    await queueNotices(db, [event], START);
    await send();
    await queueNotices(db, [{ ...event, withdrawn: true }], START);
    const rows = await rowsOf('notice');
    expect(rows.map(({ channel }) => channel).sort()).toEqual(told);
    for (const row of rows) expect(row.event).toMatchObject({ withdrawn: true, at: START });
  });
});

/** Starts a sender with a clock of the test. Warnings are collected. */
const sender = (sms?: Parameters<typeof noticeTasks>[0]['sms']) => {
  const clock = { now: START };
  const warned: string[] = [];
  const tasks = noticeTasks({
    db,
    mailer: openMailer(db),
    sms,
    title: 'Harbour',
    log: { warn: (text) => warned.push(text) },
  });
  runTasks(tasks, { now: () => clock.now });
  const pass = (ms: number) => {
    clock.now += ms;
  };
  /** Waits until the unsent notice is postponed by `ms`. */
  const postponed = (ms: number) =>
    expect.poll(async () => Number((await rowsOf('notice'))[0]?.next_time) - clock.now).toBe(ms);
  return { warned, pass, postponed };
};

/** Adds a mail account. @returns its server with the received mails */
const mailbox = async (habits: SmtpHabits = {}) => {
  const smtp = await smtpServer(habits);
  onTestFinished(smtp.close);
  await sql`insert into "emailKey" (sender, host, port, security, enabled)
    values (${`seals${smtp.port}@port.test`}, '127.0.0.1', ${smtp.port}, 'none', true)`.execute(db);
  return smtp;
};

const MAIL = { is_mail_config: true, mail_box: 'guard@port.test' };
const PHONES = { is_phone_config: true, phone: '13800138000, 13900139000' };
/** Waits until the sender has tried everything due: notices are sent in order. */
const looked = async () => {
  for (const phone of ['13800138001', '13800138002']) {
    await hear(await watchedLock({ ...PHONES, phone }), { police_type: 1008 });
    await expect
      .poll(async () => (await rowsOf('notice')).map(({ recipient }) => recipient))
      .not.toContain(phone);
  }
};
const emptyOutbox = async () => expect.poll(() => rowsOf('notice')).toEqual([]);

describe('a mail', () => {
  it('reports a burst once, in the recipient’s language', async () => {
    const smtp = await mailbox();
    const en = await watchedLock(MAIL);
    await hear(en, { police_type: 1008, lock_status: 3 }, { police_type: 1011 });
    await hear(en, { police_type: 1010, ts: START - 10_000 }, { lock_action: 1, lock_status: 0 });
    const { pass } = sender();
    pass(11_000);
    await emptyOutbox();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]).toContain('Subject: [Harbour] 3 messages about your locks');
    expect(smtp.mails[0]).toContain('To: guard@port.test');
    for (const kind of ['Illegal unlock', 'Vibration', 'Illegal dismantling']) {
      expect(smtp.mails[0]).toContain(`${kind}: Truck`);
    }
    const zh = await watchedLock({ ...MAIL, language: 'zh_CN', receive_type: 7 });
    await hear(zh, { police_type: 1008 }, { lock_action: 12 });
    pass(11_000);
    await emptyOutbox();
    expect(smtp.mails).toHaveLength(2);
    const [, body = ''] = (smtp.mails[1] ?? '').split(/\n\n/);
    const bytes = body
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    expect(Buffer.from(bytes, 'latin1').toString()).toMatch(/^远程施封：Truck \d+（N\d+）/);
  });

  it('waits a limited time for other alarms of the same mailbox', async () => {
    const smtp = await mailbox();
    await hear(await watchedLock(MAIL), { police_type: 1008 });
    const { pass } = sender();
    await looked();
    expect(smtp.mails).toEqual([]);
    pass(11_000);
    await emptyOutbox();
    expect(smtp.mails).toHaveLength(1);
  });

  it('is retried until a server accepts it, on another account too', async () => {
    await mailbox({ refusesRecipient: true });
    const good = await mailbox();
    await hear(await watchedLock(MAIL), { police_type: 1008 });
    const { pass, postponed } = sender();
    pass(11_000);
    await postponed(30_000);
    expect(good.mails).toEqual([]);
    pass(61_000);
    await emptyOutbox();
    expect(good.mails).toHaveLength(1);
  });

  it('is dropped after a day, with a line in the log', async () => {
    await hear(await watchedLock(MAIL), { police_type: 1008 });
    const { pass, warned } = sender();
    pass(86_500_000);
    await emptyOutbox();
    expect(warned.join()).toContain('there is no mail account in use');
  });

  it('of a dead server is sent by another', async () => {
    const smtp = await mailbox();
    await hear(await watchedLock(MAIL), { police_type: 1008 });
    await sql`update notice set tries = 1, next_time = ${START + 60_000}`.execute(db);
    const { pass } = sender();
    pass(30_000);
    await looked();
    expect(smtp.mails).toEqual([]);
    pass(31_000);
    await emptyOutbox();
    expect(smtp.mails).toHaveLength(1);
  });
});

describe('a text message', () => {
  it('is sent to each phone once, and recorded', async () => {
    const sms = vi.fn(async () => 'taken \0 7');
    const sn = await watchedLock(PHONES);
    await hear(sn, { police_type: 1008 });
    sender(sms);
    await emptyOutbox();
    const texts = sms.mock.calls.flat() as unknown as { phone: string; text: string }[];
    expect(texts.map(({ phone }) => phone)).toEqual(['13800138000', '13900139000']);
    expect(texts[0]?.text).toMatch(/^\[Harbour\] Illegal unlock: Truck \d+ \(N\d+\), /);
    expect(await rowsOf('smsRecord')).toMatchObject([
      {
        sn,
        org_id: 2,
        phone: '13800138000',
        state: 1,
        message: 'taken \ufffd 7',
        content: texts[0]?.text,
      },
      { sn, phone: '13900139000', state: 1 },
    ]);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'the lock has had its 50 of the day',
      () =>
        sql`insert into "smsRecord" (create_time, sn, org_id, phone, state)
          select ${Date.now()}, ${`N${locks}`}, 2, '1', 1 from generate_series(1, 50)`.execute(db),
      /its limit of 50 SMS for today/,
    ],
    [
      'its organisation has none left',
      () => sql`update org set sms_total = 0 where id = 2`.execute(db),
      /no SMS left/,
    ],
  ])('is not sent if %s', async (_, prepare, reason) => {
    const sms = vi.fn(async () => '');
    const sn = await watchedLock({ ...PHONES, phone: '13800138000' });
    await prepare();
    onTestFinished(async () => void (await sql`update org set sms_total = null`.execute(db)));
    await hear(sn, { police_type: 1008 });
    sender(sms);
    await emptyOutbox();
    expect(sms).not.toHaveBeenCalled();
    expect((await rowsOf('smsRecord')).at(-1)).toMatchObject({
      state: 2,
      message: expect.stringMatching(reason),
    });
  });

  it('is retried for an hour if no gateway accepts it, and recorded as failed', async () => {
    const sms = vi.fn(async () => {
      throw new SmsFailure('503 busy');
    });
    await hear(await watchedLock({ ...PHONES, phone: '13800138000' }), { police_type: 1008 });
    const { pass, postponed } = sender(sms);
    await postponed(30_000);
    expect(sms).toHaveBeenCalledTimes(1);
    expect(await rowsOf('smsRecord')).toEqual([]);
    pass(31_000);
    await postponed(60_000);
    expect(sms).toHaveBeenCalledTimes(2);
    pass(3_600_000);
    await emptyOutbox();
    expect(await rowsOf('smsRecord')).toMatchObject([{ state: 2, message: '503 busy' }]);
  });

  it('is recorded as failed if no gateway is configured', async () => {
    await hear(await watchedLock({ ...PHONES, phone: '13800138000' }), { police_type: 1008 });
    sender();
    await emptyOutbox();
    expect(await rowsOf('smsRecord')).toMatchObject([
      { state: 2, message: expect.stringContaining('SMS_URL') },
    ]);
  });
});

it('a gateway over HTTP receives JSON and the token, and refuses by its status', async () => {
  const bodies: unknown[] = [];
  let status = 200;
  const gateway = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push([
      request.method,
      request.headers.authorization,
      JSON.parse(`${Buffer.concat(chunks)}`),
    ]);
    response.writeHead(status).end('id 5');
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void gateway.close());
  const { port } = gateway.address() as AddressInfo;
  const send = smsOverHttp(`http://127.0.0.1:${port}/sms`, 'secret');
  const message = { phone: '13800138000', text: '非法开锁' };
  expect(await send(message)).toBe('id 5');
  expect(bodies).toEqual([['POST', 'Bearer secret', message]]);
  status = 429;
  await expect(send(message)).rejects.toThrow(new SmsFailure('429 id 5'));
  const nowhere = smsOverHttp('http://127.0.0.1:9/sms');
  await expect(nowhere(message)).rejects.toBeInstanceOf(SmsFailure);
});
