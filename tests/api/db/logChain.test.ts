import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { appendToLog, type Store, verifyLog } from '../../../src/server/db';
import { testStore } from './testStore';

let store: Store;
beforeAll(async () => {
  store = await testStore({ config: shipped });
});
beforeEach(async () => {
  for (const table of ['"operationLog"', 'log_head', 'log_cut']) await run(`delete from ${table}`);
});

const DAY = 86_400_000;
const NOW = Date.now();

const append = (orgId: number, ...titles: string[]) =>
  store.db.transaction().execute((trx) =>
    appendToLog(
      trx,
      orgId,
      titles.map((title, i) => ({
        title,
        create_time: NOW,
        success: true,
        record_id: null,
        duration: i,
        request_body: { b: [1, -0, 1e21, 'é\u2028"'], a: { y: null, x: undefined } },
      })),
    ),
  );

const run = (statement: string) => sql.raw(statement).execute(store.db);
const broken = async () =>
  (await verifyLog(store.db)).map(({ orgId, rows, broken: fault }) => [
    orgId,
    fault ? `${fault.place} ${fault.why}` : rows,
  ]);

describe('the chain of the operation log', () => {
  it('is intact for each organisation', async () => {
    await append(1, 'a', 'b');
    await append(2, 'c');
    await append(1, 'd');
    expect(await broken()).toEqual([
      [1, 3],
      [2, 1],
    ]);
  });

  it('stays intact with many writers, and a failure leaves no gap', async () => {
    const failing = store.db.transaction().execute(async (trx) => {
      await appendToLog(trx, 1, [{ title: 'x', create_time: NOW }]);
      throw new Error('undone');
    });
    const writing = Array.from({ length: 40 }, (_, i) => append(1 + (i % 2), `${i}`, `${i}b`));
    await Promise.all([...writing, expect(failing).rejects.toThrow('undone')]);
    expect(await broken()).toEqual([
      [1, 40],
      [2, 40],
    ]);
  });

  it.each([
    ['changed', `update "operationLog" set title = 'z' where title = 'b'`, '2 changed'],
    [
      'changed inside',
      `update "operationLog" set request_body = '{}' where title = 'b'`,
      '2 changed',
    ],
    ['emptied', `update "operationLog" set success = null where title = 'b'`, '2 changed'],
    ['removed', `delete from "operationLog" where title = 'b'`, '2 missing'],
    ['removed at the beginning', `delete from "operationLog" where title = 'a'`, '1 missing'],
    ['removed at the end', `delete from "operationLog" where title = 'd'`, '4 missing'],
    ['removed, all of them', `delete from "operationLog"`, '1 missing'],
    [
      'added',
      `insert into "operationLog" (title, create_time, org_id) values ('new', ${NOW}, 1)`,
      '0 foreign',
    ],
    [
      'added as a copy',
      `insert into "operationLog" (title, create_time, org_id, chain_place, chain_digest)
        select title, create_time, org_id, chain_place, chain_digest from "operationLog" where title = 'b'`,
      '2 foreign',
    ],
    [
      'swapped',
      `update "operationLog" set title = case title when 'b' then 'c' else 'b' end where title in ('b', 'c')`,
      '2 changed',
    ],
    ['moved', `update "operationLog" set org_id = 2 where title = 'b'`, '2 missing'],
  ])('names the first row if one was %s', async (_, statement, fault) => {
    await append(1, 'a', 'b', 'c', 'd');
    await run(statement);
    expect((await broken())[0]).toEqual([1, fault]);
  });

  it('reveals a rewritten chain by an end that was saved elsewhere', async () => {
    await append(1, 'a', 'b');
    const [before] = await verifyLog(store.db);
    const heads = [{ orgId: 1, place: 2, digest: before?.end.digest ?? '' }];
    await append(1, 'c');
    expect((await verifyLog(store.db, heads))[0]?.broken).toBeUndefined();
    await run('delete from "operationLog"');
    await run('delete from log_head');
    await append(1, 'a', 'forged', 'c');
    expect(await broken()).toEqual([[1, 3]]);
    expect((await verifyLog(store.db, heads))[0]?.broken).toMatchObject({
      place: 2,
      why: 'changed',
    });
    await run('delete from "operationLog"');
    await run('delete from log_head');
    expect((await verifyLog(store.db, heads))[0]?.broken).toMatchObject({ why: 'missing' });
  });

  it('continues after a deletion by retention', async () => {
    const old = (days: number, orgId: number, title: string) =>
      store.db
        .transaction()
        .execute((trx) => appendToLog(trx, orgId, [{ title, create_time: NOW - days * DAY }]));
    await store.ensurePartitions(NOW - 100 * DAY);
    // The row of 900 days has no partition of its own.
    for (const days of [100, 100, 3, 101, 2, 900, 1]) await old(days, 1, `${days} days`);
    await old(100, 2, 'all of it');
    const { partitions, records } = await store.deleteOldRecords(NOW - 40 * DAY);
    expect(partitions.join()).toContain('operationLog');
    expect(records).toBe(1);
    expect(await broken()).toEqual([
      [1, 3],
      [2, 0],
    ]);
    await append(2, 'again');
    expect(await broken()).toEqual([
      [1, 3],
      [2, 1],
    ]);
    await run(`delete from "operationLog" where title = '3 days'`);
    expect((await broken())[0]).toEqual([1, '3 missing']);
  });
});
