import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { sample } from '../../rounds';
import { temporaryFolder } from '../../unit/server/db/engine/temporaryFolder';
import { isAlive, postmasterOf } from './alive';
import { childProgram, pathWithOnly } from './childProcess';
import { makeRemovable, readOnlyPackages } from './readOnlyPackages';

const startChild = childProgram();
const root = process.getuid?.() === 0;
const ORDINARY = 65534;
const AS_ORDINARY = ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'];

/** Creates a broken library that PostgreSQL needs and Node does not. */
async function brokenLibrary(): Promise<NodeJS.ProcessEnv> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'libxml2.so.2'), 'not a library');
  return { LD_LIBRARY_PATH: folder };
}

describe('embedded PostgreSQL starts', () => {
  it('as the current user, with durable commits and no port', async () => {
    const dataDir = join(await temporaryFolder(), 'data');
    const child = startChild({ dataDir });
    expect(await child.line('ready')).toMatchObject({
      ready: 'postgres',
      folder: join(dataDir, 'pg'),
      fsync: 'on',
      address: '',
    });
    expect(child.lines.filter(({ log }) => log)).toHaveLength(1);
    expect(child.log).toContain('embedded PostgreSQL');
    expect(await readFile(join(dataDir, 'ENGINE'), 'utf8')).toMatch(/^postgres\ninitialised /);
    const postmaster = await postmasterOf(dataDir);
    await child.finish();
    expect(await isAlive(postmaster)).toBe(false);
    expect(await readdir(join(dataDir, 'pg'))).not.toContain('postmaster.pid');
  });

  it('as an ordinary user', async (context) => {
    if (!root) return context.skip('these tests run as an ordinary user already');
    const folder = await temporaryFolder();
    const dataDir = join(folder, 'data');
    await chown(folder, ORDINARY, ORDINARY);
    const child = startChild({ dataDir, prefix: AS_ORDINARY });
    expect(await child.line('ready')).toMatchObject({ ready: 'postgres', address: '' });
    expect((await stat(join(dataDir, 'pg'))).uid).toBe(ORDINARY);
    await child.finish();
  });

  it.runIf(inject('long'))('from a read-only package without links to its libraries', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    const home = await readOnlyPackages(folder);
    onTestFinished(() => makeRemovable(home));
    const dataDir = join(folder, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    if (root) await chown(dataDir, ORDINARY, ORDINARY);
    const child = startChild({ dataDir, home, prefix: root ? AS_ORDINARY : [] });
    expect(await child.line('ready')).toMatchObject({ ready: 'postgres' });
    await child.finish();
  });

  it.each(
    sample(
      [
        ['neither unshare nor setpriv', ['id'], 'its first start'],
        ['only setpriv', ['id', 'setpriv'], 'its second start'],
      ] as const,
      2,
    ),
  )('as nobody, permanently, if root has %s', async (_, programs, from) => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, 'data');
    const poor = { PATH: await pathWithOnly(folder, programs) };
    // The engine can let the unprivileged user into the data folder, but not into the folders above it.
    await chmod(folder, 0o755);
    for (const env of from === 'its first start' ? [poor, {}] : [{}, poor, {}]) {
      const child = startChild({ dataDir, env });
      expect(await child.line('ready')).toMatchObject({ ready: 'postgres' });
      await child.finish();
    }
    const { uid } = await stat(join(dataDir, 'pg', 'base'));
    expect(uid).toBe(root ? ORDINARY : process.getuid?.());
    expect((await stat(dataDir)).mode & 0o007).toBe(0);
  });

  it.runIf(inject('long'))(
    'with a socket elsewhere if the path of the data folder is too long',
    async () => {
      const dataDir = join(await temporaryFolder(), 'deep'.repeat(30));
      const child = startChild({ dataDir });
      expect(await child.line('ready')).toMatchObject({ ready: 'postgres', address: '' });
      await child.finish();
    },
  );

  it('on loopback with a password if every path is too long', async () => {
    const dataDir = join(await temporaryFolder(), 'deep'.repeat(30));
    const TMPDIR = join(dataDir, 'tmp');
    await mkdir(TMPDIR, { recursive: true });
    const child = startChild({ dataDir, env: { TMPDIR } });
    const { ready, address, port } = await child.line('ready');
    expect({ ready, address }).toEqual({ ready: 'postgres', address: '127.0.0.1' });
    const stranger = new Client({
      host: address,
      port: Number(port),
      user: 'sealdesk',
      password: 'guess',
      database: 'postgres',
    });
    await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(join(dataDir, 'pg.password'))).mode & 0o777).toBe(0o600);
    await child.finish();
  });
});

describe('the choice of engine', () => {
  it('falls back to PGlite if PostgreSQL does not run, logs the reason and keeps PGlite', async () => {
    const dataDir = await temporaryFolder();
    const first = startChild({ dataDir, env: await brokenLibrary() });
    expect(await first.line('ready')).toMatchObject({ ready: 'pglite' });
    expect(first.log.split('\n')).toEqual([
      expect.stringMatching(/^Storage: PGlite may lose data/),
      expect.stringMatching(/^Storage: PGlite, .*libxml2/),
    ]);
    await first.finish();

    const second = startChild({ dataDir });
    expect(await second.line('ready')).toMatchObject({ ready: 'pglite' });
    await second.finish();
    expect(await readdir(dataDir)).not.toContain('pg');
  });

  it('stays PostgreSQL, with an error, if that no longer runs', async () => {
    const dataDir = await temporaryFolder();
    const first = startChild({ dataDir });
    await first.line('ready');
    await first.finish();

    const broken = startChild({ dataDir, env: await brokenLibrary() });
    const { problem, message } = await broken.line('problem');
    expect(problem).toBe('unavailable');
    expect(message).toContain('embedded PostgreSQL');
    expect(message).toContain('libxml2');

    await writeFile(join(dataDir, 'pg', 'PG_VERSION'), '17\n');
    const old = startChild({ dataDir });
    expect(await old.line('problem')).toMatchObject({ problem: 'unavailable' });
    expect((await old.line('message')).message).toContain('PostgreSQL 17');
  });
});
