import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import config from '../../../resources.config';
import {
  type Action,
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Command,
  type Condition,
  type Fields,
} from '../../../src/config';
import { JOB } from '../../../src/domain/job';
import { CALL } from '../../../src/protocol';
import { tokenHash } from '../../../src/server/auth/sessions';
import { STATE_COLUMNS, type Store, verifyLog } from '../../../src/server/db';
import { round, sample } from '../../rounds';
import { testStore } from '../db/testStore';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';
import { type Answer, type Client, FIRST_PASSWORD, OWN_PASSWORD } from './client';
import { noteWrites, takeWritten } from './writtenRows';

/**
 * No call can change anything without a row in the operation log. Every call that changes something is made twice. The
 * first time the log refuses rows: the call must fail and leave every table unchanged. The second time it must succeed,
 * which proves that the log alone caused the refusal.
 */

let client: Client;
let store: Store;
let token: string;
let paths: string[];

beforeAll(async () => {
  const place = await ownPlace(config);
  const started = await startShipped(place, {
    DEMO: '0',
    ADMIN_PASSWORD: FIRST_PASSWORD,
    SMS_FILE: join(tmpdir(), `evidence-${process.pid}.jsonl`),
  });
  client = started;
  store = await testStore({ place, config });
  token = await client.signIn('admin');
  const described = await (await fetch(`${started.url}/openapi.json`)).json();
  paths = Object.keys((described as { paths: object }).paths);
  await sql`create function refuse_log() returns trigger language plpgsql as
    $$ begin raise exception 'the log is full'; end $$`.execute(store.db);
  await noteWrites(store);
});

/** Matches calls that only read, by the last part of their path or by the whole path. */
const READS =
  /\/(list|get|count|timeline|outline|sums|preview|grantable|pageRoles|shown|unread|getAuth|errors|words|find|limits|check)$|^\/live\/|^\/(report\/run|map\/session)$/;
const reads = (path: string) => READS.test(path) || path === CALL.HOBBY_GET;

type Body = Record<string, unknown>;

/** Field with the options of any kind. */
type AskedField = AnyField & {
  readonly pattern?: RegExp;
  readonly min?: number;
  readonly max?: number;
  readonly purpose?: string;
  readonly columns?: readonly string[];
};
let serial = 0;

const entityOf = (name: string): AnyEntity => {
  const entity = config.entities.find((entity) => entity.name === name);
  if (!entity) throw new Error(`There is no entity ${name}`);
  return entity;
};

const ask = async (path: string, body: Body): Promise<Answer> => client.call(path, body, { token });

/** Texts, of which one fits any pattern. */
const texts = () => {
  serial += 1;
  const number = String(serial).padStart(4, '0');
  return [
    `E${number}`,
    `1380013${number}`,
    `000000${number}`,
    `00${number}`,
    `/e/${number}`,
    `ftp://files.example.com/${number}.bin`,
  ];
};

const textFor = ({
  pattern,
  max = 99,
  min = 0,
}: Pick<AskedField, 'pattern' | 'min' | 'max'>): string => {
  const fits = (text: string) =>
    text.length >= min && text.length <= max && (!pattern || new RegExp(pattern).test(text));
  const text = texts().find(fits);
  if (text === undefined) throw new Error(`No text fits ${pattern}`);
  return text;
};

const someId = async (entity: string): Promise<number> => {
  const { data } = await ask(`/${entity}/list`, {});
  return data.list[0]?.id ?? (await added(entity));
};

const valueFor = async (field: AskedField): Promise<unknown> => {
  const values: Record<string, () => unknown> = {
    choice: () => field.of[0][0],
    number: () => Math.max(1, field.min ?? 1),
    battery: () => 50,
    boolean: () => true,
    codes: () => [textFor(field.pattern ? { pattern: field.pattern } : {})],
    color: () => '#112233',
    date: () => '3030-01-02',
    datetime: () => Date.now() + 60_000,
    duration: () => Math.max(1, field.min ?? 1),
    email: () => 'somebody@example.com',
    geometry: () => ({ type: 'Point', coordinates: [114, 22] }),
    grants: () => ({ menus: [], buttons: [] }),
    json: () => ({ a: 1 }),
    lngLat: () => ({ lat: 22, lon: 114 }),
    password: () =>
      client.encrypt(field.pattern?.test('Secret2026') === false ? '12345612' : 'Secret2026'),
    phones: () => '13800138000',
    radius: () => 100,
    ref: () => someId(field.of),
    refTree: () => someId(field.of),
    refs: async () => [await someId(field.of)],
    file: () => uploaded(field.purpose),
    image: () => uploaded('image'),
  };
  return (values[field.kind] ?? (() => textFor(field)))();
};

