import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { alarmKind, defaultSeverity, MAX_SMS_PER_DAY } from '../../../src/domain/alarm';
import type { LockReport } from '../../../src/domain/lock';
import { device } from '../../../src/resources';
import type { Database } from '../../../src/server/db';
import { openRegional } from '../../../src/server/fleet/places/openRegional';
import { writeReports } from '../../../src/server/fleet/reports/reports';
import { escalationTasks } from '../../../src/server/notify/escalate';
import { openMailer } from '../../../src/server/notify/mail';
import { queueNotices } from '../../../src/server/notify/outbox';
import { noticeTasks } from '../../../src/server/notify/send';
import { openWebhooks } from '../../../src/server/notify/webhook';
import { round } from '../../rounds';
import { drawer } from '../drawer';
import { openTestFleet } from '../fleet/openTestFleet';
import { allRows } from '../rows';
import { runOnce } from '../runTasks';
import { openReceiver } from './receiver';
import { smtpServer } from './smtpServer';

let db: Database;

beforeAll(async () => {
  db = (await openTestFleet()).store.db;
});

beforeEach(async () => {
  for (const table of [
    'notice',
    'smsRecord',
    'alertRecord',
    'alarmConfig',
    'alarmEscalation',
    'webhook',
    'emailKey',
  ]) {
    await sql`delete from ${sql.table(table)}`.execute(db);
  }
});

interface SentReport {
  readonly sn: string;
  readonly report: LockReport;
}

const store = async (told: readonly SentReport[], now: number) => {
  const regional = await openRegional(db);
  const batch = told.map((each) => ({ ...each, receivedAt: now }));
  await writeReports(db, batch, {
    device,
    readRegional: regional,
    enqueueNotices: (trx, events) => queueNotices(trx, events, now),
  });
};

const addSealedLocks = async (sns: readonly string[]) => {
  const { rows } = await sql<{ id: number }>`
    insert into device (sn, org_id) select sn, 2 from unnest(${[...sns]}::text[]) as sn
    returning id`.execute(db);
  await sql`update device_state set status = 2 where sn = any(${[...sns]})`.execute(db);
  return rows.map(({ id }) => id);
};

const rowsOf = (table: string) => allRows(db, table);

/** Sends all queued notices and waits for the end. */
const send = async (options: Partial<Parameters<typeof noticeTasks>[0]>, now: number) => {
  const defaults = { mailer: openMailer(db), sms: undefined, title: 'T', log: { warn: () => {} } };
  await runOnce(noticeTasks({ db, ...defaults, ...options }), () => now + 60_000);
  expect(await rowsOf('notice')).toEqual([]);
};

/** Takes the mails of the test. */
const mailAccount = async () => {
  const smtp = await smtpServer({});
  onTestFinished(smtp.close);
  await sql`insert into "emailKey" (sender, host, port, security, enabled)
    values ('seals@a.cn', '127.0.0.1', ${smtp.port}, 'none', true)`.execute(db);
  return smtp;
};

const MINUTE = 60_000;

const LOCKS = round(200, 1_000);
const ALARMS = 5 * LOCKS;

