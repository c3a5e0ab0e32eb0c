import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import config from '../../../resources.config';
import { periodSpan } from '../../../src/domain/period';
import { anyTable, openStore, type Store } from '../../../src/server/db';
import { openPlaceReader } from '../../../src/server/gazetteer/ownPlaces';
import { openMailer } from '../../../src/server/notify/mail';
import { dropUndue } from '../../../src/server/notify/outbox';
import { noticeTasks } from '../../../src/server/notify/send';
import { reportTasks } from '../../../src/server/reports/schedule';
import { smtpServer } from '../notify/smtpServer';
import { rightsOf } from '../parts';
import { ownPlace } from '../place';
import { runOnce, runTasks } from '../runTasks';
import { startShipped } from '../startShipped';

type Server = Awaited<ReturnType<typeof startShipped>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Midnight in UTC+8. */
const MIDNIGHT = Date.UTC(2026, 9, 10, 16);

let server: Server;
let store: Store;
const tokens = new Map<string, string>();
let org: Record<string, number>;

const ask = async (as: string, path: string, body: object) =>
  server.call(path, { ...body }, { token: tokens.get(as) ?? '' });

const run = async (report: string, more: object = {}, as = 'harbour') => {
  const span = { from: MIDNIGHT, to: MIDNIGHT + 2 * DAY - 1, zone: 'Asia/Shanghai' };
  const answer = await ask(as, '/report/run', { report, ...span, ...more });
  expect(answer.verify).toMatchObject({ sign: 'success' });
  return answer.data as { list: Record<string, unknown>[]; total: number; sums: object };
};

const insert = (table: string, rows: readonly Record<string, unknown>[]) =>
  anyTable(store.db)
    .insertInto(table)
    .values([...rows])
    .execute();

beforeAll(async () => {
  const place = await ownPlace(config);
  server = await startShipped(place, { DEMO: '1', DEMO_LOCKS: '3' });
  store = await openStore({ ...place, config, log: () => {} });
  // The shift role may read lock events but no connections.
  await sql`
    delete from role_menu where role_id = (select role_id from oper where "loginName" = 'shift')
      and menu_id not in (select id from menu
        where "menuCode" in ('report', 'savedReport', 'lockHistory'))`.execute(store.db);
  for (const name of ['harbour', 'shift', 'northern']) tokens.set(name, await server.signIn(name));
  const { rows } = await sql<{ name: string; id: number }>`
    select split_part(org_name, ' ', 1) as name, id from org`.execute(store.db);
  org = Object.fromEntries(rows.map(({ name, id }) => [name, id]));
  await store.ensurePartitions(MIDNIGHT);
  const act = (sn: string, at: number, lock_action: number, more = {}) => ({
    sn,
    org_id: org.Harbour,
    create_time: MIDNIGHT + at,
    lock_action,
    lock_status: 0,
    ...more,
  });
  await insert('lockHistory', [
    act('R1', HOUR, 1, { operate_name: 'Lin Yue', lat: 22.58, lon: 114.26 }),
    act('R1', 2 * HOUR, 12),
    act('R1', 23 * HOUR, 5, { icc_card_no: '2026000001' }),
    act('R1', 26 * HOUR, 9),
    act('R2', 30 * HOUR, 2),
    act('R3', HOUR, 1, { org_id: org.Northern }),
    act('R1', -HOUR, 12),
  ]);
  const came = { org_id: org.Harbour, event: 1 };
  const went = { org_id: org.Harbour, event: 2 };
  await insert('connectionRecord', [
    { ...came, sn: 'R1', create_time: MIDNIGHT - 5 * HOUR },
    { ...went, sn: 'R1', create_time: MIDNIGHT + 3 * HOUR },
    { ...came, sn: 'R1', create_time: MIDNIGHT + 22 * HOUR },
    { ...went, sn: 'R1', create_time: MIDNIGHT + 27 * HOUR },
  ]);
  const fix = (at: number, lat: number, speed: number) => ({
    sn: 'R1',
    org_id: org.Harbour,
    create_time: MIDNIGHT + at,
    lat,
    lon: 114,
    speed,
    position_status: 0,
  });
  await insert('deviceLocationRecord', [
    fix(0, 22, 60),
    fix(HOUR, 22.5, 60),
    fix(2 * HOUR, 23, 0),
    fix(4 * HOUR, 23, 0),
    fix(5 * HOUR, 23.1, 30),
  ]);
  const sent = (state: string, cmd: string) => ({
    sn: 'R1',
    org_id: org.Harbour,
    create_time: MIDNIGHT + HOUR,
    cmd,
    state,
    operate_name: 'Lin Yue',
  });
  await insert('appointmentCommandRecord', [
    sent('success', 'seal'),
    sent('success', 'unseal'),
    sent('failure', 'unseal'),
  ]);
});