/** @param except fields that get a value elsewhere */
const valuesFor = async (fields: Fields, except: readonly string[] = []): Promise<Body> => {
  const values: Body = {};
  for (const [name, field] of Object.entries(fields) as [string, AskedField][]) {
    // A place with declared columns gets its value by these.
    if (!field.required || field.when || !appearsIn(field, 'create') || field.columns) continue;
    if (except.includes(name)) continue;
    values[name] = field.initial ?? (await valueFor(field));
  }
  return values;
};

/** Values of new records that the declaration alone does not determine. */
const forms: Record<string, () => Promise<Body>> = {
  alarmConfig: async () => ({ device_id: await added('device'), receive_type: 1 }),
  alarmMute: async () => ({ device_id: await added('device') }),
  alarmEscalation: async () => ({ mail_box: 'next@example.com' }),
  alarmSeverity: async () => ({ org_id: await added('org') }),
  webhook: async () => ({ url: 'https://alarms.example.com/seals' }),
  batchAddDevice: async () => ({ source: 2, sn_from: `B${textFor({})}1`, amount: 1 }),
  batchAddICCard: async () => ({
    segment: String(8_000_000 + serial),
    first: 1,
    amount: 1,
  }),
  batchDisDevice: async () => ({ may_seal: true }),
  commandSchedule: async () => ({
    cmd: 'seal',
    once_at: Date.now() + 86_400_000,
    devices: [await someId('device')],
  }),
  fence: async () => ({ radius: 500 }),
  savedReport: async () => ({
    report: 'alarms',
    language: 'en_US',
  }),
  oper: async () => ({
    role_id: await someId('role'),
    password: await client.encrypt('Secret2026'),
  }),
  role: async () => ({ parent_id: 1 }),
  org: async () => ({ parent_id: 1 }),
};

const formOf = async (entity: string): Promise<Body> => {
  const form = (await forms[entity]?.()) ?? {};
  return { ...(await valuesFor(entityOf(entity).fields as Fields, Object.keys(form))), ...form };
};

/** Creates records that no call adds. */
const comesAbout: Record<string, () => Promise<number>> = {
  alertRecord: async () => {
    const { rows } = await sql<{ id: number }>`
      insert into "alertRecord" (sn, org_id, create_time, police_type, state)
      select sn, 1, ${Date.now()}, 1011, 0 from device where id = ${await added('device')}
      returning id`.execute(store.db);
    return rows[0]?.id ?? 0;
  },
  sentList: async () => {
    const { rows } = await sql<{ id: number }>`
      insert into "sentList" (title, org_id, oper_id) values ('Devices', 1, 1) returning id`.execute(
      store.db,
    );
    return rows[0]?.id ?? 0;
  },
  waitingLock: async () => {
    const { rows } = await sql<{ id: number }>`
      insert into "waitingLock" (sn, org_id, first_time, last_time, times)
      values (${textFor({})}, 1, 1, 1, 1) returning id`.execute(store.db);
    return rows[0]?.id ?? 0;
  },
};

const added = async (entity: string): Promise<number> => {
  const id = await comesAbout[entity]?.();
  if (id !== undefined) return id;
  const { data, verify } = await ask(`/${entity}/add`, await formOf(entity));
  if (verify.sign !== 'success') throw new Error(`${entity}: ${JSON.stringify([verify, data])}`);
  return data.id;
};

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const upload = (purpose = 'logo', name = 'picture.png') =>
  client.upload(PNG, name, { purpose }, { token });
const uploaded = async (purpose = 'logo') =>
  (
    await (purpose === 'firmware'
      ? client.upload(Uint8Array.from([1, 2]), 'version.bin', { purpose }, { token })
      : upload())
  ).data.path;

