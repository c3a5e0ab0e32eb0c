import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { type Action, type Command, hasTimeline, type Verb } from '../../../src/config';
import { locales } from '../../../src/domain/label';
import { verbPath } from '../../../src/protocol';
import * as commands from '../../../src/protocol/contracts/commands';
import type { Contract } from '../../../src/protocol/contracts/contract';
import * as records from '../../../src/protocol/contracts/records';
import { MAX_SN_LENGTH } from '../../../src/protocol/contracts/schemas';
import { type DemoServer, demoServer } from '../startShipped';

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly post: {
    readonly requestBody: { readonly content: Record<string, { readonly schema: Schema }> };
    readonly responses: { readonly 200: { readonly content: Record<string, { schema: object }> } };
  };
}

let server: DemoServer;
let paths: Record<string, Operation>;
let admin: string;
beforeAll(async () => {
  server = await demoServer();
  ({ paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, Operation>;
  });
  admin = await server.signIn('admin');
});

const files = import.meta.glob<Record<string, unknown>>('../../../src/protocol/contracts/*.ts', {
  eager: true,
});

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'request' in value && 'answer' in value;

/** Contracts of calls with a fixed path. */
const fixedContracts = Object.values(files).flatMap((file) =>
  Object.values(file).filter(isContract),
);

const ANY = ['Any', '任意'] as const;

/** Contracts of the calls that entities declare. */
const declaredContracts = config.entities.flatMap((entity): Contract[] => {
  const { name, verbs } = entity;
  const of = (make: (path: string, label: typeof ANY) => Contract, verb: Verb) =>
    verbs.includes(verb) ? [make(verbPath(entity, verb), ANY)] : [];
  return [
    ...Object.entries(entity.commands as Record<string, Command>).flatMap(([code, command]) => [
      commands.commandContract(code, ANY, command.max),
      commands.checkContract(code),
      ...(command.typed ? [commands.codeContract(code)] : []),
    ]),
    ...Object.keys(entity.actions as Record<string, Action>).map((code) =>
      records.actionContract(name, code, { label: ANY }),
    ),
    ...[
      ...(entity.counts.length > 0 ? [records.countContract] : []),
      ...(entity.preview ? [records.previewContract] : []),
    ].map((make) => make(name, ANY) as Contract),
    ...(hasTimeline(entity)
      ? [records.timelineContract(name, ANY, Object.keys(entity.timeline))]
      : []),
    ...of(records.exportContract, 'export'),
    ...of(records.importContract, 'import'),
  ];
});

/** By path. The calls of tickets take the place of the actions that their buttons declare. */
const contracts = new Map(
  [...declaredContracts, ...fixedContracts].map((each) => [each.path, each]),
);

/** A schema as the description has it: without the messages. */
const described = (schema: unknown) =>
  JSON.parse(JSON.stringify(schema, (name, value) => (name === 'says' ? undefined : value)));

const SIGNED = ['langue', 'timestamp', 'sign'];