it(`${ALARMS} alarms in a minute are all stored, counted, mailed and pushed`, async () => {
  const smtp = await mailAccount();
  const { heard, url } = await openReceiver();
  const webhooks = openWebhooks(db, { allowPrivate: true });
  const { id } = await db
    .insertInto('webhook')
    .values({ name: 'All', org_id: 2, url, enabled: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  await webhooks.makeSecret(db, Number(id));
  await sql`insert into "alarmConfig" (org_id, receive_type, language, is_mail_config, mail_box)
    values (2, 1, 'en_US', true, 'guard@a.cn')`.execute(db);
  const sns = Array.from({ length: LOCKS }, (_, at) => `F${at}`);
  await addSealedLocks(sns);
  const now = Date.now();
  const kinds = [1008, 1010, 1011, 1012, 2005] as const;
  for (const [minute, police_type] of kinds.entries()) {
    const report = { ts: now - MINUTE + minute * 10_000, report_reson: 1, lock_status: 3 } as const;
    await store(
      sns.map((sn) => ({ sn, report: { ...report, police_type } })),
      now,
    );
  }
  const { rows } = await sql`
    select count(*)::integer as alarms, count(distinct (sn, police_type))::integer as kinds,
      (select sum(alarms)::integer from device_state where sn like 'F%') as open
    from "alertRecord"`.execute(db);
  expect(rows).toEqual([{ alarms: ALARMS, kinds: ALARMS, open: ALARMS }]);
  await send({ webhooks }, now);
  const pushed = heard.flatMap(({ body }) => JSON.parse(body).events);
  expect(new Set(pushed.map(({ id }) => id)).size).toBe(ALARMS);
  const mailed = smtp.mails.map((mail) => Number(/(\d+) messages about/.exec(mail)?.[1]));
  expect(mailed.reduce((sum, count) => sum + count, 0)).toBe(ALARMS);
  // A burst makes one or a few mails, not thousands.
  expect(mailed.length).toBeLessThanOrEqual(5);
});

it('a day of reports raises the same alarms, mails and messages as a simple model', async () => {
  const draw = drawer(20_261_122);
  const sns = Array.from({ length: 12 }, (_, at) => `D${at}`);
  const ids = await addSealedLocks(sns);
  for (const [at, id] of ids.entries()) {
    await sql`insert into "alarmConfig"
      (device_id, org_id, receive_type, language, is_mail_config, mail_box, is_phone_config, phone)
      values (${id}, 2, 1, 'en_US', true, ${`d${at}@a.cn`}, true, '13800138000')`.execute(db);
  }
  const smtp = await mailAccount();
  const now = Date.now();
  const begin = now - 24 * 60 * MINUTE;
  const day: SentReport[] = [];
  for (const [at, sn] of sns.entries()) {
    let electric = 100;
    for (let ts = begin + at; ts < now; ts += Math.round((0.3 + draw()) * 10 * MINUTE)) {
      electric = draw() < 0.02 ? 100 : Math.max(5, electric - draw() * 4);
      // The first lock vibrates all day, so it reaches the limit of text messages.
      const rings = draw() < (at === 0 ? 0.9 : 0.06);
      const breaks = draw() < 0.03;
      const report: LockReport = {
        ts,
        report_reson: 0,
        lock_status: 2,
        electric: Math.round(electric),
        ...(rings && { police_type: 1011 }),
        ...(breaks && { fault_code: 1006 }),
        ...(!breaks && draw() < 0.05 && { lock_action: 12 }),
      };
      day.push({ sn, report });
      // A vibrating lock reports twice.
      if (rings) day.push({ sn, report: { ...report, ts: ts + 20_000 } });
    }
  }
  day.sort((a, b) => a.report.ts - b.report.ts);
  for (let from = 0; from < day.length; from += 100) await store(day.slice(from, from + 100), now);

  /** Second computation by the rules of documents and specification, lock by lock. */
  const expected = sns.flatMap((sn) => {
    const own = day.filter((each) => each.sn === sn).map(({ report }) => report);
    const alarms: { sn: string; kind: number; at: number; cleared: number | null }[] = [];
    const last = (kind: number) => alarms.findLast((alarm) => alarm.kind === kind);
    let rang = Number.NEGATIVE_INFINITY;
    let broke = Number.NEGATIVE_INFINITY;
    let before = 100;
    for (const { ts, electric = 100, police_type, fault_code, lock_action } of own) {
      const raise = (kind: number) => alarms.push({ sn, kind, at: ts, cleared: null });
      if (police_type === 1011) {
        if (ts - rang > MINUTE) raise(1011);
        rang = ts;
      }
      const broken = last(1006);
      if (fault_code === 1006) {
        if (!broken || broken.cleared !== null || ts - broke > 24 * 60 * MINUTE) raise(1006);
        broke = ts;
      } else if (broken && broken.cleared === null && lock_action === 12) broken.cleared = ts;
      const low = last(2001);
      const isOpen = low !== undefined && low.cleared === null;
      if (isOpen && electric >= 20) low.cleared = ts;
      else if (!isOpen && electric < 15 && before >= 15) raise(2001);
      before = electric;
    }
    return alarms;
  });
  const byPlace = (a: { sn: string; kind: number; at: number }, b: typeof a) =>
    a.sn.localeCompare(b.sn) || a.at - b.at || a.kind - b.kind;
  const stored = (await rowsOf('alertRecord')).map((row) => ({
    sn: String(row.sn),
    kind: Number(row.police_type),
    at: Number(row.create_time),
    cleared: row.cleared_time === null ? null : Number(row.cleared_time),
    severity: row.severity,
  }));
  expect(stored.sort(byPlace)).toEqual(
    expected
      .map((alarm) => ({ ...alarm, severity: defaultSeverity[alarm.kind as 1011] }))
      .sort(byPlace),
  );
  expect(new Set(expected.map(({ kind }) => kind))).toEqual(new Set([1006, 1011, 2001]));
  expect(expected.some(({ cleared }) => cleared !== null)).toBe(true);

  await send({ sms: async () => 'ok' }, now);
  for (const [at, sn] of sns.entries()) {
    const count = expected.filter((alarm) => alarm.sn === sn).length;
    const mails = smtp.mails.filter((mail) => mail.includes(`To: d${at}@a.cn`));
    expect([sn, mails.length]).toEqual([sn, count > 0 ? 1 : 0]);
    const names = alarmKind.map(([, en]) => en).join('|');
    const lines = mails[0]?.split('\n\n')[1]?.match(new RegExp(`(${names}): ${sn},`, 'g')) ?? [];
    expect([sn, lines.length]).toEqual([sn, Math.min(200, count)]);
    const texts = (await rowsOf('smsRecord')).filter((row) => row.sn === sn);
    const sent = texts.filter(({ state }) => state === 1).length;
    expect([sn, texts.length, sent]).toEqual([sn, count, Math.min(MAX_SMS_PER_DAY, count)]);
  }
  const { rows: counted } = await sql<{ used: number }>`
    select used_today as used from "SmsStatistics" where org_id = 2`.execute(db);
  const sent = (await rowsOf('smsRecord')).filter(({ state }) => state === 1).length;
  expect(counted).toEqual([{ used: sent }]);
});

/** Events sent for each receive type, from the specification's list. */
const SENT_OF: Readonly<Record<number, string>> = {
  1: 'alarm',
  2: 'alarm unlock lock change',
  3: 'alarm unlock',
  4: 'alarm lock',
  5: 'alarm unlock lock',
  6: 'unlock',
  7: 'lock',
};

/** Labels of the events: alarms, lock actions, and status changes. */
const LABELS = {
  1008: 'Illegal unlock',
  1011: 'Vibration',
  unseal: 'Remote unseal',
  seal: 'Remote seal',
  0: 'Unsealed (lock closed)',
  1: 'Unsealed (lock open)',
} as const;

const HOUR = 60 * MINUTE;

it('a day with receive types, quiet hours and escalation notifies the same people as a simple model', async () => {
  const draw = drawer(7_101_128);
  // Every receive type, with and without quiet hours.
  const locks = Array.from({ length: 14 }, (_, at) => ({
    sn: `Q${at}`,
    type: (at % 7) + 1,
    isQuiet: at >= 7,
  }));
  const ids = await addSealedLocks(locks.map(({ sn }) => sn));
  for (const [at, { sn, type, isQuiet }] of locks.entries()) {
    const quiet = JSON.stringify({ days: [], from: '22:00', to: '06:00', zone: 'Asia/Shanghai' });
    await sql`insert into "alarmConfig" (device_id, org_id, receive_type, language, is_mail_config,
        mail_box, is_phone_config, phone, is_quiet_config, quiet_time)
      values (${ids[at]}, 2, ${type}, 'en_US', true, ${`${sn}@a.cn`}, true, '13800138000', ${isQuiet},
        ${quiet})`.execute(db);
  }
  const WAIT = 90;
  await sql`insert into "alarmEscalation" (org_id, severity, minutes, language, mail_box, create_time)
    values (2, 1, ${WAIT}, 'en_US', 'boss@a.cn', 1)`.execute(db);
  const end = Math.floor(Date.now() / HOUR) * HOUR;

  /** Reports by hour of receipt, each with the notice that is expected. */
  const day: { told: SentReport; sort: string; said: string; isGrave: boolean }[][] = [];
  const alarms: { sn: string; at: number; raised: number; cleared?: number; taken?: number }[] = [];
  for (let hour = 0; hour < 24; hour++) {
    const receivedAt = end - (23 - hour) * HOUR;
    day.push([]);
    for (const lock of locks) {
      const { sn } = lock;
      const reports = day.flat().filter(({ told }) => told.sn === sn);
      let status = reports.at(-1)?.told.report.lock_status ?? 2;
      for (
        let ts = receivedAt - HOUR + MINUTE;
        ts < receivedAt;
        ts += Math.round((5 + draw() * 20) * MINUTE)
      ) {
        const drawn = draw();
        const say = (sort: string, said: string, more: Partial<LockReport>, isGrave = false) => {
          const report = { ts, report_reson: 0, lock_status: status, ...more } as LockReport;
          day.at(-1)?.push({ told: { sn, report }, sort, said, isGrave });
        };
        if (drawn < 0.25) say('alarm', LABELS[1011], { police_type: 1011 });
        else if (drawn < 0.4) {
          say('alarm', LABELS[1008], { police_type: 1008 }, true);
          alarms.push({ sn, at: ts, raised: receivedAt });
        } else if (drawn < 0.6) {
          status = 0;
          say('unlock', LABELS.unseal, { lock_action: 1 });
        } else if (drawn < 0.75) {
          status = 2;
          say('lock', LABELS.seal, { lock_action: 12 });
          for (const alarm of alarms) if (alarm.sn === sn) alarm.cleared ??= receivedAt;
        } else if (status !== 2) {
          status = status === 0 ? 1 : 0;
          say('change', LABELS[status], {});
        }
      }
    }
  }
  const smtp = await mailAccount();

  // The server takes the time of receipt from its own clock.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const escalated: string[] = [];
  const escalations = async () => {
    const { rows } = await sql<{ told: string }>`
      select h.sn || ' ' || a.create_time as told from alarm_history h join "alertRecord" a
        on a.id = h.alarm_id where h.event = 'escalated'`.execute(db);
    return rows.map(({ told }) => told).sort();
  };
  for (const [hour, news] of day.entries()) {
    const receivedAt = end - (23 - hour) * HOUR;
    vi.setSystemTime(receivedAt);
    const inOrder = [...news].sort((a, b) => a.told.report.ts - b.told.report.ts);
    await store(
      inOrder.map(({ told }) => told),
      receivedAt,
    );
    // An operator takes one alarm from time to time. Escalation of the others runs every few hours.
    if (hour % 5 === 2) {
      const [mine] = alarms.filter(
        ({ raised, cleared = end + 1, taken }) =>
          raised === receivedAt && cleared > receivedAt && !taken,
      );
      if (mine) {
        mine.taken = receivedAt;
        await sql`update "alertRecord" set taken_by = 'Li' where sn = ${mine.sn}
          and police_type = 1008 and create_time = ${mine.at}`.execute(db);
      }
    }
    if (hour % 4 !== 3) continue;
    for (const { sn, at, raised, cleared = end + 1, taken } of alarms) {
      const isDue =
        raised <= receivedAt - WAIT * MINUTE && cleared > receivedAt && taken === undefined;
      const key = `${sn} ${at}`;
      if (isDue && !escalated.includes(key)) escalated.push(key);
    }
    await runOnce(escalationTasks(db), () => receivedAt);
    expect(await escalations()).toEqual(escalated.sort());
  }
  expect(escalated.length).toBeGreaterThan(3);
  // The end of an alarm also ends the earlier ones, each once.
  const { rows: ends } = await sql`
    select count(*)::integer as told, count(distinct alarm_id)::integer as alarms
    from alarm_history where event = 'cleared' and sn like 'Q%'`.execute(db);
  const over = alarms.filter(({ cleared }) => cleared !== undefined).length;
  expect(ends).toEqual([{ told: over, alarms: over }]);

  const isNight = (heard: number) => {
    const hour = ((heard + 8 * HOUR) / HOUR) % 24;
    return hour >= 22 || hour < 6;
  };
  vi.useRealTimers();
  await send({ sms: async () => 'ok' }, end);
  const names = [...new Set(Object.values(LABELS))];
  const linesOf = (recipient: string, sn: string) => {
    const mail = smtp.mails.find((each) => each.includes(`To: ${recipient}`)) ?? '';
    return names.map((name) => mail.split(`${name}: ${sn},`).length - 1);
  };
  for (const { sn, type, isQuiet } of locks) {
    const expectedNotices = day.flatMap((news, hour) =>
      news.filter(
        ({ told, sort, isGrave }) =>
          told.sn === sn &&
          SENT_OF[type]?.split(' ').includes(sort) &&
          !(isQuiet && isNight(end - (23 - hour) * HOUR) && !isGrave),
      ),
    );
    expect([sn, linesOf(`${sn}@a.cn`, sn)]).toEqual([
      sn,
      names.map((name) => expectedNotices.filter(({ said }) => said === name).length),
    ]);
    const texts = (await rowsOf('smsRecord')).filter((row) => row.sn === sn);
    expect([sn, texts.length]).toEqual([sn, expectedNotices.length]);
    const late = escalated.filter((each) => each.startsWith(`${sn} `)).length;
    expect([sn, linesOf('boss@a.cn', sn)[names.indexOf(LABELS[1008])]]).toEqual([sn, late]);
  }
});

/** Report that ends each alarm, by documents and specification; null for alarms that are over at once. */
const ENDS: Readonly<Record<number, Partial<LockReport> | null>> = {
  1001: { lock_action: 5 },
  1002: {},
  1003: { lock_action: 4 },
  1004: { position_status: 0, lat: 31, lon: 121 },
  1005: { lock_action: 12 },
  1006: { lock_action: 12 },
  1008: { lock_status: 2, lock_action: 12 },
  1009: { lock_action: 12 },
  1010: { lock_state: 0 },
  1011: null,
  1012: { speed: 30 },
  2001: { electric: 50 },
  2002: null,
  2003: null,
  2004: null,
  2005: null,
  2006: { lock_status: 2, lock_action: 12 },
  9999: { lock_state: 0 },
};
const FAULTS = [1001, 1002, 1003, 1004, 1005, 1006, 9999];

it('every kind is one alarm while it repeats, ends by its own event, and is raised again afterwards', async () => {
  const kinds = alarmKind.map(([kind]) => kind);
  const sns = kinds.map((kind) => `K${kind}`);
  const ids = await addSealedLocks(sns);
  for (const id of ids) {
    await sql`insert into "alarmConfig" (device_id, org_id, receive_type, language, is_phone_config, phone)
      values (${id}, 2, 1, 'en_US', true, '13800138000')`.execute(db);
  }
  const now = Date.now();
  const begin = now - 60 * MINUTE;
  const say = (at: number, more: (kind: number) => Partial<LockReport> | null) =>
    store(
      kinds.flatMap((kind) => {
        const report = more(kind);
        if (!report) return [];
        return [
          {
            sn: `K${kind}`,
            report: { ts: begin + at, report_reson: 0, lock_status: 1, ...report },
          },
        ];
      }),
      now,
    );
  const raise = (kind: number) =>
    (FAULTS.includes(kind) ? { fault_code: kind } : { police_type: kind }) as Partial<LockReport>;
  await say(0, raise);
  await say(20_000, raise);
  await say(10 * MINUTE, (kind) => ENDS[kind] ?? null);
  await say(20 * MINUTE, raise);
  const stored = await rowsOf('alertRecord');
  for (const kind of kinds) {
    const rows = stored.filter(({ sn }) => sn === `K${kind}`);
    const brief = rows.map(({ police_type, create_time, times, cleared_time }) => [
      police_type,
      Number(create_time) - begin,
      times,
      cleared_time === null ? null : Number(cleared_time) - begin,
    ]);
    expect(brief).toEqual([
      [kind, 0, 2, ENDS[kind] ? 10 * MINUTE : null],
      [kind, 20 * MINUTE, 1, null],
    ]);
  }
  await send({ sms: async () => 'ok' }, now);
  const texts = (await rowsOf('smsRecord')).map(({ sn }) => sn);
  for (const sn of sns) expect([sn, texts.filter((each) => each === sn).length]).toEqual([sn, 2]);
});