const jobsDone = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select 1 from job where state in (0, 1) and coalesce(beat, 0) < ${Date.now() + 60_000}`.execute(
        store.db,
      );
      return rows.length;
    })
    .toBe(0);

const rowsOf = async (path: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from "operationLog" where operate_url = ${path} and success`.execute(
    store.db,
  );
  return rows[0]?.count ?? 0;
};

const withoutLog = async <T>(work: () => Promise<T>): Promise<T> => {
  await sql`create trigger refuse before insert on "operationLog"
    for each row execute function refuse_log()`.execute(store.db);
  try {
    return await work();
  } finally {
    await sql`drop trigger refuse on "operationLog"`.execute(store.db);
  }
};

/** Makes a call twice. @returns the second answer */
const proved = async (path: string, make: () => Promise<Answer>): Promise<Answer> => {
  provedCalls.add(path);
  await jobsDone();
  await takeWritten(store);
  const refused = await withoutLog(make);
  const { desc } = refused.verify;
  expect([path, refused.verify, refused.data]).toEqual([path, { sign: 'fail', desc }, null]);
  expect([path, await takeWritten(store)]).toEqual([path, []]);
  const rows = await rowsOf(path);
  const answer = await make();
  const { verify, data } = answer;
  expect([path, verify, data]).toEqual([path, { sign: 'success', desc: '' }, data]);
  expect(await rowsOf(path)).toBeGreaterThan(rows);
  return answer;
};

const provedCalls = new Set<string>();
const prove = (path: string, body: Body) => proved(path, () => ask(path, body));

/** Proves a call that returns a file, or the reason of its refusal as JSON. */
const proveFile = (path: string, body: Body) =>
  proved(path, async () => {
    const response = await client.file(path, body, { token });
    const isJson = response.headers.get('content-type')?.includes('json');
    if (isJson) return { ...((await response.json()) as Answer), response };
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
    return { verify: { sign: 'success', desc: '' }, data: null, response };
  });

/** Entities and actions with tests of their own. */
const own = {
  // Rows of these are jobs.
  batchAddDevice: true,
  batchAddICCard: true,
  exportJob: true,
  // Rows of these belong to commands.
  commandBatch: true,
  appointmentCommandRecord: true,
  // A sent mail cannot be rolled back, and changes no row.
  mails: ['alarmConfig:test', 'emailKey:test', 'webhook:test'],
};

/** Removes what prevents the deletion of a new record. */
const emptied: Record<string, (id: number) => Promise<unknown>> = {
  org: (id) => sql`delete from oper where org_id = ${id}`.execute(store.db),
};

/** Prepares a new record for an action. */
const preparations: Record<string, (id: number) => Promise<unknown>> = {
  device: (id) =>
    sql`update device set sim_card = '8986001234567890123', "packageTime" = current_date
      where id = ${id}`.execute(store.db),
  savedReport: (id) =>
    sql`update "savedReport" set mail_box = 'somebody@example.com' where id = ${id}`.execute(
      store.db,
    ),
  // Only users without a password are invited, by a server with a mail account.
  oper: async (id) => {
    await sql`update oper set password_hash = null, "operEmail" = 'new@example.com'
      where id = ${id}`.execute(store.db);
    await sql`insert into "emailKey" (sender, host, port, security, enabled)
      values ('seals@example.com', '127.0.0.1', 1, 'none', true)
      on conflict (sender) do nothing`.execute(store.db);
  },
};

/** Returns values of a record with which the first operator may use an action. */
const allowing = ({ when = {}, onlyBy, anotherThan }: Action): Body => ({
  ...Object.fromEntries(
    Object.entries(when as Record<string, Condition<number>>).map(([name, met]) => [
      name,
      'above' in met ? met.above + 1 : met[0],
    ]),
  ),
  ...(onlyBy && { [onlyBy]: 1 }),
  ...(anotherThan && { [anotherThan]: 2 }),
});

