import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { LockReport } from '../../../src/domain/lock';
import type { LockEvent } from '../../../src/domain/notice';
import { device } from '../../../src/resources';
import { anyTable, type Database } from '../../../src/server/db';
import { openRegional } from '../../../src/server/fleet/places/openRegional';
import { readSeverities } from '../../../src/server/fleet/reports/alarms';
import { readMutes } from '../../../src/server/fleet/reports/mutes';
import { writeReports } from '../../../src/server/fleet/reports/reports';
import { escalationTasks } from '../../../src/server/notify/escalate';
import { openMailer } from '../../../src/server/notify/mail';
import { queueMail } from '../../../src/server/notify/mails';
import { queueForRecipients, queueNotices } from '../../../src/server/notify/outbox';
import { noticeTasks } from '../../../src/server/notify/send';
import type { SendSms } from '../../../src/server/notify/sms';
import { openWebhooks, WebhookFailure } from '../../../src/server/notify/webhook';
import { openTestFleet } from '../fleet/openTestFleet';
import { allRows } from '../rows';
import { runOnce, runTasks } from '../runTasks';
import { openReceiver } from './receiver';
import { smtpServer } from './smtpServer';

/** Outgoing alarm notices and their recipients. Organisation 1 is above 2 and 3; lock A1 is in 2, B1 in 3. */
let db: Database;

beforeAll(async () => {
  db = (await openTestFleet()).store.db;
  await sql`insert into "deviceType" (id, device_type, device_type_name) values (1, 'T', 'T')`.execute(
    db,
  );
});

const TABLES = [
  'notice',
  'smsRecord',
  'emailKey',
  'alarmConfig',
  'alertRecord',
  'alarmSeverity',
  'alarmMute',
  'alarmEscalation',
  'alarm_escalated',
  'alarm_history',
  'webhook',
  'noticeRecord',
];

