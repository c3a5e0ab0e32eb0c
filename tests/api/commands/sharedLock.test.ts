import { type RawBuilder, sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import { round, sample } from '../../rounds';
import { devicesIn } from '../../unit/console/maps/fleet/device';
import { addLocks } from '../locks';
import { ordersServer } from './ordersServer';

/**
 * Makes every call as an operator of the borrowing organisation, before, during and after a loan. Except for the calls
 * named below the answers must be equal, and no answer may contain a text of the owner.
 */

type Opened = Awaited<ReturnType<typeof ordersServer>>;
type Body = Record<string, unknown>;

const SN = 'LENT-77';
const ID = 77;
/** Name of the lock, for readers who may see it. */
const NAME = 'Lent out';
const HARBOUR = 2;
const NORTHERN = 3;
/** Part of every text that Harbour stores. */
const OWNERS = 'OWNERS';
const AT = Date.now();
const PERIOD = { from: AT - 3_600_000, to: AT + 60_000 };

let server: Opened;
let calls: readonly (readonly [string, Body])[];
const tokens: Record<string, string> = {};

const ask = async (operator: string, path: string, body: Body) =>
  server.call(path, body, { token: tokens[operator] as string });

const NUMBERS = ['bigint', 'integer', 'smallint', 'double precision', 'real', 'numeric'];

/** Returns a value for a column that must not be empty. */
const fillFor = (type: string, name: string): unknown => {
  if (NUMBERS.includes(type)) return /time|_at$/.test(name) ? AT : 1;
  if (type === 'boolean') return true;
  if (type === 'ARRAY') return '{}';
  return type === 'jsonb' || type === 'json' ? '{}' : OWNERS;
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly length: number | null;
  readonly needed: boolean;
}

/** Tables with rows already, or the subject of the test. */
const OTHERWISE = ['device', 'org', 'oper', 'role', 'batchDisDevice'];

/** Adds a record of Harbour to every table with tenants, about the lock if possible. */
const plant = async (): Promise<void> => {
  const { db } = server;
  const { rows: columns } = await sql<Column>`
    select table_name as table, column_name as name, data_type as type,
      character_maximum_length as length, is_nullable = 'NO' and column_default is null as needed
    from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'`.execute(db);
  const about: Readonly<Record<string, unknown>> = {
    id: ID,
    org_id: HARBOUR,
    sn: SN,
    device_id: ID,
    create_time: AT,
    cmd: 'vibration',
    devices: [ID],
  };
  for (const entity of config.entities) {
    if (entity.derived || OTHERWISE.includes(entity.table)) continue;
    const own = columns.filter(({ table }) => table === entity.table);
    if (!own.some(({ name }) => name === 'org_id')) continue;
    const values: [string, unknown][] = own.flatMap(({ name, type, length, needed }) => {
      const field = entity.fields[name];
      if (name in about) return [[name, about[name]]];
      if (field?.kind === 'choice') return [[name, field.of[0][0]]];
      if (field?.kind === 'text' && !field.pattern && (length ?? 99) >= OWNERS.length)
        return [[name, OWNERS]];
      return needed ? [[name, fillFor(type, name)]] : [];
    });
    const named: RawBuilder<unknown>[] = values.map(([name]) => sql.ref(name));
    await sql`insert into ${sql.table(entity.table)} (${sql.join(named)})
      overriding system value values (${sql.join(values.map(([, value]) => value))})`.execute(db);
  }
};

/** Arguments of commands; those left out have none. */
const ARGUMENTS: Readonly<Record<string, Body>> = {
  unsealEnable: { enable: 1 },
  autoSeal: { mode: 0 },
  vibration: { value: 3 },
  parkingAlarm: { minutes: 60 },
  timeZone: { minutes: 480 },
  managementMode: { mode: 1 },
  serverAddress: { host: 'seals.example.com', port: 1883 },
  apn: { apn: 'cmnet' },
  bluetoothName: { name: 'LOCK' },
  bluetoothSwitch: { on: true },
  addCards: { cards: ['7001'] },
  removeCards: { cards: ['7001'] },
  setChildLocks: { locks: [] },
  upgrade: { firmware: ID },
};
const SECRETS: Readonly<Record<string, readonly [string, string]>> = {
  unsealPassword: ['password', '12345612'],
  bluetoothKey: ['key', 'abc123'],
};

/** Matches calls about sessions and files, which have no locks. */
const OTHER = /^\/(login|auth|hobby|file)\//;
/** Reason and typed confirmation, so that no call is refused for lack of them. */
const HOW = { reason: 'Test', typed: SN, total: 1 };

/** Returns the requests for a call, with each way to ask for the lock. */
const callsOf = async (path: string, by: readonly string[]): Promise<[string, Body][]> => {
  const [, entity = '', verb = ''] = path.split('/');
  if (entity === 'command') {
    const secret = SECRETS[verb];
    const args = secret ? { [secret[0]]: await server.encrypt(secret[1]) } : ARGUMENTS[verb];
    if (path.endsWith('/check')) return [[path, { targets: { sns: [SN] } }]];
    return path.endsWith('/code') ? [] : [[path, { sns: [SN], how: HOW, ...args }]];
  }
  if (entity === 'report') {
    return config.reports.map(({ name }) => [
      path,
      {
        report: name,
        ...PERIOD,
        group: 'sn',
        ...(verb === 'run' ? { sns: [SN] } : { devices: [ID] }),
      },
    ]);
  }
  if (entity === 'live') return verb === 'snapshot' ? [[path, {}]] : [];
  if (entity === 'track') return [[path, { sns: [SN], ...PERIOD }]];
  if (entity === 'place') return [[path, { text: OWNERS, points: [[22.3, 114.1]] }]];
  if (verb === 'list') return [[path, { pageSize: 200 }]];
  if (verb === 'count') return by.map((name) => [path, { by: name }]);
  if (verb === 'export') return [[path, {}]];
  return [[path, { id: ID, ids: [ID] }]];
};

/** Concurrent calls. */
const AT_ONCE = 8;

/** Makes calls and returns their answers as text. Files are read as rows, and cursors are left out. */
const answersTo = async (
  operator: string,
  requests = calls,
): Promise<ReadonlyMap<string, string>> => {
  const token = tokens[operator] as string;
  const answers = new Map<string, string>();
  const answer = async ([path, body]: (typeof requests)[number]) => {
    const response = await server.file(path, body, { token });
    const isJson = response.headers.get('content-type')?.includes('json');
    const { verify, data } = isJson
      ? ((await response.json()) as { verify: unknown; data: Body | null })
      : { verify: 'file', data: await readSheet(Buffer.from(await response.arrayBuffer())) };
    const text = JSON.stringify([verify, data], (name, value) => (name === 'cursor' ? 0 : value));
    answers.set(`${path} ${JSON.stringify(body)}`, text);
  };
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    await Promise.all(requests.slice(from, from + AT_ONCE).map(answer));
  }
  return answers;
};