const change = async (table: string, id: number, values: Body) => {
  for (const [field, value] of Object.entries(values)) {
    const isReported = table === 'device' && field in STATE_COLUMNS;
    const [target, key] = isReported ? ['device_state', 'device_id'] : [table, 'id'];
    await sql`
      update ${sql.table(target)} set ${sql.id(field)} = ${value} where ${sql.id(key)} = ${id}`.execute(
      store.db,
    );
  }
};

/** Waits until a mail has failed, which happens at once. It would be retried later. */
const mailFailed = async () => {
  const tries = sql<{ count: number }>`select count(*) as count from "noticeRecord"`;
  const count = async () => (await tries.execute(store.db)).rows[0]?.count;
  await expect.poll(count).not.toBe(0);
  for (const table of ['notice', 'noticeRecord', 'emailKey'])
    await sql`delete from ${sql.table(table)}`.execute(store.db);
};

/** Waits for the follow-up work of an action, which must not change rows during the next proof. */
const settle: Record<string, () => Promise<unknown>> = {
  'savedReport:send': mailFailed,
  'oper:invite': mailFailed,
};

const entitiesWith = (verb: 'export' | 'import'): string[] =>
  config.entities.filter(({ verbs }) => verbs.includes(verb)).map(({ name }) => name);

const commands = [
  ...new Map(
    config.entities.flatMap((entity) => Object.entries(entity.commands as Record<string, Command>)),
  ),
];

/** `npm test` takes every sixteenth case of a kind. */
const STEP = 16;

