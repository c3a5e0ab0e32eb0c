import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import type { AnyEntity, StateTable } from '../../../src/config';
import { deleteOldMessages } from '../../../src/server/notify/bell';
import { openMailer } from '../../../src/server/notify/mail';
import { noticeTasks } from '../../../src/server/notify/send';
import { openWebhooks } from '../../../src/server/notify/webhook';
import { ordersServer } from '../commands/ordersServer';
import { createClient } from '../http/client';
import { openReceiver } from '../notify/receiver';
import { smtpServer } from '../notify/smtpServer';
import { SECRET } from '../openServer';
import { allRows } from '../rows';
import { runOnce } from '../runTasks';
import { grantMenus } from './grantMenus';
import { invented, permit, trip, visit, withInvented } from './stateEntities';

let server: Awaited<ReturnType<typeof ordersServer>>;
let admin: Awaited<ReturnType<typeof server.client>>;
let harbour: typeof admin;

beforeAll(async () => {
  server = await ordersServer({ config: withInvented });
  const { db } = server;
  await grantMenus(db, withInvented);
  await sql`update oper set "operEmail" = "loginName" || '@example.com', language = 'en_US'`.execute(
    db,
  );
  await sql`insert into webhook (id, name, url, org_id, enabled, has_secret, kinds) values
    (1, 'all', 'https://example.com/a', 1, true, true, '{}'),
    (2, 'alarms', 'https://example.com/b', 1, true, true, '{1}'),
    (3, 'northern', 'https://example.com/c', 3, true, true, '{}')`.execute(db);
  // This lock takes both commands of a trip.
  await sql`update device_state set status = 3 where sn = 'H1'`.execute(db);
  admin = await server.client('admin');
  harbour = await server.client('harbour');
});

beforeEach(async () => {
  for (const table of [
    'bell_message',
    'notice',
    'trip',
    'visit',
    'permit',
    'appointmentCommandRecord',
  ]) {
    await sql`delete from ${sql.table(table)}`.execute(server.db);
  }
});

const titles: Readonly<Record<string, string>> = {
  trip: 'number',
  visit: 'place',
  permit: 'holder',
};

/** Adds a record and puts it into a state by SQL. */
const recordIn = async ({ name }: AnyEntity, state: unknown, values: object = {}) => {
  const { data, verify } = await harbour(`/${name}/add`, {
    [titles[name] as string]: 'A',
    ...values,
  });
  expect(verify.sign).toBe('success');
  await sql`update ${sql.table(name)} set state = ${state} where id = ${data.id}`.execute(
    server.db,
  );
  return Number(data.id);
};

const rowOf = async (name: string, id: number) =>
  (await allRows(server.db, name)).find((row) => Number(row.id) === id) as Record<string, unknown>;

/** Values that each action needs. */
const args: Readonly<Record<string, object>> = { stop: { why: 'rain' }, relock: { lock: 1 } };

const tables = invented.map((entity) => ({ entity, states: entity.states as StateTable }));
const cases = tables.flatMap(({ entity, states }) =>
  (entity.fields.state.of as readonly [string | number][]).map(([state]) => ({
    entity,
    states,
    name: entity.name as string,
    state,
  })),
);

