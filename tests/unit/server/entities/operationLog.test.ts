import { describe, expect, it } from 'vitest';
import { success } from '../../../../src/protocol';
import type { EntityTable, Row } from '../../../../src/server/db';
import type { Endpoint, Operator } from '../../../../src/server/endpoint';
import { logEntryOf, operationLogOf, redact } from '../../../../src/server/entities/operationLog';

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
])('of %j the log keeps %j', (value, kept) => {
  expect(redact(value, ['pin'])).toEqual(kept);
});

const call = {
  label: ['Add', '新增'],
  code: 'a:add',
  kind: 'add',
  path: '/a/add',
} as unknown as Endpoint;
const given = {
  call,
  body: {},
  locale: 'zh',
  address: '::1',
  answer: success({ token: 'x' }),
  started: 5,
  ended: 9,
} as const;

describe('an entry', () => {
  it('is of the operator’s organisation, in their language, without secrets', () => {
    const oper = { operName: 'Hanna', org_id: 2 } as Operator;
    const { orgId, row } = logEntryOf({ ...given, oper });
    expect(orgId).toBe(2);
    expect(row).toMatchObject({
      title: '新增',
      operate_name: 'Hanna',
      duration: 4,
      response_body: { data: { token: '***' } },
    });
  });

  it('of somebody unknown is of the organisation above all others, under the name they gave', () => {
    const { orgId, row } = logEntryOf({ ...given, body: { username: 'x'.repeat(100) } });
    expect([orgId, row.operate_name]).toEqual([1, 'x'.repeat(80)]);
  });
});

describe('the journal', () => {
  const open = (add: (rows: readonly Row[], orgId: number) => Promise<void>) => {
    const errors: string[] = [];
    const table = {
      add: (rows: readonly Row[], { orgId }: { orgId: number }) => add(rows, orgId),
    } as unknown as EntityTable;
    const find = async (_: unknown, sns: readonly string[]) => sns.map((sn) => Number(sn.slice(1)));
    return { errors, journal: operationLogOf(table, { error: (text) => errors.push(text) }, find) };
  };
  const entry = (n: number, orgId = 1) => ({ orgId, row: { n } });

  it('writes what comes meanwhile in one go, by organisation', async () => {
    const written: [number, unknown[]][] = [];
    const { journal } = open(async (rows, orgId) => {
      await new Promise((resolve) => setImmediate(resolve));
      written.push([orgId, rows.map(({ n }) => n)]);
    });
    journal.write(entry(1));
    for (const n of [2, 3]) journal.write(entry(n));
    journal.write(entry(4, 7));
    await journal.close();
    expect(written).toEqual([
      [1, [1]],
      [1, [2, 3]],
      [7, [4]],
    ]);
    journal.write(entry(5));
    await journal.close();
    expect(written.at(-1)).toEqual([1, [5]]);
  });

  it('loses only the row that cannot be written, and says so', async () => {
    const written: unknown[] = [];
    const { journal, errors } = open(async (rows) => {
      if (rows.some(({ n }) => n === 2)) throw new Error('no such month');
      written.push(...rows.map(({ n }) => n));
    });
    journal.write(entry(0));
    for (const n of [1, 2, 3]) journal.write(entry(n));
    await journal.close();
    expect(written).toEqual([0, 1, 3]);
    expect(errors).toEqual([expect.stringContaining('no such month')]);
  });

  it('has a row for each record, and what was asked and answered in the first', async () => {
    const written: unknown[] = [];
    const { journal } = open(async (rows) => {
      written.push(...rows.map(({ record_id, request_body }) => [record_id, request_body]));
    });
    const row = { request_body: { a: 1 }, response_body: {} };
    journal.write({ orgId: 1, row, records: { ids: [7, 8] } });
    journal.write({ orgId: 1, row, records: { sns: ['S5', 'S6'] } });
    journal.write({ orgId: 1, row, records: { ids: [] } });
    await journal.close();
    expect(written).toEqual([
      [7, { a: 1 }],
      [8, null],
      [5, { a: 1 }],
      [6, null],
      [undefined, { a: 1 }],
    ]);
  });

  it('has a thousand rows of one call at the most', async () => {
    const written: unknown[] = [];
    const { journal } = open(async (rows) => {
      written.push(...rows);
    });
    const ids = Array.from({ length: 1_001 }, (_, i) => i + 1);
    journal.write({ orgId: 1, row: {}, records: { ids } });
    await journal.close();
    expect(written).toHaveLength(1_000);
  });
});
