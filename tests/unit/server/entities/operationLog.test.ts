import { describe, expect, it } from 'vitest';
import { success } from '../../../../src/protocol';
import type { Endpoint, Operator } from '../../../../src/server/calls/endpoint';
import { logEntryOf, logPerRecord, redactBody } from '../../../../src/server/entities/operationLog';

it.each([
  [{ a: 1 }, { a: 1 }],
  [
    { password: 'x', oldPassword: 'y', token: 'z' },
    { password: '***', oldPassword: '***', token: '***' },
  ],
  [{ list: [{ Authorization: 'x', b: [1] }] }, { list: [{ Authorization: '***', b: [1] }] }],
  [
    { pin: '1', nested: { pin: '2' } },
    { pin: '***', nested: { pin: '***' } },
  ],
  ['text', 'text'],
  [null, null],
  // Characters that PostgreSQL does not accept.
  ['a\u0000b\ud800', 'a\uFFFDb\uFFFD'],
  [{ 'n\u0000': ['\udc00'] }, { 'n\uFFFD': ['\uFFFD'] }],
])('logs %j as %j', (value, redacted) => {
  expect(redactBody(value, ['pin'])).toEqual(redacted);
});

const call = {
  label: ['Add', '新增'],
  code: 'a:add',
  kind: 'add',
  path: '/a/add',
} as unknown as Endpoint;
const answered = {
  call,
  body: {},
  locale: 'zh',
  address: '::1',
  requestId: 'id-1',
  answer: success({ token: 'x' }),
  startedAt: 5,
  endedAt: 9,
} as const;

it('cuts deeply nested values', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`);
  const text = JSON.stringify(redactBody(deep));
  expect(text).toContain('deeper than');
  expect(text.split('{').length).toBeLessThan(60);
});

describe('a log entry', () => {
  it('has the operator’s organisation and language, and no secrets', () => {
    const oper = { operName: 'Hanna', org_id: 2 } as Operator;
    const { orgId, row } = logEntryOf({ ...answered, oper });
    expect(orgId).toBe(2);
    expect(row).toMatchObject({
      title: '新增',
      operate_name: 'Hanna',
      duration: 4,
      response_body: { data: { token: '***' } },
    });
  });

  it('of an unknown caller has the top organisation and no name', () => {
    const { orgId, row } = logEntryOf({ ...answered, body: { username: 'Secret2026' } });
    expect([orgId, row.operate_name]).toEqual([1, null]);
  });

  it('has a storable name, even if it was cut within a character', () => {
    const { row } = logEntryOf({ ...answered, account: `${'x'.repeat(79)}😀` });
    expect(row.operate_name).toBe(`${'x'.repeat(79)}\ufffd`);
  });
});

describe('the log rows of a call', () => {
  const row = { request_body: { a: 1 }, response_body: {} };

  it('are one for each record, and the first has request and response', () => {
    const entries = (ids: readonly number[]) =>
      logPerRecord(row, ids).map(({ record_id, request_body }) => [record_id, request_body]);
    expect(entries([7, 8])).toEqual([
      [7, { a: 1 }],
      [8, null],
    ]);
    expect(entries([])).toEqual([[undefined, { a: 1 }]]);
  });

  it('are limited to a thousand, unless the call tells the result of each', () => {
    const ids = Array.from({ length: 1_001 }, (_, i) => i + 1);
    expect(logPerRecord(row, ids)).toHaveLength(1_000);
    expect(logPerRecord(row, ids, new Map())).toHaveLength(1_001);
  });

  const outcomes = new Map([
    [7, { changes: { state: 'b', token: 'x', before: { state: 'a' } } }],
    [8, { refusal: 'Not now.' }],
  ]);
  const refused = { verify: { sign: 'conflict', desc: 'No.' }, data: null } as const;

  it('have the changes of each record, or why it was refused, and no secrets', () => {
    const { row, records, outcomes: members } = logEntryOf({ ...answered, outcomes });
    const { ids } = records as { ids: readonly number[] };
    expect(logPerRecord(row, ids, members)).toMatchObject([
      {
        record_id: 7,
        success: true,
        changes: { state: 'b', token: '***', before: { state: 'a' } },
      },
      { record_id: 8, success: false, error_msg: 'Not now.' },
    ]);
  });

  it('have no changes if the call was refused as a whole', () => {
    expect(logEntryOf({ ...answered, outcomes, answer: refused })).not.toHaveProperty('outcomes');
  });
});

it.each([
  ['https://robot.example/send?access_token=abc', 'https://robot.example/send?***'],
  ['ftp://reader:s3cret@files.example/a.bin', 'ftp://files.example/a.bin'],
  ['see https://a.example/b and c', 'see https://a.example/b and c'],
])('logs the URL in %s as %s', (value, redacted) => {
  expect(redactBody(value)).toBe(redacted);
});