describe.each(cases)('$name in $state', ({ entity, states, name, state }) => {
  const frozen = states.frozen?.[state] ?? [];
  const isFrozen = (field: string) => frozen === 'all' || frozen.includes(field);
  const title = titles[name] as string;

  it('is edited and deleted as declared', async () => {
    const id = await recordIn(entity, state);
    const changed = await harbour(`/${name}/update`, { id, [title]: 'B' });
    expect(changed.verify.sign === 'success').toBe(!isFrozen(title));
    const unchanged = await harbour(`/${name}/update`, {
      id,
      [title]: isFrozen(title) ? 'A' : 'B',
      state,
    });
    expect(unchanged.verify.sign).toBe('success');
    const removed = await harbour(`/${name}/delete`, { ids: [id] });
    expect(removed.verify.sign === 'success').toBe(frozen !== 'all');
  });

  it('never takes a state from a call', async () => {
    const id = await recordIn(entity, state);
    for (const other of cases.filter((each) => each.name === name && each.state !== state)) {
      const { verify, data } = await harbour(`/${name}/update`, { id, state: other.state });
      expect(verify.sign).toBe('invalid');
      expect(data.fields.state).toContain('Only actions change this');
    }
    const added = await harbour(`/${name}/add`, { [title]: 'C', state });
    expect(added.verify.sign === 'success').toBe(state === states.start);
  });

  it.each(Object.keys(entity.actions))('runs %s as declared', async (code) => {
    const id = await recordIn(entity, state, name === 'trip' ? { device_id: 1 } : {});
    const [from, to] = states.moves[code] ?? [];
    const sets = Object.keys(entity.actions[code]?.sets ?? {});
    const isFree = to !== undefined && to !== state;
    const allowed =
      (from === undefined || [from].flat().includes(state)) && (isFree || !sets.some(isFrozen));
    const { verify, data } = await harbour(`/${name}/${code}`, { ids: [id], ...args[code] });
    expect([code, verify.sign]).toEqual([code, allowed ? 'success' : 'conflict']);
    expect((await rowOf(name, id)).state).toBe(allowed ? (to ?? state) : state);
    if (!allowed) expect(data.failed[0].why).toMatch(/It must be|cannot be changed while/);
  });
});

describe.each([false, true])('an import, with dryRun %s,', (dryRun) => {
  interface Case {
    readonly sheet: readonly (readonly string[])[];
    readonly ignored?: readonly string[];
    readonly rows: readonly object[];
    /** By row of the sheet. */
    readonly errors?: Readonly<Record<number, Readonly<Record<string, string>>>>;
  }
  const cases: Readonly<Record<string, [AnyEntity, Case]>> = {
    'begins in the first state, and ignores a column of states': [
      trip,
      {
        ...{
          sheet: [
            ['Number', 'State'],
            ['I1', 'Released'],
            ['I2', ''],
          ],
        },
        ignored: ['State'],
        rows: [
          { number: 'I1', state: 'draft' },
          { number: 'I2', state: 'draft' },
        ],
      },
    ],
    'stamps rows, and ignores columns that only stamps and actions set': [
      trip,
      {
        sheet: [
          ['Number', 'Written by', 'Made', 'Why', 'Lodged on'],
          ['I1', 'Somebody', '2026-01-01', 'rain', '2026-01-01'],
        ],
        ignored: ['Written by', 'Made', 'Why', 'Lodged on'],
        rows: [
          {
            number: 'I1',
            written_by: 'Hanna',
            made: expect.any(Number),
            why: null,
            lodged_on: null,
          },
        ],
      },
    ],
    'judges rows as their stamps leave them': [
      trip,
      {
        sheet: [
          ['Number', 'Papers'],
          ['I1', 'Hanna'],
          ['I2', 'none'],
          ['I3', 'Hanna'],
        ],
        rows: [{ number: 'I2', papers: 'none' }],
        errors: {
          2: { papers: 'The writer cannot be the paper' },
          4: { papers: 'The writer cannot be the paper' },
        },
      },
    ],
    'judges rows in the first state, in which all of a record is frozen': [
      permit,
      {
        sheet: [['Holder'], ['nobody']],
        rows: [{ holder: 'nobody', state: 'shut' }],
      },
    ],
    'begins in a state that is 0, and fills fields that a later state freezes': [
      visit,
      {
        sheet: [
          ['Place', 'Note'],
          ['Quay', 'n'],
        ],
        rows: [{ place: 'Quay', note: 'n', state: 0 }],
      },
    ],
  };

  it.each(Object.entries(cases))('%s', async (_, [{ name }, { sheet, rows, ...expected }]) => {
    const cells = sheet.map((row) => row.map((value) => ({ value })));
    const token = await server.signIn('harbour');
    const file = await writeExcelFile(cells).toBuffer();
    const { data: upload } = await server.upload(file, 'a.xlsx', { purpose: 'import' }, { token });
    const { data } = await harbour(`/${name}/import`, { path: upload.path, dryRun });
    const { ignored, errors = {} } = expected;
    expect(data).toEqual({
      total: sheet.length - 1,
      added: dryRun ? 0 : rows.length,
      errors: Object.entries(errors).map(([row, fields]) => ({ row: Number(row), fields })),
      ...(ignored && { ignored }),
    });
    expect(await allRows(server.db, name)).toMatchObject(dryRun ? [] : rows);
  });
});