describe('reports', () => {
  it('list the openings of locks with their durations', async () => {
    const { list, total } = await run('locking');
    expect(total).toBe(5);
    expect(list.map(({ sn, lock_action, open_for }) => [sn, lock_action, open_for])).toEqual([
      ['R2', 2, null],
      ['R1', 9, null],
      ['R1', 5, 3 * HOUR],
      ['R1', 12, null],
      ['R1', 1, HOUR],
    ]);
    expect(list[4]).toMatchObject({ operate_name: 'Lin Yue' });
    expect(list[4]?.place_name).toMatch(/Yantian/);
  });

  it('group rows by day in a time zone, by lock, by organisation and by action', async () => {
    const byDay = await run('locking', { group: 'day' });
    expect(byDay.list).toMatchObject([
      { key: MIDNIGHT, group: '2026-10-11', unsealed: 2, sealed: 1, open_for: 4 * HOUR },
      { key: MIDNIGHT + DAY, group: '2026-10-12', unsealed: 1, sealed: 1, open_for: 0 },
    ]);
    expect(byDay.sums).toMatchObject({
      unsealed: 3,
      sealed: 2,
      open_for: 4 * HOUR,
      longest: 3 * HOUR,
    });
    const byLock = await run('locking', { group: 'sn' });
    expect(byLock.list.map(({ key, unsealed }) => [key, unsealed])).toEqual([
      ['R1', 2],
      ['R2', 1],
    ]);
    const byOrg = await run('locking', { group: 'org_id' });
    expect(byOrg.list).toMatchObject([{ group: 'Harbour Logistics', unsealed: 3 }]);
    const byAction = await run('locking', { group: 'lock_action' });
    expect(byAction.list[0]).toMatchObject({ key: 1, group: 'Remote unseal', unsealed: 1 });
  });

  it('show how long locks were online each day', async () => {
    const { list, sums } = await run('online', { group: 'day' });
    expect(list).toMatchObject([
      { key: MIDNIGHT, online_for: 5 * HOUR, came: 1 },
      { key: MIDNIGHT + DAY, online_for: 3 * HOUR, came: 0 },
    ]);
    expect(sums).toMatchObject({ online_for: 8 * HOUR, came: 1 });
  });

  it('show the distance and the stops of locks', async () => {
    const { list } = await run('mileage', { group: 'sn' });
    expect(list).toHaveLength(1);
    // The lock reports once an hour.
    expect(list[0]?.unreported_km).toBeCloseTo(1.1 * 111.195, 0);
    expect(list[0]).toMatchObject({
      key: 'R1',
      km: 0,
      stops: 1,
      stood_for: 2 * HOUR,
      moved_for: 0,
    });
  });

  it('show the results of commands', async () => {
    const { list } = await run('commands', { group: 'cmd' });
    expect(list).toMatchObject([
      { key: 'seal', count: 1, success: 1, failure: 0 },
      { key: 'unseal', count: 2, success: 1, failure: 1 },
    ]);
  });

  it('are paged', async () => {
    const { list, total } = await run('locking', { pageNum: 2, pageSize: 2 });
    expect([list.map(({ lock_action }) => lock_action), total]).toEqual([[5, 12], 5]);
  });

  it.each([{ pageNum: 1e308 }, { pageNum: 0 }, { pageSize: 2.5 }, { pageSize: 1_001 }])(
    'refuse the page %j',
    async (page) => {
      const span = { from: MIDNIGHT, to: MIDNIGHT + 1 };
      const { verify, data } = await ask('harbour', '/report/run', {
        ...{ report: 'locking', ...span, ...page },
      });
      expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', Object.keys(page)]);
    },
  );

  it.each([
    [253_402_300_799_998, 253_402_300_799_999, 'success'],
    [-253_402_300_799_999, -253_402_300_799_998, 'success'],
    [8_639_999_999_999_999, 8_640_000_000_000_000, 'invalid'],
    [-8_640_000_000_000_000, -8_639_999_999_999_999, 'invalid'],
  ])('of %i to %i, by month in India, is a %s', async (from, to, sign) => {
    const span = { from, to, group: 'month', zone: 'Asia/Kolkata' };
    const { verify } = await ask('harbour', '/report/run', { report: 'locking', ...span });
    expect(verify.sign).toBe(sign);
  });

  it('contain no records of another tenant', async () => {
    expect((await run('locking', { group: 'sn' }, 'northern')).list).toMatchObject([{ key: 'R3' }]);
    expect((await run('locking', { group: 'sn', orgs: [org.Harbour] }, 'northern')).list).toEqual(
      [],
    );
    expect((await run('locking', { sns: ['R3'] })).total).toBe(0);
  });

  it.each<[string, Readonly<Record<string, unknown>> & { as?: string }, string]>([
    ['a report that there is not', { report: 'nothing' }, 'notFound'],
    ['no rows', { report: 'mileage' }, 'invalid'],
    ['a strange group', { report: 'alarms', group: 'fence_name' }, 'invalid'],
    ['too long a time', { report: 'alarms', to: MIDNIGHT + 200 * DAY }, 'invalid'],
    ['a strange zone', { report: 'alarms', zone: 'Asia/Nowhere' }, 'invalid'],
    ['no time', { report: 'alarms', to: MIDNIGHT - 1 }, 'invalid'],
    ['what they may not list', { report: 'online', group: 'day', as: 'shift' }, 'noPermission'],
  ])('refuse %s', async (_what, { as = 'harbour', ...body }, sign) => {
    const answer = await ask(as, '/report/run', { from: MIDNIGHT, to: MIDNIGHT + DAY, ...body });
    expect(answer.verify.sign).toBe(sign);
  });
});