beforeEach(async () => {
  for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update device set device_type_id = null`.execute(db);
  await sql`update device_state set raised = '{}', alarms = 0, electric = null, status = 2,
    report_time = null`.execute(db);
});

const hear = async (sn: string, reports: readonly Partial<LockReport>[], now = Date.now()) => {
  const regional = await openRegional(db);
  const batch = reports.map((report, at) => ({
    sn,
    receivedAt: now,
    report: { ts: now - 60_000 + at, report_reson: 1, lock_status: 2, ...report } as LockReport,
  }));
  await writeReports(db, batch, {
    device,
    readRegional: regional,
    readSeverities: readSeverities,
    readMutes,
    enqueueNotices: (trx, events) => queueNotices(trx, events, now),
  });
};

const rowsOf = (table: string) => allRows(db, table);
const stateOf = async (sn: string) =>
  (
    await sql<Record<string, unknown>>`
      select *, device_id as id from device_state where sn = ${sn}`.execute(db)
  ).rows[0];
const insert = (table: string, values: Record<string, unknown>) =>
  anyTable(db).insertInto(table).values(values).execute();

const config = { receive_type: 1, language: 'en_US', is_phone_config: false };
const mailTo = (mail_box: string) => ({ ...config, is_mail_config: true, mail_box });

describe('the severity of an alarm', () => {
  it('is as declared, or as the nearest organisation sets it', async () => {
    await insert('alarmSeverity', { org_id: 1, police_type: 1011, severity: 2, closes: false });
    await insert('alarmSeverity', { org_id: 2, police_type: 1011, severity: 1, closes: false });
    const kinds = [{ police_type: 1011 }, { police_type: 1008 }] as const;
    const severities = async () => {
      await sql`delete from "alertRecord"`.execute(db);
      await sql`update device_state set raised = '{}'`.execute(db);
      await hear('A1', kinds);
      await hear('B1', kinds);
      return (await rowsOf('alertRecord')).map(({ sn, police_type, severity }) =>
        [sn, police_type, severity].join(' '),
      );
    };
    /** Returns the severities as the console shows them, with the organisation that set each. */
    const notices = async () =>
      (await rowsOf('alarmGrade'))
        .filter(
          ({ org_id, police_type }) =>
            Number(org_id) < 3 && [1008, 1011].includes(Number(police_type)),
        )
        .map(({ org_id, police_type, severity, origin, set_by }) =>
          [org_id, police_type, severity, origin, String(set_by)].join(' '),
        );
    expect(await severities()).toEqual(['A1 1011 1', 'A1 1008 1', 'B1 1011 2', 'B1 1008 1']);
    expect(await notices()).toEqual([
      '1 1008 1 3 null',
      '1 1011 2 1 Root',
      '2 1008 1 3 null',
      '2 1011 1 1 Two',
    ]);
    // Reset: first its own setting, then that of the organisation above.
    await sql`delete from "alarmSeverity" where org_id = 2`.execute(db);
    expect(await severities()).toEqual(['A1 1011 2', 'A1 1008 1', 'B1 1011 2', 'B1 1008 1']);
    expect(await notices()).toEqual([
      '1 1008 1 3 null',
      '1 1011 2 1 Root',
      '2 1008 1 3 null',
      '2 1011 2 2 Root',
    ]);
    await sql`delete from "alarmSeverity"`.execute(db);
    expect(await severities()).toEqual(['A1 1011 3', 'A1 1008 1', 'B1 1011 3', 'B1 1008 1']);
  });
});

describe('an alarm that clears itself', () => {
  it.each([
    [false, 0, 1],
    [true, 1, 0],
  ])(
    'is marked as cleared; the organisation’s setting closes it: %s',
    async (closes, state, open) => {
      await insert('alarmSeverity', { org_id: 1, police_type: 2001, severity: 3, closes });
      const now = Date.now();
      await hear('A1', [{ electric: 9 }], now);
      await hear('A1', [{ electric: 60, ts: now }], now);
      expect(await rowsOf('alertRecord')).toMatchObject([
        { police_type: 2001, state, cleared_how: 5, cleared_time: now, times: 1 },
      ]);
      expect(await rowsOf('alarm_history')).toMatchObject([{ sn: 'A1', event: 'cleared', how: 5 }]);
      const lock = await stateOf('A1');
      expect(lock).toMatchObject({ alarms: open, raised: {} });
    },
  );
});

describe('the recipient of an alarm', () => {
  const notices = async (sn: string) => {
    await sql`update device_state set raised = '{}'`.execute(db);
    await sql`delete from notice`.execute(db);
    await hear(sn, [{ police_type: 1008 }]);
    return (await rowsOf('notice')).map(({ recipient }) => recipient);
  };

  it('is that of the lock, its type or its organisation, the nearest first', async () => {
    const lock = await stateOf('A1');
    await sql`update device set device_type_id = 1 where sn = 'A1'`.execute(db);
    expect(await notices('A1')).toEqual([]);
    await insert('alarmConfig', { org_id: 1, ...mailTo('root@a.cn') });
    expect([await notices('A1'), await notices('B1')]).toEqual([['root@a.cn'], ['root@a.cn']]);
    await insert('alarmConfig', { org_id: 2, ...mailTo('two@a.cn') });
    expect([await notices('A1'), await notices('B1')]).toEqual([['two@a.cn'], ['root@a.cn']]);
    await insert('alarmConfig', { org_id: 1, device_type_id: 1, ...mailTo('type@a.cn') });
    expect(await notices('A1')).toEqual(['type@a.cn']);
    const own = { org_id: 2, device_id: lock?.id };
    await insert('alarmConfig', { ...own, ...config, is_mail_config: false });
    expect(await notices('A1')).toEqual([]);
    const { rows } = await sql`
      select sn, told, (settled -> 'is_mail_config' ->> 'level')::integer as switched,
        (settled -> 'mail_box' ->> 'level')::integer as mailed
      from "alarmReceiver" order by sn`.execute(db);
    expect(rows).toEqual([
      { sn: 'A1', told: 0, switched: 1, mailed: 2 },
      { sn: 'B1', told: 2, switched: 3, mailed: 3 },
    ]);
  });

  it('is not told for a disabled organisation, but for the nearest enabled one above', async () => {
    onTestFinished(async () => {
      await db.updateTable('org').set({ status: 1 }).execute();
    });
    const lock = await stateOf('A1');
    await insert('alarmConfig', { org_id: 1, ...mailTo('root@a.cn') });
    await insert('alarmConfig', { org_id: 2, ...mailTo('two@a.cn') });
    await insert('alarmConfig', { org_id: 2, device_id: lock?.id, ...mailTo('lock@a.cn') });
    await insert('webhook', {
      org_id: 1,
      name: 'R',
      url: 'http://r',
      enabled: true,
      has_secret: true,
    });
    await insert('webhook', {
      org_id: 2,
      name: 'T',
      url: 'http://t',
      enabled: true,
      has_secret: true,
    });
    const [root, two] = (await rowsOf('webhook')).map(({ id }) => String(id));
    expect(await notices('A1')).toEqual(['lock@a.cn', root, two]);
    await db.updateTable('org').set({ status: 0 }).where('id', '=', 2).execute();
    expect(await notices('A1')).toEqual(['root@a.cn', root]);
    await db.updateTable('org').set({ status: 0 }).where('id', '=', 1).execute();
    await db.updateTable('org').set({ status: 1 }).where('id', '=', 2).execute();
    expect(await notices('A1')).toEqual([]);
  });

  it('gets only critical alarms in quiet hours', async () => {
    const always = { days: [], from: '00:00', to: '00:00', zone: 'UTC' };
    const quiet_time = JSON.stringify(always);
    await insert('alarmConfig', {
      org_id: 2,
      ...mailTo('two@a.cn'),
      quiet_time,
      is_quiet_config: true,
    });
    await hear('A1', [{ police_type: 1011 }, { police_type: 1008 }, { police_type: 1012 }]);
    expect((await rowsOf('notice')).map(({ event }) => event)).toMatchObject([{ alarm: 1008 }]);
  });
});

/** Starts a sender with a clock of the test. */
const boss = { org_id: 2, recipient: 'boss@a.cn', subject: 'Monthly', body: 'All well.' };

const sender = (more: Partial<Parameters<typeof noticeTasks>[0]> = {}) => {
  const clock = { now: Date.now() };
  const options = { mailer: openMailer(db), sms: undefined, title: 'T', log: { warn: () => {} } };
  runTasks(noticeTasks({ db, ...options, ...more }), { now: () => clock.now });
  const pass = (ms: number) => {
    clock.now += ms;
  };
  return { pass };
};
const emptyOutbox = () => expect.poll(() => rowsOf('notice')).toEqual([]);

describe('a notice that waits', () => {
  const switchOrg = (id: number, status: 0 | 1) =>
    db.updateTable('org').set({ status }).where('id', '=', id).execute();

  /** Sends what waits, and returns the recipients that were reached. */
  const recipientsReached = async (warned: string[] = []) => {
    const recipients: string[] = [];
    const add = (recipient: unknown) => void recipients.push(String(recipient));
    await insert('emailKey', {
      sender: 'a@a.cn',
      host: 'h',
      port: 1,
      security: 'none',
      enabled: true,
    });
    const { pass } = sender({
      log: { warn: (text) => void warned.push(text) },
      mailer: { send: async (_db, _id, { to }) => add(to) },
      sms: async ({ phone }) => {
        add(phone);
        return 'ok';
      },
      webhooks: {
        call: async (_db, id) => {
          add((await rowsOf('webhook')).find((row) => Number(row.id) === id)?.name);
          return 200;
        },
      },
    });
    pass(150_000);
    await emptyOutbox();
    return recipients.sort();
  };
  const phone = '13800138000';

  afterEach(async () => {
    await db.updateTable('org').set({ status: 1 }).execute();
  });

  beforeEach(async () => {
    for (const [org_id, name] of [
      [1, 'root'],
      [2, 'two'],
    ] as const) {
      const hook = { url: 'https://a.cn/', enabled: true, has_secret: true };
      await insert('webhook', { org_id, name: `hook of ${name}`, ...hook });
    }
    await insert('alarmConfig', { org_id: 1, ...mailTo('root@a.cn') });
    await insert('alarmConfig', { org_id: 2, is_phone_config: true, phone });
    const step = { language: 'en_US', create_time: 1, severity: 1, minutes: 1 };
    await insert('alarmEscalation', { ...step, org_id: 2, mail_box: 'step@a.cn' });
    await hear('A1', [{ police_type: 1008 }]);
    await runOnce(escalationTasks(db), () => Date.now() + 120_000);
    await queueMail(db, boss);
  });

  const ofRoot = ['hook of root', 'root@a.cn'];

  it.each([
    ['all enabled organisations', undefined, [phone, 'boss@a.cn', 'hook of two', 'step@a.cn']],
    ['that above a disabled one', 2, []],
  ] as const)('goes out to %s', async (_, disabled, ofTwo) => {
    if (disabled !== undefined) await switchOrg(disabled, 0);
    expect(await recipientsReached()).toEqual([...ofRoot, ...ofTwo].sort());
  });

  it('goes out to none if the organisation above all is disabled, with lines in the log', async () => {
    await switchOrg(1, 0);
    const warned: string[] = [];
    expect(await recipientsReached(warned)).toEqual([]);
    expect(await rowsOf('noticeRecord')).toEqual([]);
    await expect
      .poll(() => warned.toSorted())
      .toContain('1 by mail not sent: the recipient may no longer get it');
  });

  it('goes out if a server has queued it that did not know its organisation', async () => {
    await sql`update notice set recipient_org = null`.execute(db);
    await switchOrg(1, 0);
    expect(await recipientsReached()).toContain('root@a.cn');
  });
});

describe('a muted alarm', () => {
  const mute = { police_type: 1008, org_id: 1, until: Date.now() + 3_600_000, reason: 'Roadworks' };
  const raised = async () =>
    (await rowsOf('alertRecord')).map(({ sn, police_type, muted }) => [sn, police_type, muted]);
  const notified = async () =>
    (await rowsOf('notice')).map(({ sn, event }) => [sn, (event as { alarm: number }).alarm]);

  beforeEach(() => insert('alarmConfig', { ...mailTo('x@a.cn'), org_id: 1 }));

  it('is recorded below its organisation, without notices', async () => {
    await insert('alarmMute', mute);
    await hear('A1', [{ police_type: 1008 }, { police_type: 1010 }]);
    expect(await raised()).toEqual([
      ['A1', 1008, true],
      ['A1', 1010, false],
    ]);
    expect(await notified()).toEqual([['A1', 1010]]);
  });

  it.each([
    ['of another organisation', { org_id: 3 }],
    ['that has ended', { until: Date.now() - 1 }],
    ['of another kind', { police_type: 1010 }],
    ['of another lock', { device_id: sql`(select id from device where sn = 'B1')` }],
  ])('is notified despite a mute %s', async (_, change) => {
    await insert('alarmMute', { ...mute, ...change });
    await hear('A1', [{ police_type: 1008 }]);
    expect(await raised()).toEqual([['A1', 1008, false]]);
    expect(await notified()).toEqual([['A1', 1008]]);
  });
});

describe('an alarm that no operator takes over', () => {
  const step = { language: 'en_US', create_time: 1 };

  it('is escalated step by step, once each, with entries in its history', async () => {
    await insert('alarmEscalation', {
      ...step,
      org_id: 1,
      severity: 1,
      minutes: 5,
      mail_box: 'x@a.cn',
    });
    await insert('alarmEscalation', {
      ...step,
      org_id: 2,
      severity: 1,
      minutes: 10,
      mail_box: 'a@a.cn',
    });
    await insert('alarmEscalation', {
      ...step,
      org_id: 2,
      severity: 1,
      minutes: 20,
      phone: '13800138000',
    });
    await hear('A1', [{ police_type: 1008 }]);
    await hear('B1', [{ police_type: 1008 }, { police_type: 1011 }]);
    const clock = { now: Date.now() };
    const start = () => runTasks(escalationTasks(db), { now: () => clock.now });
    const first = start();
    const notices = async () =>
      (await rowsOf('notice')).map(({ sn, recipient, event }) => [
        sn,
        recipient,
        (event as { untaken: number }).untaken,
      ]);
    clock.now += 5 * 60_000;
    await expect.poll(notices).toEqual([['B1', 'x@a.cn', 5]]);
    clock.now += 6 * 60_000;
    await expect.poll(notices).toEqual([
      ['B1', 'x@a.cn', 5],
      ['A1', 'a@a.cn', 10],
    ]);
    // Another server, or the same after a restart, repeats nothing.
    await first();
    start();
    clock.now += 10 * 60_000;
    await expect.poll(notices).toHaveLength(3);
    expect((await notices()).at(-1)).toEqual(['A1', '13800138000', 20]);
    expect(
      (await rowsOf('alarm_history')).map(({ sn, event, detail }) => [sn, event, detail]),
    ).toEqual([
      ['B1', 'escalated', '5 min: x@a.cn'],
      ['A1', 'escalated', '10 min: a@a.cn'],
      ['A1', 'escalated', '20 min: 13800138000'],
    ]);
  });

  it.each([
    ['who can sign in', {}, ['13800138001']],
    ['but not to one who is disabled', { status: 0 }, []],
  ])('is escalated to the users with a role %s', async (_, oper, phones) => {
    const lin = { operPhone: '13800138001', status: 1, ...oper };
    await anyTable(db).updateTable('oper').set(lin).where('id', '=', 9).execute();
    await insert('alarmEscalation', { ...step, org_id: 2, severity: 1, minutes: 1, role_id: 1 });
    await hear('A1', [{ police_type: 1008 }]);
    await runOnce(escalationTasks(db), () => Date.now() + 120_000);
    expect((await rowsOf('notice')).map(({ recipient }) => recipient)).toEqual(phones);
    expect(await rowsOf('alarm_history')).toHaveLength(1);
  });

  it('is escalated by the steps of the nearest organisation that is enabled', async () => {
    onTestFinished(async () => {
      await db.updateTable('org').set({ status: 1 }).execute();
    });
    for (const [org_id, mail_box] of [
      [1, 'root@a.cn'],
      [2, 'two@a.cn'],
    ] as const)
      await insert('alarmEscalation', { ...step, org_id, severity: 1, minutes: 1, mail_box });
    await db.updateTable('org').set({ status: 0 }).where('id', '=', 2).execute();
    await hear('A1', [{ police_type: 1008 }]);
    await runOnce(escalationTasks(db), () => Date.now() + 120_000);
    expect((await rowsOf('notice')).map(({ recipient }) => recipient)).toEqual(['root@a.cn']);
  });

  describe('that is withdrawn after its escalation', () => {
    const escalated = async () => {
      await insert('alarmConfig', { ...mailTo('guard@a.cn'), org_id: 2 });
      const steps = [
        { minutes: 1, mail_box: 'boss@a.cn', phone: '13800138000' },
        { minutes: 2, mail_box: 'guard@a.cn' },
      ];
      for (const each of steps)
        await insert('alarmEscalation', { ...step, org_id: 2, severity: 1, ...each });
      const at = Date.now();
      await hear('A1', [{ police_type: 1008 }], at);
      await runOnce(escalationTasks(db), () => at + 180_000);
      const [alarm] = await rowsOf('alertRecord');
      return Number(alarm?.create_time);
    };
    const withdraw = async (at: number) => {
      await sql`update "alertRecord" set state = 2`.execute(db);
      const event = { sn: 'A1', at, alarm: 1008, status: 2, withdrawn: true } as const;
      await queueNotices(db, [event], Date.now());
      return (await rowsOf('notice'))
        .map(({ recipient, event }) => `${recipient} ${(event as LockEvent).withdrawn === true}`)
        .sort();
    };

    it('is told as such to everybody who was told, once', async () => {
      const at = await escalated();
      await sql`delete from notice`.execute(db);
      expect(await withdraw(at)).toEqual(['13800138000 true', 'boss@a.cn true', 'guard@a.cn true']);
    });

    it('is told to none whose notice waits, but to one who was told before the escalation', async () => {
      const at = await escalated();
      await sql`delete from notice where not event ? 'untaken'`.execute(db);
      expect(await withdraw(at)).toEqual(['guard@a.cn true']);
    });
  });

  it.each([
    ['was taken', { taken_by: 'Somebody' }],
    ['was processed', { state: 1 }],
    ['cleared itself', { cleared_time: 1 }],
    ['is muted', { muted: true }],
    ['was there before the step', { raise_time: 0 }],
  ])('is not escalated if it %s', async (_, change) => {
    await insert('alarmEscalation', {
      ...step,
      org_id: 2,
      severity: 1,
      minutes: 1,
      mail_box: 'a@a.cn',
    });
    await hear('A1', [{ police_type: 1008 }]);
    await anyTable(db).updateTable('alertRecord').set(change).execute();
    await hear('A1', [{ police_type: 1010 }]);
    const now = () => Date.now() + 120_000;
    runTasks(escalationTasks(db), { now });
    // The second alarm escalates, which proves that the first was checked too.
    await expect.poll(async () => (await rowsOf('alarm_history')).length).toBe(1);
    expect((await rowsOf('notice')).map(({ event }) => event)).toMatchObject([{ alarm: 1010 }]);
  });
});

describe('a mail', () => {
  it('is recorded with each attempt, without its secrets', async () => {
    const smtp = await smtpServer({});
    onTestFinished(smtp.close);
    await queueMail(db, boss);
    const { pass } = sender();
    await expect.poll(async () => (await rowsOf('noticeRecord')).length).toBe(1);
    await insert('emailKey', {
      sender: 'seals@a.cn',
      host: '127.0.0.1',
      port: smtp.port,
      security: 'none',
      enabled: true,
    });
    pass(31_000);
    await emptyOutbox();
    const to = { channel: 'mail', recipient: 'boss@a.cn', subject: 'Monthly', org_id: 2 };
    expect(await rowsOf('noticeRecord')).toMatchObject([
      { ...to, state: 3, reason: 'there is no mail account in use', account: null, tries: 1 },
      { ...to, state: 1, reason: null, account: 'seals@a.cn', tries: 2 },
    ]);
    expect(smtp.mails[0]).toContain('All well.');
  });
});

describe('a webhook', () => {
  const hook = async (url: string, more: Record<string, unknown> = {}, org_id = 2) => {
    const { id } = await db
      .insertInto('webhook')
      .values({ name: `W${org_id}`, org_id, url, enabled: true, has_secret: false, ...more })
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(id);
  };
  const openly = () => openWebhooks(db, { allowPrivate: true });

  it('receives the selected alarms, signed, once', async () => {
    const { heard, url } = await openReceiver();
    const webhooks = openly();
    const id = await hook(`${url}?key=abc`, { kinds: [1008] });
    const above = await hook(url, {}, 1);
    const beside = await hook(url, {}, 3);
    const secret = await webhooks.makeSecret(db, id);
    for (const other of [above, beside]) await webhooks.makeSecret(db, other);
    await hear('A1', [{ police_type: 1008, lat: 22.5, lon: 114.2 }, { police_type: 1011 }]);
    sender({ webhooks });
    await emptyOutbox();
    const kinds = heard.map(({ body }) =>
      (JSON.parse(body).events as { kind: number }[]).map(({ kind }) => kind),
    );
    expect(kinds.sort()).toEqual([[1008], [1008, 1011]]);
    const own = heard.find(({ body }) => JSON.parse(body).events.length === 1);
    const time = own?.headers['x-sealdesk-time'];
    const signed = createHmac('sha256', secret).update(`${time}.${own?.body}`).digest('hex');
    expect(own?.headers['x-sealdesk-signature']).toBe(signed);
    expect(JSON.parse(own?.body ?? '')).toMatchObject({
      sent: expect.any(Number),
      events: [{ sn: 'A1', severity: 1, told_late: false, place: { zh_CN: expect.any(String) } }],
    });
    const records = await rowsOf('noticeRecord');
    expect(records).toMatchObject([{ state: 1 }, { state: 1 }]);
    expect(records.map(({ subject }) => / \(\+1\)$/.test(String(subject))).sort()).toEqual([
      false,
      true,
    ]);
    expect(JSON.stringify(records)).not.toMatch(new RegExp(`${secret}|abc`));
  });

  it('that refuses for a day gets no more of them, and the log names them', async () => {
    const id = await hook('https://a.cn/', { has_secret: true });
    const to = {
      org_id: 2,
      language: '',
      addresses: [['webhook', String(id), 2]],
      now: Date.now(),
    } as const;
    const posted = { posted: 'trip.lodged', entity: 'trip', title: 'HB 1234', by: 'Hanna', at: 1 };
    await queueForRecipients(db, { ...posted, record: 7 }, to);
    await queueForRecipients(db, { ...posted, record: 8 }, to);
    await queueForRecipients(db, { sn: 'A1', at: 1, alarm: 1008, status: 2 }, to);
    const warned: string[] = [];
    const call = () => Promise.reject(new WebhookFailure(['Off', '关']));
    const { pass } = sender({
      webhooks: { call },
      log: { warn: (text) => void warned.push(text) },
    });
    pass(86_500_000);
    await emptyOutbox();
    expect(warned).toEqual([
      '3 by webhook (trip.lodged of trip 7, trip.lodged of trip 8, A1) not sent, and not tried again: Off',
    ]);
  });

  it('receives no empty fields', async () => {
    const { heard, url } = await openReceiver();
    const webhooks = openly();
    await webhooks.makeSecret(db, await hook(url));
    const name = async (device_name: string | null) =>
      sql`update device set device_name = ${device_name} where sn = 'A1'`.execute(db);
    await name(null);
    await hear('A1', [{ police_type: 1008 }]);
    const { pass } = sender({ webhooks });
    await emptyOutbox();
    await name('Truck 7');
    await sql`update device_state set raised = '{}'`.execute(db);
    await hear('A1', [{ police_type: 1008, lat: 22.5, lon: 114.2 }]);
    pass(31_000);
    await emptyOutbox();
    await name(null);
    const [unknown, known] = heard.map(({ body }) => JSON.parse(body).events[0]);
    const always = ['id', 'kind', 'kind_name', 'severity', 'sn', 'time', 'told_late'];
    expect(Object.keys(unknown).sort()).toEqual([...always, 'lock_status'].sort());
    expect(known).toMatchObject({ device_name: 'Truck 7', lat: 22.5, lon: 114.2 });
    expect(Object.keys(known).sort()).toEqual(
      [...always, 'lock_status', 'device_name', 'lat', 'lon', 'place'].sort(),
    );
  });

  it('receives events while other receivers hang', async () => {
    const hung: { end(): void }[] = [];
    const silent = createServer((_request, response) => void hung.push(response));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const response of hung) response.end();
      silent.close();
    });
    const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const { heard, url } = await openReceiver();
    const webhooks = openly();
    for (const name of ['S1', 'S2', 'S3', 'S4', 'S5']) {
      await webhooks.makeSecret(db, await hook(silentUrl, { name }));
    }
    await webhooks.makeSecret(db, await hook(url));
    await hear('A1', [{ police_type: 1008 }]);
    const { pass } = sender({ webhooks });
    await expect.poll(() => heard.length).toBe(1);
    await expect.poll(() => hung.length).toBe(5);
    // The others have not answered yet, so only the call that was heard is over.
    await expect.poll(() => rowsOf('noticeRecord')).toMatchObject([{ state: 1 }]);
    // What comes meanwhile is told at once too.
    await sql`update device_state set raised = '{}'`.execute(db);
    await hear('A1', [{ police_type: 1008 }]);
    pass(10_000);
    await expect.poll(() => heard.length).toBe(2);
    expect(hung).toHaveLength(5);
  });

  it('that refuses is called again, and its redirect is not followed', async () => {
    const { heard, answer, url } = await openReceiver(302);
    const webhooks = openly();
    await webhooks.makeSecret(db, await hook(url));
    await hear('A1', [{ police_type: 1008 }]);
    const { pass } = sender({ webhooks });
    await expect.poll(async () => (await rowsOf('noticeRecord')).length).toBe(1);
    answer.status = 200;
    pass(31_000);
    await emptyOutbox();
    expect(heard).toHaveLength(2);
    expect(await rowsOf('noticeRecord')).toMatchObject([
      { state: 3, reason: 'Answered 302', tries: 1 },
      { state: 1, reason: null, tries: 2 },
    ]);
  });

  it.each([
    'http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fec0::1]/',
    'https://[2620:4f:8000::1]/',
    'https://[5f00::1]/',
    'https://192.88.99.1/',
    'https://0x7f000001/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://api.localhost/',
    'http://example.com/',
  ])('never calls an address in our own network: %s', async (url) => {
    const webhooks = openWebhooks(db, { allowPrivate: false });
    const id = await hook(url);
    await webhooks.makeSecret(db, id);
    await expect(webhooks.call(db, id, '{}')).rejects.toThrow(
      new WebhookFailure([
        'Only https addresses on the public internet are called',
        '仅推送到公网 https 地址',
      ]),
    );
  });
});

/**
 * First and last address of each network of the IANA special-purpose registries for IPv4 and IPv6 (RFC 6890, as of
 * 2024), of multicast (RFC 5771, RFC 4291), site-local (RFC 3879) and translated addresses (RFC 2765).
 */
const SPECIAL_NETWORKS = `
  0.0.0.0 0.255.255.255, 10.0.0.0 10.255.255.255, 100.64.0.0 100.127.255.255, 127.0.0.0 127.255.255.255,
  169.254.0.0 169.254.255.255, 172.16.0.0 172.31.255.255, 192.0.0.0 192.0.0.255, 192.0.2.0 192.0.2.255,
  192.31.196.0 192.31.196.255, 192.52.193.0 192.52.193.255, 192.88.99.0 192.88.99.255, 192.168.0.0 192.168.255.255,
  192.175.48.0 192.175.48.255, 198.18.0.0 198.19.255.255, 198.51.100.0 198.51.100.255, 203.0.113.0 203.0.113.255,
  224.0.0.0 239.255.255.255, 240.0.0.0 255.255.255.255, :: ::1, ::2 ::ffff:ffff,
  ::ffff:0.0.0.0 ::ffff:255.255.255.255, ::ffff:0:0:0 ::ffff:0:ffff:ffff, 64:ff9b:: 64:ff9b::ffff:ffff,
  64:ff9b:1:: 64:ff9b:1:ffff:ffff:ffff:ffff:ffff, 100:: 100::ffff:ffff:ffff:ffff,
  100:0:0:1:: 100::1:ffff:ffff:ffff:ffff, 2001:: 2001:0:ffff:ffff:ffff:ffff:ffff:ffff, 2001:1::1 2001:1::3,
  2001:2:: 2001:2:0:ffff:ffff:ffff:ffff:ffff, 2001:3:: 2001:3:ffff:ffff:ffff:ffff:ffff:ffff,
  2001:4:112:: 2001:4:112:ffff:ffff:ffff:ffff:ffff, 2001:10:: 2001:1f:ffff:ffff:ffff:ffff:ffff:ffff,
  2001:20:: 2001:2f:ffff:ffff:ffff:ffff:ffff:ffff, 2001:30:: 2001:3f:ffff:ffff:ffff:ffff:ffff:ffff,
  2001:1ff:: 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff, 2001:db8:: 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff,
  2002:: 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 2620:4f:8000:: 2620:4f:8000:ffff:ffff:ffff:ffff:ffff,
  3fff:: 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff, 5f00:: 5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff,
  fc00:: fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, fe80:: febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff,
  fec0:: feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, ff00:: ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff`;

/** Public addresses, most of them next to a special network. */
const PUBLIC_ADDRESSES = `1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.255 192.88.100.0
  192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.101.0 203.0.112.255 223.255.255.255 2001:200::
  2001:db7:ffff:: 2001:db9:: 2003:: 2400:cb00::1 2606:4700::1111 2620:4f:7fff:: 2620:4f:8001:: 2a00:1450::1`;

describe('a webhook', () => {
  const urlOf = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/`;

  it.each(SPECIAL_NETWORKS.split(',').map((range) => range.trim().split(' ')))(
    'refuses the special network %s to %s',
    (...ends) => {
      const { isAllowed } = openWebhooks(db, { allowPrivate: false });
      expect(ends.filter((address) => isAllowed(urlOf(address)))).toEqual([]);
    },
  );

  it.each(['localhost', 'localhost.', 'LocalHost', 'a.b.localhost', '127.1', '0x7f000001', '0'])(
    'refuses a name of this machine: %s',
    (address) => {
      expect(openWebhooks(db, { allowPrivate: false }).isAllowed(urlOf(address))).toBe(false);
      expect(openWebhooks(db, { allowPrivate: true }).isAllowed(urlOf(address))).toBe(true);
    },
  );

  it.each(['notlocalhost', 'localhost.example.com'])('allows the other name %s', (name) => {
    expect(openWebhooks(db, { allowPrivate: false }).isAllowed(urlOf(name))).toBe(true);
  });

  it.each(PUBLIC_ADDRESSES.split(/\s+/))('allows the public address %s', (address) => {
    expect(openWebhooks(db, { allowPrivate: false }).isAllowed(urlOf(address))).toBe(true);
  });
});

it('a text message about an escalated alarm counts for the lock', async () => {
  const sent: string[] = [];
  const sms: SendSms = async ({ text }) => {
    sent.push(text);
    return 'ok';
  };
  await insert('alarmEscalation', {
    language: 'zh_CN',
    create_time: 1,
    org_id: 2,
    severity: 1,
    minutes: 3,
    phone: '13800138000',
  });
  await hear('A1', [{ police_type: 1008 }]);
  const now = () => Date.now() + 300_000;
  runTasks(escalationTasks(db), { now });
  await expect.poll(async () => (await rowsOf('notice')).length).toBe(1);
  sender({ sms }).pass(300_000);
  await emptyOutbox();
  expect(sent[0]).toContain('3 分钟无人受理。非法开锁：A1');
  expect(await rowsOf('smsRecord')).toMatchObject([{ sn: 'A1', org_id: 2, state: 1 }]);
});