it('judges a new record in its first state, and an action by the state it enters', async () => {
  const { verify, data } = await harbour('/permit/add', { holder: 'nobody' });
  expect(verify.sign).toBe('success');
  const opened = await harbour('/permit/open', { ids: [data.id] });
  expect(opened.data.failed).toEqual([
    { id: data.id, why: 'Holder: A permit in use needs a holder' },
  ]);
});

it('names the field and the state that freeze a change', async () => {
  const id = await recordIn(trip, 'lodged');
  const { data } = await harbour('/trip/update', { id, number: 'B', papers: 'x' });
  expect(data.fields).toEqual({ number: 'Number cannot be changed while State is “Lodged”.' });
  await sql`update trip set state = 'stopped'`.execute(server.db);
  const { verify } = await harbour('/trip/update', { id, papers: 'x' }, 'zh');
  expect(verify.desc).toBe('状态为“已终止”时，记录不可修改。');
  const removed = await harbour('/trip/delete', { ids: [id] });
  expect(removed.verify.desc).toContain('The record cannot be deleted while State is “Stopped”.');
  const inChinese = await harbour('/trip/delete', { ids: [id] }, 'zh');
  expect(inChinese.verify.desc).toContain('状态为“已终止”时，记录不可删除。');
});

it('stamps a new record, whatever the call says', async () => {
  const { verify } = await harbour('/trip/add', { number: 'A', written_by: 'Somebody' });
  expect(verify.sign).toBe('invalid');
  const id = await recordIn(trip, 'draft');
  expect(await rowOf('trip', id)).toMatchObject({ written_by: 'Hanna', made: expect.any(Number) });
});

describe('@today is the day of the caller', () => {
  // Their days always differ.
  const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12'];
  const lodge = async (zone?: string) => {
    const id = await recordIn(trip, 'draft');
    await harbour('/trip/lodge', { ids: [id], zone });
    return (await rowOf('trip', id)).lodged_on;
  };
  const add = async (zone?: string) => {
    const { data } = await harbour('/visit/add', { place: 'A', zone });
    return (await rowOf('visit', data.id)).made_on;
  };
  const bring = async (zone?: string) => {
    const token = await server.signIn('harbour');
    const file = await writeExcelFile([[{ value: 'Place' }], [{ value: 'I' }]]).toBuffer();
    const { data } = await server.upload(file, 'a.xlsx', { purpose: 'import' }, { token });
    await harbour('/visit/import', { path: data.path, zone });
    return (await allRows(server.db, 'visit')).at(-1)?.made_on;
  };

  it.each([
    ['for an action', lodge],
    ['for a new record', add],
    ['for an import', bring],
  ])('%s, else that of the server', async (_, dayIn) => {
    const days = [await dayIn(east), await dayIn(west)];
    expect(Date.parse(String(days[0]))).toBeGreaterThan(Date.parse(String(days[1])));
    const parameter = await sql<{ param_text: string }>`select param_text from "systemParams"
      where param_name = 'time_zone'`.execute(server.db);
    onTestFinished(() =>
      server.setParameter('time_zone', parameter.rows[0]?.param_text ?? '').then(() => undefined),
    );
    await server.setParameter('time_zone', west);
    expect(Date.parse(String(await dayIn(east)))).toBeGreaterThan(
      Date.parse(String(await dayIn())),
    );
  });

  it('and a zone that is unknown, or that no day needs, is refused', async () => {
    const id = await recordIn(trip, 'draft');
    const unknown = await harbour('/trip/lodge', { ids: [id], zone: 'Moon/Crater' });
    expect(Object.keys(unknown.data.fields)).toEqual(['zone']);
    const needless = await harbour('/trip/stop', { ids: [id], why: 'rain', zone: east });
    expect(Object.keys(needless.data.fields)).toEqual(['zone']);
    expect((await rowOf('trip', id)).state).toBe('draft');
  });
});

