import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let harbour: string;
beforeEach(async () => {
  server = await testServer();
  harbour = await server.signIn('harbour');
});
afterEach(() => vi.restoreAllMocks());

/** Lists full pages, whose rows do not tell the total. */
const totalOf = async (token: string, body: object = {}) =>
  (await server.call('/vehicle/list', { pageSize: 1, ...body }, { token })).data.total;

const add = async (plate: string, token = harbour): Promise<number> =>
  (await server.call('/vehicle/add', { plate }, { token })).data.id;

const countStatements = () => {
  const query = vi.spyOn(Client.prototype, 'query');
  return () =>
    query.mock.calls
      .map(([statement]: readonly unknown[]) => JSON.stringify(statement) ?? '')
      .filter((text) => /count\(\*\) as total/.test(text) && text.includes('vehicle'));
};

describe('the total of a list', () => {
  it('is counted once for simultaneous calls, even in another order', async () => {
    await add('A1');
    await add('A2');
    const statements = countStatements();
    const bodies = [{}, {}, { sortField: 'plate' }];
    const totals = await Promise.all(bodies.map((body) => totalOf(harbour, body)));
    expect(totals).toEqual([2, 2, 2]);
    expect(statements()).toHaveLength(1);
    expect(await totalOf(harbour, { plate: '1' })).toBe(1);
    expect(statements()).toHaveLength(2);
  });

  it('is correct at once after a call that adds or deletes', async () => {
    await add('A1');
    expect(await totalOf(harbour)).toBe(1);
    const id = await add('A2');
    expect(await totalOf(harbour)).toBe(2);
    await server.call('/vehicle/delete', { ids: [id] }, { token: harbour });
    expect(await totalOf(harbour)).toBe(1);
  });

  it('is the caller’s own, not that of other organisations', async () => {
    const northern = await server.signIn('northern');
    const admin = await server.signIn('admin');
    await add('A1');
    await add('A2');
    await add('N1', northern);
    const totals = await Promise.all([harbour, northern, admin].map((token) => totalOf(token)));
    expect(totals).toEqual([2, 1, 3]);
  });

  it('follows the organisations that the caller sees', async () => {
    await add('A1');
    const admin = await server.signIn('admin');
    const northern = await server.signIn('northern');
    await add('N1', northern);
    expect(await totalOf(northern)).toBe(1);
    await server.call('/org/update', { id: 2, parent_id: 3 }, { token: admin });
    expect(await totalOf(northern)).toBe(2);
  });

  it('agrees with the page, even if rows change without a call', async () => {
    await add('A1');
    expect(await totalOf(harbour)).toBe(1);
    await sql`insert into vehicle (plate, org_id) values ('A2', 2), ('A3', 2)`.execute(
      server.store.db,
    );
    expect(await totalOf(harbour, { pageSize: 2 })).toBe(2);
    expect(await totalOf(harbour, { pageSize: 9 })).toBe(3);
    expect(await totalOf(harbour)).toBe(3);
    await sql`delete from vehicle where plate <> 'A1'`.execute(server.store.db);
    expect(await totalOf(harbour, { pageNum: 3 })).toBe(1);
    expect(await totalOf(harbour)).toBe(1);
  });
});
