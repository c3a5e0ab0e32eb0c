import type { Pool, PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../src/server/db/engine';
import { closeAfterwards, ownPlace } from '../place';

const TEXT = 'select plate from vehicle where id = $1';

/** Opens a database with a vehicle; undefined on PGlite, where statements get no names. */
const openNamed = async (options: { hasTransactionPooler?: boolean } = {}) => {
  const place = await ownPlace();
  if (!place.databaseUrl) return undefined;
  const engine = await openEngine({ ...place, ...options, log: () => {} });
  closeAfterwards(engine.close);
  await engine.pool.query('create table vehicle (id int primary key, plate varchar(8))');
  await engine.pool.query(`insert into vehicle values (1, 'A')`);
  return engine.pool;
};

const readOften = async (client: Pool | PoolClient) => {
  for (let i = 0; i < 12; i++) await client.query(TEXT, [1]);
};

const isPrepared = async (client: Pool | PoolClient) => {
  const { rows } = await client.query('select from pg_prepared_statements where statement = $1', [
    TEXT,
  ]);
  return rows.length > 0;
};

const lengthen = (pool: Pool, length: number) =>
  pool.query(`alter table vehicle alter plate type varchar(${length})`);

describe('a frequent statement', () => {
  it('is prepared with a name', async () => {
    const pool = await openNamed();
    if (!pool) return;
    await pool.query(TEXT, [1]);
    expect(await isPrepared(pool)).toBe(false);
    await readOften(pool);
    expect(await isPrepared(pool)).toBe(true);
  });

  it('has no name behind a pooler in transaction mode', async () => {
    const pool = await openNamed({ hasTransactionPooler: true });
    if (!pool) return;
    await readOften(pool);
    expect(await isPrepared(pool)).toBe(false);
  });

  it('still works after another server has changed its columns', async () => {
    const pool = await openNamed();
    if (!pool) return;
    const client = await pool.connect();
    closeAfterwards(async () => client.release());
    await readOften(client);
    await lengthen(pool, 9);
    expect((await client.query(TEXT, [1])).rows).toEqual([{ plate: 'A' }]);
    await readOften(client);
    await lengthen(pool, 10);
    await client.query('begin');
    await expect(client.query(TEXT, [1])).rejects.toThrow('cached plan');
    await client.query('rollback');
    await client.query('begin');
    expect((await client.query(TEXT, [1])).rows).toEqual([{ plate: 'A' }]);
    await client.query('commit');
  });
});