describe('the OpenAPI description', () => {
  it('has the request and answer of each contract', () => {
    expect(fixedContracts.length).toBeGreaterThan(20);
    expect(declaredContracts.length).toBeGreaterThan(100);
    for (const { path, request, answer } of contracts.values()) {
      const { requestBody, responses } = paths[path]?.post ?? {};
      const [body] = Object.values(requestBody?.content ?? {});
      const { properties = {}, required = [] } = described(request) as Schema;
      expect([path, Object.keys(body?.schema.properties ?? {})]).toEqual([
        path,
        expect.arrayContaining([...Object.keys(properties), ...SIGNED]),
      ]);
      expect([path, body?.schema.required]).toEqual([path, expect.arrayContaining([...required])]);
      const answers = JSON.stringify(responses?.[200].content);
      for (const part of described(answer).anyOf ?? [described(answer)]) {
        expect([path, answers]).toEqual([path, expect.stringContaining(JSON.stringify(part))]);
      }
    }
  });

  it.each([
    ['/report/export', ['file', 'refusal']],
    ['/exportJob/download', ['file', 'values', 'refusal']],
    ['/batchAddDevice/errors', ['file', 'values', 'refusal']],
    ['/device/export', ['file', 'values', 'refusal']],
    ['/device/import', ['file', 'values', 'refusal']],
    ['/batchAddDevice/cancel', ['values', 'refusal']],
  ])('lists the answers of %s: %j', (path, parts) => {
    const content = paths[path]?.post.responses[200].content ?? {};
    const { 'application/json': json, ...files } = content;
    const { oneOf = [{}] } = (json?.schema ?? {}) as { oneOf?: unknown[] };
    expect([
      ...Object.keys(files).map(() => 'file'),
      ...oneOf.slice(1).map(() => 'values'),
      'refusal',
    ]).toEqual(parts);
  });

  it('requires no field that depends on others', () => {
    const required = paths['/commandSchedule/add']?.post.requestBody.content['application/json'];
    expect(required?.schema.required).toEqual(expect.arrayContaining(['cmd']));
    expect(required?.schema.required).not.toContain('serverAddress_host');
  });

  it('has the limits that handlers enforce', () => {
    const schemaOf = (path: string) =>
      paths[path]?.post.requestBody.content['application/json']?.schema.properties;
    expect(schemaOf('/command/seal')).toMatchObject({
      sns: { minItems: 1, items: { minLength: 1, maxLength: MAX_SN_LENGTH } },
      how: {
        properties: {
          hours: { minimum: 1, maximum: 720 },
          code: { maxLength: 6 },
          waves: { properties: { first: { minimum: 1, maximum: 20_000 } } },
        },
      },
    });
    expect(schemaOf('/report/run')).toMatchObject({ orgs: { maxItems: 500 } });
    expect(JSON.stringify(paths)).not.toContain('"says"');
  });

  it('has only calls with a contract and calls on the rows of entities', () => {
    const rowVerbs = ['list', 'get', 'add', 'update', 'delete'] as const;
    const ofRows = new Set(
      config.entities.flatMap((entity) => rowVerbs.map((verb) => verbPath(entity, verb))),
    );
    const uncovered = Object.keys(paths).filter(
      (path) => !contracts.has(path) && !ofRows.has(path),
    );
    expect(uncovered).toEqual([]);
  });
});

const MINUTE = 60_000;
const span = { from: 10 * MINUTE, to: 20 * MINUTE };
const track = { ...span, sns: ['T1'] };
const report = { ...span, report: 'locking' };
const many = (count: number) => Array.from({ length: count }, (_, i) => `S${i}`);
const whole = (min: number, max: number) => [
  `Must be a whole number from ${min} to ${max}`,
  `必须是 ${min} 到 ${max} 的整数`,
];
const NOT_READ = ['Not recognised', '无法识别'];
const NEEDED = ['Required', '必填'];
const UNKNOWN = ['This field does not exist', '没有该字段'];
const NO_TIME = ['Must be a time in ms since 1970', '必须是 1970 年以来的毫秒数'];
const NO_DEVICE = ['Please Select At Least One Device', '请至少选择一台设备'];
const NO_SNS = ['Must be serial numbers of devices', '必须是设备号'];
const NO_COUNT = ['Cannot be counted by this', '不支持按此字段统计'];
const NO_ZONE = ['Must be a time zone, such as Asia/Shanghai', '必须是时区，例如 Asia/Shanghai'];
const NO_IDS = ['Must be numbers of records', '必须是记录编号'];
const NO_PLACES = ['Enter up to 100 valid positions', '必须是有效的经纬度，最多 100 个'];
const NO_WORDS = ['Enter up to 64 characters', '最多 64 个字符'];
const AHEAD = ['Must be in the next 12 months', '必须是一年以内的未来时间'];
const NO_CODE = ['Enter the code we sent you', '请输入收到的验证码'];

