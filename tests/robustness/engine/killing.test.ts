import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../src/server/db/engine';
import { round, sample } from '../../rounds';
import { temporaryFolder } from '../../unit/server/db/engine/temporaryFolder';
import { isAlive, postmasterOf, until } from './alive';
import { childProgram, pathWithOnly } from './childProcess';

const startChild = childProgram();
const log = () => {};
const KILLS = round(1, Number(process.env.SEALDESK_KILLS ?? 3));

describe('after kill -9', () => {
  it.each(sample(['postgres', 'pglite'], 2))(
    `%s loses no acknowledged write in ${KILLS} ${KILLS === 1 ? 'kill' : 'kills'}`,
    async (kind) => {
      const dataDir = await temporaryFolder();
      await writeFile(join(dataDir, 'ENGINE'), kind);
      const acked: number[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        const writer = startChild({ task: 'write', dataDir });
        await writer.lineCount('acked', 100 + 37 * kill);
        await writer.kill();
        acked.push(...writer.lines.flatMap((line) => line.acked ?? []));
      }
      const engine = await openEngine({ dataDir, log });
      expect(engine.kind).toBe(kind);
      const { rows } = await engine.pool.query<{ id: number }>('select id from written');
      await engine.close();
      const storedIds = new Set(rows.map(({ id }) => id));
      expect(acked.filter((id) => !storedIds.has(id))).toEqual([]);
      expect(acked.length).toBeGreaterThanOrEqual(100 * KILLS);
    },
    // Guards against hanging; it is no measurement.
    600_000 + KILLS * 10_000,
  );

  it.runIf(process.platform === 'linux')('PostgreSQL stops with its server', async () => {
    const dataDir = await temporaryFolder();
    const child = startChild({ dataDir });
    await child.line('ready');
    const postmaster = await postmasterOf(dataDir);
    expect(await isAlive(postmaster)).toBe(true);
    await child.kill();
    await until(async () => !(await isAlive(postmaster)));
  });

  it('the next start stops a PostgreSQL that is still running', async () => {
    const dataDir = join(await temporaryFolder(), 'data');
    const env = { PATH: await pathWithOnly(await temporaryFolder(), ['id', 'unshare']) };
    const child = startChild({ dataDir, env });
    await child.line('ready');
    const orphan = await postmasterOf(dataDir);
    await child.kill();
    expect(await isAlive(orphan)).toBe(true);

    const next = startChild({ dataDir });
    expect(await next.line('ready')).toMatchObject({ ready: 'postgres' });
    expect(next.log).toContain(`${orphan}`);
    expect(await isAlive(orphan)).toBe(false);
    await next.finish();
  });

  it('a stale pid file with the number of another process is ignored', async () => {
    const dataDir = await temporaryFolder();
    await (await openEngine({ dataDir, log })).close();
    const stale = join(dataDir, 'pg', 'postmaster.pid');
    await mkdir(join(dataDir, 'run'));
    await writeFile(join(dataDir, 'run', '.s.PGSQL.5432.lock'), `${process.ppid}\n`);
    // PostgreSQL accepts its own parent in the pid file, so this names another process.
    await writeFile(stale, `${process.ppid}\n${join(dataDir, 'pg')}\n1700000000\n5432\n\n\n`);
    const engine = await openEngine({ dataDir, log });
    expect((await engine.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await engine.close();
  });

  it.each(
    sample(
      [
        ['postgres', 'pg.init-'],
        ['pglite', 'pglite.init-'],
      ] as const,
      2,
    ),
  )('an interrupted first start of %s is repeated', async (kind, unfinished) => {
    const dataDir = await temporaryFolder();
    await writeFile(join(dataDir, 'ENGINE'), kind);
    const child = startChild({ dataDir });
    const has = async (prefix: string) =>
      (await readdir(dataDir)).some((name) => name.startsWith(prefix));
    await until(() => has(unfinished));
    await child.kill();

    const next = startChild({ dataDir });
    expect(await next.line('ready')).toMatchObject({ ready: kind });
    await next.finish();
    expect(await has(unfinished)).toBe(false);
  });
});

describe('two processes on one data folder', () => {
  it('exactly one of several simultaneous starts wins', async () => {
    const dataDir = await temporaryFolder();
    const killed = startChild({ dataDir });
    await killed.line('ready');
    await killed.kill();

    const rivals = Array.from({ length: 4 }, () => startChild({ dataDir }));
    const outcomes = await Promise.all(
      rivals.map((rival) =>
        Promise.race([rival.line('ready'), rival.line('problem')]).then((line) => line),
      ),
    );
    expect(outcomes.map(({ ready, problem }) => ready ?? problem).sort()).toEqual([
      'locked',
      'locked',
      'locked',
      'postgres',
    ]);
    const refusal = outcomes.find(({ problem }) => problem)?.message;
    expect(refusal).toContain(dataDir);
    await Promise.all(
      rivals.map((rival, index) => (outcomes[index]?.ready ? rival.finish() : rival.exited)),
    );
  });
});