describe('a call that cannot be logged changes nothing', () => {
  // A map has one key for each terminal, and every test fills in the same.
  beforeEach(async () => {
    for (const table of ['mapKey', 'mapKeyWeb'])
      await sql`delete from ${sql.table(table)}`.execute(store.db);
  });

  // In a long run the tests prove every call but those that only look or send mails.
  afterAll(() => {
    if (!round(false, true)) return;
    const mails = own.mails.map((code) => `/${code.replace(':', '/')}`);
    const left = paths.filter((path) => !reads(path) && !provedCalls.has(path)).sort();
    expect(left).toEqual(mails);
  });

  it.each(
    sample(
      config.entities
        .filter(({ derived }) => !derived)
        .map((entity) => [entity.name, entity] as const),
      STEP,
    ),
  )('adding, changing or deleting %s', async (name, entity) => {
    const verbs: readonly string[] = entity.verbs;
    if (!verbs.includes('add') && !comesAbout[name]) return;
    const { id } = verbs.includes('add')
      ? (await prove(`/${name}/add`, await formOf(name))).data
      : { id: await added(name) };
    // The triggers note changes at all, so an empty note means that nothing was written.
    expect(await takeWritten(store)).not.toEqual([]);
    if (verbs.includes('update')) {
      const change = await changeOf(entity, id);
      await prove(`/${name}/update`, { id, ...change });
    }
    await jobsDone();
    await emptied[name]?.(id);
    if (verbs.includes('delete')) await prove(`/${name}/delete`, { ids: [id] });
  });

  it.each(sample(entitiesWith('export'), STEP))('exporting %s', async (name) => {
    await proveFile(`/${name}/export`, {});
  });

  it('exporting a report', async () => {
    const to = Date.now();
    await proveFile('/report/export', { report: 'alarms', from: to - 86_400_000, to });
  });

  it('an export job and its actions', async () => {
    await prove('/device/export', { job: true });
    const list = async () => (await ask('/exportJob/list', {})).data.list;
    await jobsDone();
    const [{ id }] = await list();
    await proveFile('/exportJob/download', { ids: [id] });
    await setState('exportJob', id, JOB.waiting);
    await prove('/exportJob/cancel', { ids: [id] });
    await prove('/exportJob/delete', { ids: [id] });
  });

  it.each(sample(entitiesWith('import'), STEP))('importing %s', async (name) => {
    const all = Object.entries(entityOf(name).fields as Fields).filter(([, field]) =>
      appearsIn(field, 'import'),
    );
    const required = all.filter(([, field]) => field.required);
    // An empty row would be skipped.
    const candidates =
      name === 'alarmConfig' ? all.filter(([field]) => field === 'receive_type') : all;
    const fields = required.length > 0 ? required : candidates.slice(0, 1);
    const values: unknown[] = [];
    for (const [, field] of fields) values.push(await cellFor(field));
    const rows = [fields.map(([, { label }]) => label[0]), values] as string[][];
    const file = await writeExcelFile(rows).toBuffer();
    const { data } = await client.upload(file, 'rows.xlsx', { purpose: 'import' }, { token });
    const answer = await prove(`/${name}/import`, { path: data.path });
    expect([name, answer.data]).toEqual([name, { total: 1, added: 1, errors: [] }]);
  });

  it.each(
    sample(
      config.entities.flatMap(({ name, actions }) =>
        Object.keys(actions)
          .filter((code) => !(name in own) && !own.mails.includes(`${name}:${code}`))
          .map((code) => [name, code] as const),
      ),
      STEP,
    ),
  )('the action %s:%s', async (name, code) => {
    const entity = entityOf(name);
    const action = (entity.actions as Record<string, Action>)[code]!;
    const source = entity.derived ? 'device' : name;
    const id = await added(source);
    await change(source, id, allowing(action));
    await preparations[source]?.(id);
    await prove(`/${name}/${code}`, { ids: [id], ...(await valuesFor(action.args)) });
    await settle[`${name}:${code}`]?.();
  });

  it.each(sample(['batchAddDevice', 'batchAddICCard'], 2))('the actions of %s', async (name) => {
    const id = await added(name);
    await jobsDone();
    await setState(name, id, JOB.failed);
    await sql`update job set state = ${JOB.failed}, beat = null
      where entity = ${name} and record_id = ${id}`.execute(store.db);
    await prove(`/${name}/retry`, { ids: [id] });
    await jobsDone();
    await setState(name, id, JOB.waiting);
    await prove(`/${name}/cancel`, { ids: [id] });
  });

  it.each(sample(commands, STEP))('the command %s', async (code, command) => {
    const id = await added('device');
    await change('device', id, allowing(command));
    const { data: row } = await ask('/device/get', { id });
    const args = await valuesFor(command.args);
    const how = { reason: 'Evidence', typed: row.sn };
    await prove(`/command/${code}`, { sns: [row.sn], ...args, ...(command.typed && { how }) });
  });

  it.each(
    sample(
      commands.filter(([, { typed }]) => typed).map(([code]) => code),
      STEP,
    ),
  )('asking for a code for the command %s', async (code) => {
    await sql`update oper set "operPhone" = '13800138000' where id = 1`.execute(store.db);
    await sql`delete from command_code`.execute(store.db);
    await prove(`/command/${code}/code`, {});
  });

  it('cancelling or resending commands', async () => {
    const { data: row } = await ask('/device/get', { id: await added('device') });
    const { data } = await ask('/command/vibration', { sns: [row.sn], value: 3 });
    const ids = [data.tickets[0].id];
    await prove('/appointmentCommandRecord/cancel', { ids });
    await prove('/appointmentCommandRecord/resend', { ids });
  });

  it.each(['confirm', 'decline', 'stop'])('the action %s of the second person', async (code) => {
    const { rows } = await sql<{ id: number }>`
      with somebody as (
        insert into oper ("operName", "loginName", role_id, org_id, status, password_hash)
        select 'Somebody', ${`asks-${code}`}, role_id, org_id, status, password_hash from oper
        where id = 1 returning id
      )
      insert into command_batch (org_id, create_time, cmd, total, state, operate_source, operate_name,
        oper_id)
      select 1, 1, 'seal', 1, 'unconfirmed', 1, 'Somebody', id from somebody returning id`.execute(
      store.db,
    );
    const id = rows[0]?.id;
    await sql`
      insert into "appointmentCommandRecord" (sn, org_id, cmd, state, create_time, deadline, batch_id)
      values ('NONE', 1, 'seal', 'unconfirmed', 1, ${Date.now() + 60_000}, ${id})`.execute(
      store.db,
    );
    await prove(`/commandBatch/${code}`, { ids: [id] });
  });

  it('the next wave of a command', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into command_batch (org_id, create_time, cmd, total, state, operate_source, operate_name,
        waves, wave, forgiven)
      values (1, ${Date.now()}, 'upgrade', 2, 'stopped', 1, 'Somebody',
        ${JSON.stringify({ first: 1, next: 1, failures: 0 })}::jsonb, 1, 0) returning id`.execute(
      store.db,
    );
    const id = rows[0]?.id;
    await sql`
      insert into "appointmentCommandRecord" (sn, org_id, cmd, state, create_time, deadline, batch_id, wave)
      values ('NONE', 1, 'upgrade', 'planned', 1, ${Date.now() + 60_000}, ${id}, 2)`.execute(
      store.db,
    );
    await prove('/commandBatch/advance', { ids: [id] });
  });

  it('sending the rest of a command', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into command_batch (org_id, create_time, cmd, total, state, operate_source, operate_name,
        rest, hours)
      select 1, 1, 'vibration', 2, 'open', 1, 'Somebody', array[min(sn)], 1 from device
      where org_id = 1 returning id`.execute(store.db);
    const id = rows[0]?.id;
    await sql`
      insert into "appointmentCommandRecord" (sn, org_id, cmd, args, state, create_time, batch_id)
      values ('NONE', 1, 'vibration', '{"value":3}', 'success', 1, ${id})`.execute(store.db);
    await prove('/commandBatch/sendRest', { ids: [id] });
  });

  it('accepting an invitation', async () => {
    await sql`insert into invitation (oper_id, url, token_hash, expires)
      values (${await added('oper')}, '', ${tokenHash('known')}, ${Date.now() + 60_000})`.execute(
      store.db,
    );
    const newPassword = await client.encrypt('Secret2026');
    await prove(CALL.ACCEPT_INVITATION, { token: 'known', newPassword });
  });

  it('signing in or out, saving settings, reading messages, uploading, or changing the password', async () => {
    const password = OWN_PASSWORD;
    await proved(CALL.LOGIN, () => client.login({ username: 'admin' }, password));
    const other = await client.signIn('admin', password);
    await proved(CALL.LOGOUT, () => client.call(CALL.LOGOUT, {}, { token: other }));
    await prove(CALL.HOBBY_SAVE, { map_level: 7 });
    await prove(CALL.BELL_READ, { ids: [1] });
    await proved(CALL.FILE_UPLOAD, () => upload());
    await prove(CALL.CHANGE_PASSWORD, {
      oldPassword: await client.encrypt(password),
      newPassword: await client.encrypt('Newer2026'),
    });
  });
});