describe('a saved report', () => {
  const base = {
    report: 'locking',
    period: 'yesterday',
    zone: 'Asia/Shanghai',
    every: 'never',
    group_by: 'day',
  };
  const save = async (as: string, more: object) =>
    ask(as, '/savedReport/add', { report_name: `Report ${Math.random()}`, ...base, ...more });
  const namesFor = async (as: string) =>
    (await ask(as, '/savedReport/list', {})).data.list.map(
      ({ report_name }: { report_name: string }) => report_name,
    );

  afterEach(async () => {
    for (const table of ['savedReport', 'notice', 'emailKey'])
      await sql`delete from ${sql.table(table)}`.execute(store.db);
  });

  it('is visible to others of the organisation only if it is shared', async () => {
    for (const [report_name, shared] of [
      ['Mine', false],
      ['Ours', true],
    ]) {
      const { verify } = await save('shift', { report_name, shared });
      expect(verify.sign).toBe('success');
    }
    expect(await namesFor('shift')).toEqual(['Mine', 'Ours']);
    expect(await namesFor('harbour')).toEqual(['Ours']);
    expect(await namesFor('northern')).toEqual([]);
  });

  it('is refused without the right to its records, or with an invalid grouping', async () => {
    expect((await save('shift', { report: 'online' })).verify.sign).toBe('invalid');
    expect((await save('harbour', { report: 'mileage', group_by: null })).verify.sign).toBe(
      'invalid',
    );
    expect((await save('harbour', { report: 'mileage', group_by: 'cmd' })).verify.sign).toBe(
      'invalid',
    );
  });

  it('is sent once, as a file, to its recipients, with the rights of its owner at the time', async () => {
    const { data } = await save('harbour', {
      report_name: 'Every morning',
      every: 'daily',
      hour: 8,
      mail_box: 'boss@harbour.example',
      language: 'en_US',
    });
    expect(data.next_run % DAY).toBe(0);
    await ask('harbour', '/savedReport/send', { ids: [data.id] });
    const waiting = async () =>
      (
        await sql<{ recipient: string; subject: string; file_name: string; file: Buffer }>`
          select recipient, subject, file_name, file from notice where file is not null`.execute(
          store.db,
        )
      ).rows;
    await expect.poll(waiting).toHaveLength(1);
    const [mail] = await waiting();
    expect(mail).toMatchObject({ recipient: 'boss@harbour.example' });
    expect(mail?.subject).toMatch(
      /^\[Sealdesk\] Sealing and unsealing, .* Asia\/Shanghai \(UTC\+8\)$/,
    );
    expect(mail?.file_name).toMatch(/\.xlsx$/);
    const [head] = await readSheet(mail?.file ?? Buffer.alloc(0));
    expect(head?.[0]).toBe('Day');
    const { data: after } = await ask('harbour', '/savedReport/get', { id: data.id });
    expect(after).toMatchObject({ last_note: 1, next_run: data.next_run });
    const due = async (change: string) => {
      const notices = await store.db.selectFrom('notice').selectAll().execute();
      const db = await store.db.startTransaction().execute();
      await sql.raw(change).execute(db);
      const left = await dropUndue({ db, rights: rightsOf({ ...store, db }, config) }, notices);
      await db.rollback().execute();
      return left.length;
    };
    expect(await due('select 1')).toBe(1);
    expect(await due('delete from role_menu')).toBe(0);
    expect(await due(`update oper set status = 0 where "loginName" = 'harbour'`)).toBe(0);
  });

  it('reaches a mailbox at its hour, with the rows of the page', async () => {
    const smtp = await smtpServer({});
    onTestFinished(smtp.close);
    await sql`insert into "emailKey" (sender, host, port, security, enabled)
      values ('seals@a.cn', '127.0.0.1', ${smtp.port}, 'none', true)`.execute(store.db);
    const { data } = await save('harbour', {
      report_name: 'Yesterday by lock',
      every: 'daily',
      hour: 8,
      group_by: 'sn',
      mail_box: 'desk@harbour.example',
      language: 'en_US',
    });
    // Yesterday at the due time: Shanghai is 8 hours ahead of UTC.
    const from = data.next_run - 32 * HOUR;
    const act = { org_id: org.Harbour, lock_status: 0 };
    await store.ensurePartitions(from);
    await insert('lockHistory', [
      { ...act, sn: 'M1', create_time: from - 1, lock_action: 1 },
      { ...act, sn: 'M1', create_time: from, lock_action: 12 },
      { ...act, sn: 'M1', create_time: from + HOUR, lock_action: 2 },
      { ...act, sn: 'M2', create_time: from + DAY - 1, lock_action: 1 },
      { ...act, sn: 'M2', create_time: from + DAY, lock_action: 12 },
    ]);
    const { db } = store;
    const clock = { now: data.next_run - 1 };
    const now = () => clock.now;
    const log = { error: expect.unreachable, warn: expect.unreachable };
    const rights = rightsOf(store, config, now);
    const tasks = reportTasks({
      ...{ db, config, places: openPlaceReader(), rules: {}, rights, log },
      consoleUrl: () => undefined,
      title: 'Sealdesk',
    });
    const look = () => runOnce(tasks, now);
    await look();
    clock.now += 60_000;
    await look();
    await look();
    const sending = { db, mailer: openMailer(db), sms: undefined, rights, title: 'T', log };
    runTasks(noticeTasks(sending), { now });
    const mails = () => smtp.mails.filter((mail) => mail.includes('To: desk@harbour.example'));
    await expect.poll(mails).toHaveLength(1);
    const [mail = ''] = mails();
    const [, attached = ''] = /filename=[^;]*?\.xlsx"?\n(?:.+\n)*\n([\w+/=\n]+)/.exec(mail) ?? [];
    const sheet = await readSheet(Buffer.from(attached, 'base64'));
    const { list, sums } = await run('locking', { from, to: from + DAY - 1, group: 'sn' });
    const cells = (row: Record<string, unknown>) =>
      [row.sealed, row.unsealed].map((value) => Number(value ?? 0));
    expect(list.map((row) => [row.key, ...cells(row)])).toEqual([
      ['M1', 1, 1],
      ['M2', 0, 1],
    ]);
    const head = sheet[0]?.map(String) ?? [];
    const [sealed, unsealed] = [head.indexOf('Times sealed'), head.indexOf('Times unsealed')];
    expect(
      sheet
        .slice(1)
        .map((row) => [row[0], ...[sealed, unsealed].map((at) => Number(row[at] ?? 0))]),
    ).toEqual([
      ...list.map((row) => [row.key, ...cells(row)]),
      ['Total', ...cells(sums as Record<string, unknown>)],
    ]);
  });

  it.each([
    ['leaver', 'who may no longer sign in', 'status = 0'],
    [
      'mover',
      'who moved to another organisation',
      `org_id = (select org_id from oper where "loginName" = 'northern')`,
    ],
  ])('is not sent for an owner (%s) %s', async (name, _, change) => {
    await sql`insert into oper ("operName", "loginName", role_id, org_id, status, password_hash)
      select ${name}, ${name}, role_id, org_id, status, password_hash from oper
      where "loginName" = 'shift'`.execute(store.db);
    tokens.set(name, await server.signIn(name));
    const { data } = await save(name, {
      report_name: 'Of one who left',
      every: 'weekly',
      hour: 8,
      week_day: 1,
      mail_box: 'gone@harbour.example',
      language: 'zh_CN',
    });
    await sql`update oper set ${sql.raw(change)} where "loginName" = ${name}`.execute(store.db);
    await sql`update "savedReport" set next_run = 1 where id = ${data.id}`.execute(store.db);
    const stored = async () =>
      (
        await sql<{ last_note: number; next_run: number }>`
          select last_note, next_run from "savedReport" where id = ${data.id}`.execute(store.db)
      ).rows[0];
    await expect.poll(stored).toMatchObject({ last_note: 2 });
    expect((await stored())?.next_run).toBeGreaterThan(Date.now());
    const { rows } = await sql`
      select 1 from notice where recipient = 'gone@harbour.example'`.execute(store.db);
    expect(rows).toEqual([]);
  });
});

it('a report is exported to a file, with its sum and its filters', async () => {
  const zone = 'Asia/Shanghai';
  const span = periodSpan('yesterday', MIDNIGHT + DAY + HOUR, { zone, shifts: [] });
  expect(span).toEqual({ from: MIDNIGHT, to: MIDNIGHT + DAY - 1 });
  const body = { report: 'locking', ...span, group: 'sn', zone };
  const response = await server.file('/report/export', body, { token: tokens.get('harbour') });
  const file = Buffer.from(await response.arrayBuffer());
  const [head, first, sum] = await readSheet(file);
  expect([head?.[0], first?.[0], sum?.[0]]).toEqual(['Device', 'R1', 'Total']);
  const about = await readSheet(file, 2);
  expect(JSON.stringify(about)).toContain(
    '2026-10-11 00:00 – 2026-10-11 23:59, Asia/Shanghai (UTC+8)',
  );
});