/** Returns the paths whose answers differ. */
const changedPaths = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) => {
  const changed = [...one].filter(([key, answer]) => other.get(key) !== answer);
  return [...new Set(changed.map(([key]) => key.split(' ')[0]))].toSorted();
};

const pathsWith = (answers: ReadonlyMap<string, string>, text: string) => [
  ...new Set(
    [...answers].filter(([, answer]) => answer.includes(text)).map(([key]) => key.split(' ')[0]),
  ),
];

beforeAll(async () => {
  server = await ordersServer();
  for (const operator of ['admin', 'harbour', 'northern'])
    tokens[operator] = await server.signIn(operator);
  await addLocks(server.db, {
    ...{ id: ID, sn: SN, device_name: NAME, org_id: HARBOUR },
    ...{ sim_card: OWNERS, device_no: OWNERS, subjectName: OWNERS },
    ...{ status: 0, communicate_status: 1, alarms: 3 },
    ...{ lat: 22.3, lon: 114.1, fix_lat: 22.3, fix_lon: 114.1 },
  });
  await plant();
  await sql`insert into lock_setting (sn, code, known, known_time, known_how)
    values (${SN}, 'bluetoothName', ${JSON.stringify({ name: OWNERS })}::jsonb, ${AT}, 'read')`.execute(
    server.db,
  );
  const described = (await (await fetch(`${server.url}/openapi.json`)).json()) as Described;
  const describedCalls: [string, Body][] = [];
  for (const [path, { post }] of Object.entries(described.paths)) {
    if (OTHER.test(path)) continue;
    const { properties } = post.requestBody.content['application/json'].schema;
    describedCalls.push(...(await callsOf(path, properties.by?.enum ?? [])));
  }
  const isChanged = ([path]: [string, Body]) =>
    isCommand(path) || [...VISIBLE, ...OWN_DOING].includes(path);
  const otherCalls = describedCalls.filter((call) => !isChanged(call));
  calls = [...describedCalls.filter(isChanged), ...sample(otherCalls, 4)];
});