/**
 * Sets the state of a record, and marks its job as running, so that no worker takes it. Servers correct a heartbeat that
 * lies more than five minutes ahead.
 */
const setState = async (entity: string, id: number, state: number) => {
  await sql`update ${sql.table(entity)} set state = ${state} where id = ${id}`.execute(store.db);
  await sql`update job set state = ${JOB.running}, beat = ${Date.now() + 240_000}
    where entity = ${entity} and record_id = ${id}`.execute(store.db);
};

/** Returns the spreadsheet cell of a new value. */
const cellFor = async (field: AnyField): Promise<unknown> => {
  if (field.kind === 'choice') return field.of[0][1];
  if (field.of && typeof field.of === 'string') {
    const entity = entityOf(field.of);
    const { data } = await ask(`/${field.of}/get`, { id: await someId(field.of) });
    return String(data[String(entity.title)]);
  }
  const value = await valueFor(field);
  if (typeof value === 'number') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Returns a new value for one field that can be changed. */
const changeOf = async (entity: AnyEntity, id: number): Promise<Body> => {
  const { data: row } = await ask(`/${entity.name}/get`, { id });
  for (const [name, field] of Object.entries(entity.fields as Fields)) {
    if (!appearsIn(field, 'edit') || field.fixed || field.when || field.virtual) continue;
    if (field.kind === 'choice') {
      const other = field.of.find(([value]: [unknown]) => value !== row[name]);
      if (other) return { [name]: other[0] };
    }
    if (field.kind === 'text') return { [name]: textFor(field as AskedField) };
  }
  return { [String(entity.title)]: await valueFor((entity.fields as Fields)[entity.title]!) };
};

it('the chain of the log is intact after a refused and an accepted call', async () => {
  await prove(CALL.HOBBY_SAVE, { map_level: 8 });
  for (const { broken } of await verifyLog(store.db)) expect(broken).toBeUndefined();
});