it('judges a new record as its stamps leave it', async () => {
  const { data } = await harbour('/trip/add', { number: 'A', papers: 'Hanna' });
  expect(data.fields).toEqual({ papers: 'The writer cannot be the paper' });
});

describe('effects', () => {
  it('sets values, queues one mail a user and one event a record', async () => {
    const ids = [await recordIn(trip, 'draft'), await recordIn(trip, 'draft', { number: 'B' })];
    expect((await harbour('/trip/lodge', { ids })).data.done).toBe(2);
    expect(await rowOf('trip', ids[0] as number)).toMatchObject({ state: 'lodged', lodged_by: 2 });
    const notices = await allRows(server.db, 'notice');
    const mails = notices.filter(({ channel }) => channel === 'mail');
    expect(mails.map(({ recipient, body }) => [recipient, body]).sort()).toEqual([
      ['clerk@example.com', 'A is Lodged\nB is Lodged'],
      ['harbour@example.com', 'A is Lodged\nB is Lodged'],
      ['second@example.com', 'A is Lodged\nB is Lodged'],
    ]);
    const events = notices.filter(({ channel }) => channel === 'webhook');
    expect(events.map(({ recipient }) => recipient)).toEqual(['1', '1']);
    expect(events.map(({ event }) => event)).toMatchObject([
      { posted: 'trip.lodged', entity: 'trip', record: ids[0], state: 'lodged', by: 'Hanna' },
      { record: ids[1], title: 'B' },
    ]);
  });

  it('reach a mail server and a webhook once, and after a crash with the ids of before', async () => {
    const { db, clock } = server;
    const smtp = await smtpServer();
    onTestFinished(smtp.close);
    const { heard, url } = await openReceiver();
    const webhooks = openWebhooks(db, { allowPrivate: true });
    await sql`insert into "emailKey" (sender, host, port, security, enabled)
      values ('seals@a.cn', '127.0.0.1', ${smtp.port}, 'none', true)`.execute(db);
    await sql`update webhook set url = ${url} where id = 1`.execute(db);
    await webhooks.makeSecret(db, 1);
    const id = await recordIn(trip, 'draft');
    await harbour('/trip/lodge', { ids: [id] });
    await harbour('/trip/lodge', { ids: [id] });
    await sql`create table queued as select * from notice`.execute(db);
    onTestFinished(async () => void (await sql`drop table queued`.execute(db)));
    const log = { warn: () => {} };
    const tasks = noticeTasks({
      ...{ db, webhooks, log, mailer: openMailer(db), sms: undefined, title: 'Test' },
    });
    const send = () => runOnce(tasks, () => Date.now() + clock.ahead);
    const mails = () =>
      smtp.mails.map((mail) => {
        const part = (pattern: RegExp) => pattern.exec(mail)?.[1];
        return {
          to: part(/^To: (.*)$/m),
          subject: part(/^Subject: (.*)$/m),
          text: part(/\n\n([\s\S]*)/),
          id: part(/^Message-ID:\s+(\S+)/m),
        };
      });
    const byAddress = () => mails().sort((a, b) => `${a.to}`.localeCompare(`${b.to}`));
    await send();
    await send();
    const once = byAddress();
    expect(once).toMatchObject(
      ['clerk', 'harbour', 'second'].map((name) => ({
        to: `${name}@example.com`,
        subject: '[Test] A is Lodged',
        text: 'A is Lodged',
      })),
    );
    expect(new Set(once.map((mail) => mail.id)).size).toBe(3);
    const event = {
      ...{ event: 'trip.lodged', entity: 'trip', record: id, title: 'A', state: 'lodged' },
      ...{ by: 'Hanna', id: expect.any(Number), time: expect.any(Number) },
    };
    const events = () => heard.map(({ body }) => JSON.parse(body).events);
    expect(events()).toEqual([[event]]);
    expect(await allRows(db, 'notice')).toEqual([]);

    // A server that dies before it notes the sending leaves the notices in the queue.
    await sql`insert into notice overriding system value select * from queued`.execute(db);
    await send();
    expect(new Set(byAddress().map((mail) => mail.id))).toEqual(
      new Set(once.map((mail) => mail.id)),
    );
    expect([byAddress().length, events().length]).toEqual([6, 2]);
    expect(events()[1]).toEqual(events()[0]);
  });

  it('leaves out each record that the check, a rule of a field or a unique value refuses', async () => {
    const ids = [
      await recordIn(trip, 'draft', { papers: 'none' }),
      await recordIn(trip, 'draft', { papers: 'all' }),
    ];
    const lodged = await harbour('/trip/lodge', { ids });
    expect(lodged.data).toMatchObject({
      done: 1,
      failed: [{ id: ids[0], why: 'Papers: The papers are missing' }],
    });
    expect(lodged.data.failed[0]).not.toHaveProperty('fields');
    const stopped = await harbour('/trip/stop', { ids, why: 'far too long' });
    const atReason = {
      why: expect.stringContaining('Why: '),
      fields: { why: expect.stringContaining('8') },
    };
    expect(stopped.data.failed).toMatchObject([atReason, atReason]);
    // Two records cannot have one reason, so the second does not move.
    const both = await harbour('/trip/stop', { ids, why: 'rain' });
    expect(both.data).toMatchObject({
      done: 1,
      failed: [{ why: expect.stringContaining('Why: ') }],
    });
    const states = (await allRows(server.db, 'trip')).map(({ state }) => state);
    expect(states.sort()).toEqual(['lodged', 'stopped']);
  });

  it('sends the command, or leaves the record that it is refused for', async () => {
    const ids = [
      await recordIn(trip, 'lodged', { device_id: 1 }),
      await recordIn(trip, 'lodged'),
      await recordIn(trip, 'lodged', { device_id: 2 }),
    ];
    const { data } = await harbour('/trip/release', { ids });
    expect(data.done).toBe(1);
    expect(data.failed.map(({ id }: { id: number }) => id)).toEqual([ids[1], ids[2]]);
    const tickets = await allRows(server.db, 'appointmentCommandRecord');
    expect(tickets.map(({ sn, cmd, oper_id }) => [sn, cmd, oper_id])).toEqual([['H1', 'seal', 2]]);
    const states = (await allRows(server.db, 'trip')).map(({ state }) => state);
    expect(states.sort()).toEqual(['lodged', 'lodged', 'released']);
  });

  it('sends to one lock, but not to so many that the command must be confirmed by typing', async () => {
    const devices = await sql<{ id: number }>`
      select id from device where sn in ('P00', 'P01') order by sn`.execute(server.db);
    const ids: number[] = [];
    for (const { id } of devices.rows) {
      ids.push(await recordIn(trip, 'draft', { device_id: id }));
    }
    await server.setParameter('command_typed_from', '2');
    try {
      const { verify, data } = await harbour('/trip/open', { ids });
      expect(verify.sign).toBe('conflict');
      expect(data.failed).toMatchObject([
        { id: ids[0], why: expect.stringContaining('confirmed by typing') },
        { id: ids[1], why: expect.stringContaining('confirmed by typing') },
      ]);
      expect(await allRows(server.db, 'appointmentCommandRecord')).toEqual([]);
      expect((await harbour('/trip/open', { ids: ids.slice(0, 1) })).data.done).toBe(1);
      const tickets = await allRows(server.db, 'appointmentCommandRecord');
      expect(tickets).toMatchObject([{ sn: 'P00', cmd: 'unseal' }]);
    } finally {
      await server.setParameter('command_typed_from', '20');
    }
  });

  it('sends to the lock that it sets', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from device where sn in ('P00', 'P01') order by sn`.execute(server.db);
    const id = await recordIn(trip, 'draft', { device_id: rows[0]?.id });
    const { data } = await harbour('/trip/relock', { ids: [id], lock: rows[1]?.id });
    expect(data).toMatchObject({ done: 1 });
    const tickets = await allRows(server.db, 'appointmentCommandRecord');
    expect(tickets).toMatchObject([{ sn: 'P01', cmd: 'unseal' }]);
  });

  it('refuses a command that the operator may not send', async () => {
    const { db } = server;
    const buttons = sql`select id from button where "actionUrl" like '%command/seal'`;
    await sql`delete from role_button where role_id = 2 and button_id in (${buttons})`.execute(db);
    try {
      const id = await recordIn(trip, 'lodged', { device_id: 1 });
      const { verify } = await harbour('/trip/release', { ids: [id] });
      expect(verify.sign).toBe('conflict');
      expect(await rowOf('trip', id)).toMatchObject({ state: 'lodged' });
      expect(await allRows(db, 'appointmentCommandRecord')).toEqual([]);
    } finally {
      await sql`insert into role_button select 2, id from (${buttons}) as own`.execute(db);
    }
  });

  it('notifies the user that a field names, unless they cannot see the record', async () => {
    const id = await recordIn(trip, 'lodged');
    await sql`update trip set lodged_by = 4`.execute(server.db);
    await harbour('/trip/stop', { ids: [id], why: 'rain' });
    expect(await allRows(server.db, 'notice')).toMatchObject([
      { oper_id: 4, body: 'A was stopped' },
    ]);
    await sql`delete from notice`.execute(server.db);
    const other = await recordIn(trip, 'lodged');
    await sql`update trip set lodged_by = 3`.execute(server.db);
    await harbour('/trip/stop', { ids: [other], why: 'snow' });
    expect(await allRows(server.db, 'notice')).toEqual([]);
    expect(await allRows(server.db, 'bell_message')).toMatchObject([{ oper_id: 4 }]);
  });

  it('shows the message at the bell of each user, with a line for each record, until it is read', async () => {
    const ids = [await recordIn(trip, 'draft'), await recordIn(trip, 'draft')];
    await harbour('/trip/lodge', { ids });
    await harbour('/trip/lodge', { ids: [await recordIn(trip, 'draft')] });
    const { data } = await harbour('/bell/unread', {});
    const text = 'A is Lodged';
    expect(data).toMatchObject({
      total: 2,
      list: [
        { text, entity: 'trip', record: expect.any(Number), at: expect.any(Number) },
        { text: `${text}\n${text}`, entity: 'trip', record: null },
      ],
    });
    const inChinese = await harbour('/bell/unread', {}, 'zh');
    expect(inChinese.data.list[0].text).toBe('A：已申报');
    const [newest, oldest] = data.list as [{ id: number }, { id: number }];
    expect((await admin('/bell/unread', {})).data).toEqual({ total: 0, list: [] });
    await admin('/bell/read', { ids: [newest.id, oldest.id] });
    await harbour('/bell/read', { ids: [oldest.id] });
    expect((await harbour('/bell/unread', {})).data.list).toMatchObject([{ id: newest.id }]);
  });

  it('logs once that no role has the name that a message goes to', async () => {
    const reopen = async () => harbour('/visit/reopen', { ids: [await recordIn(visit, 1)] });
    expect((await reopen()).data.done).toBe(1);
    expect((await reopen()).data.done).toBe(1);
    expect(server.warnings.filter((text) => text.includes('Foreman'))).toEqual([
      'visit.reopen notifies nobody: no role is called "Foreman"',
    ]);
  });

  it('marks an empty value of a message in both languages', async () => {
    await harbour('/visit/call', { ids: [await recordIn(visit, 0)] });
    expect((await harbour('/bell/unread', {})).data.list[0].text).toBe('A, —, called');
    expect((await harbour('/bell/unread', {}, 'zh')).data.list[0].text).toBe('A，—，已致电');
  });

  it('shows no message about an organisation that the user no longer sees', async () => {
    await harbour('/trip/lodge', { ids: [await recordIn(trip, 'draft')] });
    await sql`update bell_message set org_id = 3`.execute(server.db);
    expect((await harbour('/bell/unread', {})).data.total).toBe(0);
  });

  it('keeps messages for 90 days', async () => {
    await harbour('/trip/lodge', { ids: [await recordIn(trip, 'draft')] });
    const day = 86_400_000;
    const [{ at } = { at: 0 }] = await allRows(server.db, 'bell_message');
    await deleteOldMessages(server.db, Number(at) + 90 * day);
    expect(await allRows(server.db, 'bell_message')).not.toEqual([]);
    await deleteOldMessages(server.db, Number(at) + 91 * day);
    expect(await allRows(server.db, 'bell_message')).toEqual([]);
  });
});

it.each(['bell_message', 'notice', 'operationLog'])(
  'does all of an action or nothing if %s fails',
  async (table) => {
    const { db } = server;
    const ids = [await recordIn(trip, 'draft'), await recordIn(trip, 'draft')];
    await sql
      .raw(`create or replace function fail() returns trigger language plpgsql as $$
      begin raise exception 'down'; end $$`)
      .execute(db);
    const on = sql.table(table);
    await sql`create trigger fails before insert on ${on} for each row execute function fail()`.execute(
      db,
    );
    try {
      await harbour('/trip/lodge', { ids }).catch(() => undefined);
    } finally {
      await sql`drop trigger fails on ${on}`.execute(db);
    }
    expect((await allRows(db, 'trip')).map(({ state }) => state)).toEqual(['draft', 'draft']);
    expect(await allRows(db, 'notice')).toEqual([]);
  },
);

it('moves a record once, however many actions run at a time on two servers', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => recordIn(trip, 'draft')));
  const second = await server.start();
  const { call } = createClient(
    await second.listen({ port: 0, host: '127.0.0.1' }),
    SECRET,
    server.clock,
  );
  const token = await server.signIn('harbour');
  const calls = [harbour, (path: string, body: object) => call(path, body, { token })] as const;
  const answers = await Promise.all(
    ids.flatMap((id) =>
      ['lodge', 'stop', 'lodge', 'stop'].map((code, i) =>
        (i < 2 ? calls[0] : calls[1])(`/trip/${code}`, {
          ids: [id],
          why: code === 'stop' ? `${id}` : undefined,
        }),
      ),
    ),
  );
  const rows = await allRows(server.db, 'trip');
  await second.close();
  // A stop may follow a lodging; nothing follows a stop.
  const moves = answers.filter(({ verify }) => verify.sign === 'success').length;
  const lodged = (await allRows(server.db, 'notice')).filter(
    ({ channel }) => channel === 'webhook',
  );
  expect(rows.every(({ state }) => state === 'stopped')).toBe(true);
  expect(moves).toBe(4 + lodged.length);
});

it('describes the moves in /openapi.json and in the tree of a role', async () => {
  const schema = await (await fetch(`${server.url}/openapi.json`)).json();
  expect(schema.components.schemas.visit['x-states']).toEqual(visit.states);
  expect(schema.components.schemas.permit['x-states']).toEqual(permit.states);
  const { data } = await admin('/role/grantable', { parent_id: 2 });
  const names = data.menus.flatMap((menu: { buttons: { name: string }[] }) =>
    menu.buttons.map(({ name }) => name),
  );
  expect(names).toContain('Stop (Draft, Lodged → Stopped)');
});
