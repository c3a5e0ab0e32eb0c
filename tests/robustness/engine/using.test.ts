import { mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { type Engine, openEngine } from '../../../src/server/db/engine';
import { startWorker } from '../../../src/server/db/engine/pglite';
import { round } from '../../rounds';
import { postmasterOf, until } from './alive';
import { rawClient } from './rawClient';

const OWN = ['postgres', ...round([], ['pglite' as const])] as const;
const KINDS = [...OWN, 'external'] as const;
const log = () => {};
const engines: Partial<Record<Engine['kind'], Engine>> = {};
let base = '';

const folderOf = (name: string) => join(base, name);
const engineOf = (kind: Engine['kind']): Engine => {
  const engine = engines[kind];
  if (!engine) throw new Error(`${kind} did not open`);
  return engine;
};

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'engine-')));
  await mkdir(folderOf('pglite'));
  await writeFile(join(folderOf('pglite'), 'ENGINE'), 'pglite\n');
  for (const kind of OWN) {
    engines[kind] = await openEngine({ dataDir: folderOf(kind), log });
  }
  const socket = encodeURIComponent(join(folderOf('postgres'), 'run'));
  const databaseUrl = `postgres://sealdesk@${socket}/postgres`;
  engines.external = await openEngine({ dataDir: folderOf('external'), databaseUrl, log });
});

afterAll(async () => {
  for (const kind of ['external', 'pglite', 'postgres'] as const) await engines[kind]?.close();
  await rm(base, { recursive: true, force: true });
});

describe.each(KINDS)('the pool of %s', (kind) => {
  it('returns numbers as numbers, and exact ones as text', async () => {
    const { rows } = await engineOf(kind).pool.query(
      `select count(*) as count, 1700000000000::bigint as moment, 12.5::numeric as decimal,
        array[1, null, 3]::bigint[] as ids, '{{1,2},{3,4}}'::bigint[] as grid, null::bigint as none`,
    );
    expect(rows).toEqual([
      {
        count: 1,
        moment: 1_700_000_000_000,
        // A double would lose digits.
        decimal: '12.5',
        ids: [1, null, 3],
        grid: [
          [1, 2],
          [3, 4],
        ],
        none: null,
      },
    ]);
  });

  it('rejects an integer beyond the safe range, and stays usable', async () => {
    const { pool } = engineOf(kind);
    await expect(pool.query('select 9007199254740993::bigint as id')).rejects.toThrow(
      '9007199254740993',
    );
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('returns to every caller its own result, despite errors, transactions and named statements', async () => {
    const { pool } = engineOf(kind);
    const ask = async (index: number): Promise<string> => {
      const text = `x${index}`;
      if (index % 5 === 0) {
        return pool.query('select 1 / $1::int', [0]).then(
          () => 'no error',
          (error) => (error.code === '22012' ? text : error.message),
        );
      }
      if (index % 5 === 1) {
        return pool.query('selec $1', [text]).then(
          () => 'no error',
          (error) => (error.code === '42601' ? text : error.message),
        );
      }
      if (index % 5 === 2) {
        const client = await pool.connect();
        await client.query('begin');
        const { rows } = await client.query('select $1::text as text', [text]);
        if (index % 3 === 0) {
          client.release(true);
        } else {
          await client.query('rollback');
          client.release();
        }
        return rows[0].text;
      }
      const name = index % 5 === 3 ? { name: 'same name' } : {};
      const filler = '_'.repeat(index % 7 ? 1 : 200_000);
      const query = { ...name, text: 'select $1::text || $2 as text', values: [text, filler] };
      return (await pool.query(query)).rows[0].text.replaceAll('_', '');
    };
    const indices = Array.from({ length: 500 }, (_, index) => index);
    const answers = await Promise.all(indices.map(ask));
    expect(answers).toEqual(indices.map((index) => `x${index}`));
  });

  it('rolls back the transaction of a discarded client', async () => {
    const { pool } = engineOf(kind);
    const client = await pool.connect();
    await client.query(`begin; create table abandoned_${kind} (id bigint)`);
    client.release(true);
    await until(async () => {
      const { rows } = await pool.query(`select to_regclass('abandoned_${kind}') as found`);
      return rows[0].found === null;
    });
  });

  it('sorts by code point and ignores case beyond ASCII', async () => {
    const { rows } = await engineOf(kind).pool.query(
      `select array_agg(name order by name) as names, 'ÉTÉ' ilike 'été' as alike, upper('é') as upper
        from unnest(array['b', 'B', 'a', '锁', 'é']) as name`,
    );
    expect(rows).toEqual([{ names: ['B', 'a', 'b', 'é', '锁'], alike: true, upper: 'É' }]);
  });
});

describe.runIf(inject('long'))('PGlite', () => {
  it.each([
    ['of an erroneous statement', 'selec', 'ErrorResponse'],
    ['of a statement not yet committed', 'insert into half values (1)', 'CommandComplete'],
  ])('rolls back the half query %s of a client that disconnects', async (_, statement, answer) => {
    const { pool } = engineOf('pglite');
    await pool.query('create table if not exists half (id bigint)');
    const client = await rawClient(join(folderOf('pglite'), 'run', '.s.PGSQL.5432'));
    expect(await client.askWithoutSync(statement)).toContain(answer);
    client.leave();
    const { rows } = await pool.query('select count(*) as count from half where $1::int = 1', [1]);
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('explains why its worker cannot start', async () => {
    const file = join(base, 'file');
    await writeFile(file, '');
    await expect(startWorker(file, { path: join(base, 'socket') })).rejects.toThrow(/./);
  });

  it('is not readable by other users', async () => {
    for (const folder of ['run', 'pglite']) {
      expect((await stat(join(folderOf('pglite'), folder))).mode & 0o077).toBe(0);
    }
  });
});

describe('embedded PostgreSQL', () => {
  it('is started again if it stops by itself', async () => {
    const { pool } = engineOf('postgres');
    await pool.query('create table kept as select 7::bigint as id');
    const postmaster = await postmasterOf(folderOf('postgres'));
    process.kill(postmaster, 'SIGKILL');
    await until(async () => {
      const now = await postmasterOf(folderOf('postgres')).catch(() => postmaster);
      return now !== postmaster;
    });
    // The new server may still be replaying its log.
    await until(() =>
      pool.query('select id from kept').then(
        ({ rows }) => rows[0].id === 7,
        () => false,
      ),
    );
  });
});

describe('a process', () => {
  it('shares a running engine, and stops it with the last user', async () => {
    const dataDir = folderOf('shared');
    const first = await openEngine({ dataDir, log });
    const second = await openEngine({ dataDir: join(dataDir, '..', 'shared'), log });
    expect(second.pool).toBe(first.pool);
    await first.close();
    await first.close();
    expect((await second.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);

    const closing = second.close();
    const third = await openEngine({ dataDir, log });
    await closing;
    expect(third.pool).not.toBe(first.pool);
    expect((await third.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await third.close();
  });

  it('shares the engine even if the module is evaluated twice', async () => {
    vi.resetModules();
    const again = await import('../../../src/server/db/engine');
    expect(again.openEngine).not.toBe(openEngine);
    const engine = await again.openEngine({ dataDir: folderOf('postgres'), log });
    expect(engine.pool).toBe(engineOf('postgres').pool);
    await engine.close();
  });

  it('creates no data folder for an external database', async () => {
    expect(await readdir(base)).not.toContain('external');
  });
});