interface Described {
  readonly paths: Record<
    string,
    {
      readonly post: {
        readonly requestBody: {
          readonly content: {
            readonly 'application/json': {
              readonly schema: {
                readonly properties: Record<string, { readonly enum?: string[] }>;
              };
            };
          };
        };
      };
    }
  >;
}

/** Calls that show the lock during the loan: as a borrowed lock, and live. */
const VISIBLE = ['/live/snapshot', '/sharedDevice/export', '/sharedDevice/list'];
/** Commands show it too: all but `seal` answer that they were not lent. An upgrade lacks its firmware before. */
const isCommand = (path: string) => path.startsWith('/command/') && path !== '/command/upgrade';
/** The borrower's own actions, which stay readable. */
const OWN_DOING = [
  '/appointmentCommandRecord/count',
  '/appointmentCommandRecord/export',
  '/appointmentCommandRecord/list',
  '/commandBatch/export',
  '/commandBatch/list',
  '/operationLog/export',
  '/operationLog/list',
  '/report/export',
  '/report/run',
];
/** Returns the paths without some. */
const but = (paths: readonly (string | undefined)[], these: readonly string[]) =>
  paths.filter((path) => path !== undefined && !these.includes(path));

it('a shared lock shows only its position and state, in every call, and nothing after the share ends', async () => {
  const reads = calls.filter(([path]) => /\/(list|export|count|run)$/.test(path));
  const before = await answersTo('northern');
  const lent = await ask('admin', '/batchDisDevice/add', {
    devices: [ID],
    orgs: [NORTHERN],
    may_seal: true,
    may_unseal: false,
  });
  const during = await answersTo('northern');
  const visible = [...new Set(calls.map(([path]) => path).filter(isCommand)), ...VISIBLE];
  const { columns } = (await ask('northern', '/live/snapshot', {})).data;
  const live = devicesIn(columns).find(({ sn }) => sn === SN);
  await ask('admin', '/batchDisDevice/revoke', { ids: [lent.data.id] });
  // Only reads are repeated: they would show any remains of the loan.
  const after = await answersTo('northern', reads);

  for (const answers of [before, during, after]) expect(pathsWith(answers, OWNERS)).toEqual([]);
  expect(but(changedPaths(before, during), OWN_DOING)).toEqual(visible.toSorted());
  expect(but(pathsWith(during, NAME), VISIBLE)).toEqual([]);
  expect(live).toMatchObject({ alarms: 0, lent: 1 });
  expect(but(changedPaths(after, before), OWN_DOING)).toEqual([]);
  expect(pathsWith(after, NAME)).toEqual([]);
  // The same calls return many of the owner's texts to the owner.
  expect(pathsWith(await answersTo('harbour', reads), OWNERS).length).toBeGreaterThan(
    round(10, 30),
  );
  expect(server.errors).toEqual([]);
});