describe('the server refuses', () => {
  it.each<[path: string, body: object, field: string, messages: readonly string[]]>([
    ['/report/run', { report: 'locking', to: 1 }, 'from', NO_TIME],
    ['/report/run', { ...report, from: '1' }, 'from', NO_TIME],
    ['/report/run', { ...report, to: 1e300 }, 'to', NO_TIME],
    ['/report/run', { ...report, group: 5 }, 'group', NO_COUNT],
    ['/report/run', { ...report, zone: 'Asia/Nowhere' }, 'zone', NO_ZONE],
    ['/report/run', { ...report, zone: 8 }, 'zone', NO_ZONE],
    ['/report/run', { ...report, orgs: ['5'] }, 'orgs', NO_IDS],
    ['/report/run', { ...report, devices: 'all' }, 'devices', whole(1, 500)],
    ['/report/run', { ...report, sns: many(501) }, 'sns', whole(1, 500)],
    ['/report/run', { ...report, pageSize: 1_001 }, 'pageSize', whole(1, 1_000)],
    ['/report/export', { ...report, pageNum: 0 }, 'pageNum', whole(1, 10_000_000)],
    ['/command/seal', {}, 'sns', NO_DEVICE],
    ['/command/seal', { sns: [] }, 'sns', NO_DEVICE],
    ['/command/seal', { sns: ['T1', ''] }, 'sns', NO_SNS],
    ['/command/seal', { sns: ['x'.repeat(65)] }, 'sns', NO_SNS],
    ['/command/seal', { sns: ['T1'], how: 'soon' }, 'how', NOT_READ],
    ['/command/seal', { sns: ['T1'], how: [1] }, 'how', NOT_READ],
    ['/command/seal', { sns: ['T1'], how: { start_time: 1 } }, 'start_time', UNKNOWN],
    ['/command/seal', { sns: ['T1'], how: { hours: 721 } }, 'hours', whole(1, 720)],
    ['/command/seal', { sns: ['T1'], how: { start: 1 } }, 'start', AHEAD],
    ['/command/seal', { sns: ['T1'], how: { start: 'x' } }, 'start', AHEAD],
    ['/command/seal', { sns: ['T1'], how: { reason: 'x'.repeat(201) } }, 'reason', NOT_READ],
    ['/command/seal', { sns: ['T1'], how: { code: '1234567' } }, 'code', NO_CODE],
    ['/command/seal', { sns: ['T1'], how: { batch: 0 } }, 'batch', NO_IDS],
    ['/command/seal', { sns: ['T1'], how: { total: 20_001 } }, 'total', whole(1, 20_000)],
    [
      '/command/seal',
      { sns: ['T1'], how: { waves: { first: 0, failures: 0 } } },
      'first',
      whole(1, 20_000),
    ],
    ['/command/seal', { sns: ['T1'], how: { waves: { first: 1 } } }, 'failures', whole(0, 20_000)],
    ['/appointmentCommandRecord/resend', { ids: [1], how: { hours: 0 } }, 'hours', whole(1, 720)],
    ['/track/get', span, 'sns', NO_DEVICE],
    ['/track/get', { ...track, from: null }, 'from', NO_TIME],
    [
      '/track/outline',
      { ...track, sns: many(11) },
      'sns',
      ['Choose up to 10 devices', '最多选择 10 台设备'],
    ],
    ['/track/sums', span, 'sns', NO_DEVICE],
    ['/live/changes', {}, 'cursor', NEEDED],
    ['/live/changes', { cursor: 5 }, 'cursor', NEEDED],
    ['/place/words', { places: [{ lat: 91, lon: 0 }] }, 'places', NO_PLACES],
    ['/place/words', { places: [null] }, 'places', NO_PLACES],
    ['/place/words', {}, 'places', NO_PLACES],
    ['/place/find', { text: '  ' }, 'text', NO_WORDS],
    ['/place/find', { text: 'x'.repeat(65) }, 'text', NO_WORDS],
    ['/device/count', { by: 5 }, 'by', NO_COUNT],
    ['/device/count', { by: 'status', split: ['status'] }, 'split', NO_COUNT],
    ['/device/timeline', { id: 1, size: 101 }, 'size', whole(1, 100)],
    ['/device/timeline', { id: 1, seen: many(501) }, 'seen', NOT_READ],
    ['/login/changePassword', { oldPassword: 'x' }, 'newPassword', NEEDED],
    ['/login/changePassword', { oldPassword: '', newPassword: 'x' }, 'oldPassword', NEEDED],
  ])('%s with %j: %s', async (path, body, field, messages) => {
    for (const [i, locale] of locales.entries()) {
      const { verify, data } = await server.call(path, body, { token: admin, locale });
      expect([verify.sign, data]).toEqual(['invalid', { fields: { [field]: messages[i] } }]);
    }
  });
});
