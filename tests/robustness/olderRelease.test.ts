import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { OLDEST_BESIDE } from '../../src/server/db/servers';
import { closeAfterwards, ownFolder, ownPlace } from '../api/place';
import { runConsole } from '../e2e/startConsole';
import { startLoad } from './mixedLoad';
import { groupSettings, isMissing, mosquitto, openMosquitto, pathOf } from './programs';

/** Time for which both releases serve, s. */
const SECONDS = Number(process.env.UPGRADE_SECONDS ?? 180);
const SECRET = 'older';

const run = promisify(execFile);

/** Returns the first commit of a release, or OLDER_RELEASE; undefined if this clone lacks it. */
const commitOf = async (release: string): Promise<string | undefined> => {
  if (process.env.OLDER_RELEASE) return process.env.OLDER_RELEASE;
  const version = `-S"version": "${release}"`;
  const git = async (...args: string[]) =>
    (await run('git', args).catch(() => ({ stdout: '' }))).stdout.trim();
  const log = await git('log', '--reverse', version, '--format=%H', '--', 'package.json');
  const [commit] = log.split('\n');
  // The last commit of a shallow clone has no parent, and seems to add the whole file.
  return commit && (await git('rev-parse', '-q', '--verify', `${commit}^`)) ? commit : undefined;
};

/** Returns the packages that a checkout installs, without the version of the project itself. */
const packagesOf = async (root: string) => {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  return JSON.stringify({ ...packages, '': undefined });
};

/** Builds the server of a commit. @returns the folder of its checkout */
const build = async (commit: string): Promise<string> => {
  const { dataDir: root } = await ownFolder();
  const tarball = join(root, 'checkout.tar');
  await run('git', ['archive', '--output', tarball, commit]);
  await run('tar', ['-xf', tarball, '-C', root]);
  const npm = (...args: string[]) =>
    run('npm', args, { cwd: root, env: { ...process.env, NODE_ENV: undefined } });
  const isSame = (await packagesOf(root)) === (await packagesOf('.'));
  if (isSame) await symlink(resolve('node_modules'), join(root, 'node_modules'));
  else await npm('ci', '--silent');
  await npm('run', '-s', 'build:server');
  return root;
};

describe.runIf(inject('postgres'))('the oldest release that may run beside this one', () => {
  it('serves with it, without a failed call, a lost or a doubled report', async ({ skip }) => {
    if (!mosquitto || !pathOf('git')) return skip(isMissing('mosquitto', 'git'));
    const commit = await commitOf(OLDEST_BESIDE);
    if (!commit) return skip(`Missing: the commit of release ${OLDEST_BESIDE}`);
    const root = await build(commit);
    const { url: mqttUrl } = await openMosquitto(mosquitto);
    const { databaseUrl } = await ownPlace();
    const start = async (folder?: string) => {
      const env = groupSettings(databaseUrl, mqttUrl, SECRET);
      const { dataDir } = await ownFolder();
      const { url, kill } = await runConsole({ root: folder, env, dataDir });
      closeAfterwards(kill);
      await expect.poll(async () => (await fetch(`${url}/readyz`)).ok).toBe(true);
      return url;
    };
    const urls = [await start(root)];
    const load = { urls, mqttUrl, databaseUrl, secret: SECRET, callsPerSecond: 10 };
    const endLoad = await startLoad(load);
    urls.push(await start());
    await sleep(SECONDS * 1_000);
    await endLoad();
  });
});
