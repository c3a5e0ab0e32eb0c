import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import shipped from '../../../resources.config';
import { runConsole } from '../../e2e/startConsole';
import { createClient, FIRST_PASSWORD } from '../http/client';
import { closeAfterwards, ownFolder, ownPlace, type Place } from '../place';

const SECRET = 'command-line';

const environment = ({ dataDir, databaseUrl }: Place): NodeJS.ProcessEnv => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  DEMO: '0',
  ADMIN_PASSWORD: FIRST_PASSWORD,
  SIGN_SECRET: SECRET,
  PASSWORD_COST: '10',
});

const startServer = async (place: Place) => {
  const server = await runConsole({ env: environment(place), dataDir: place.dataDir });
  closeAfterwards(server.kill);
  return { ...server, ...createClient(server.url, SECRET, { ahead: 0 }) };
};

/** Runs `npm run admin`. @returns what it prints */
const admin = async (place: Place, ...args: string[]): Promise<string> => {
  const env = { ...process.env, ...environment(place) };
  const run = promisify(execFile)(process.execPath, ['dist/server/admin.js', ...args], { env });
  return (await run).stdout;
};

const passwordIn = (text: string) => /^\S+ \/ (\S+)/.exec(text)?.[1] ?? '';

describe.runIf(inject('postgres'))('the command line of users', () => {
  it('gives a lost administrator a password and ends the sessions at every server', async () => {
    const place = await ownPlace(shipped);
    const first = await startServer(place);
    const second = await startServer({ ...place, dataDir: (await ownFolder()).dataDir });
    const token = await first.signIn('admin');
    const signOf = async (server: typeof first) =>
      (await server.call('/org/list', {}, { token })).verify.sign;
    expect([await signOf(first), await signOf(second)]).toEqual(['success', 'success']);

    const password = passwordIn(await admin(place, 'reset', 'ADMIN'));
    for (const server of [first, second]) {
      await expect.poll(() => signOf(server)).toBe('sessionTimeOut');
    }
    const { data } = await second.login({ username: 'admin' }, password);
    expect(data.oper.mustChange).toBe(true);
    const changed = await second.call(
      '/login/changePassword',
      {
        oldPassword: await second.encrypt(password),
        newPassword: await second.encrypt('Harbour1'),
      },
      { token: data.token },
    );
    expect(changed.verify.sign).toBe('success');
    const log = await second.call(
      '/operationLog/list',
      { operate_url: '/oper/resetPassword' },
      { token: data.token },
    );
    expect(log.data.list).toMatchObject([
      { operate_name: 'by the command line', record_id: 1, success: true },
    ]);
    expect(JSON.stringify(log.data)).not.toContain(password);
  });

  it('unlocks a user, creates an administrator and lists both', async () => {
    const place = await ownPlace(shipped);
    const server = await startServer(place);
    for (let i = 0; i < 6; i++) await server.login({ username: 'admin' }, `Wrong${i}`);
    const locked = await server.login({ username: 'admin' }, FIRST_PASSWORD);
    expect(locked.verify.sign).toBe('throttled');
    expect(await admin(place, 'list')).toMatch(/'admin'.*'locked out'/);
    await admin(place, 'unlock', 'admin');
    expect((await server.login({ username: 'admin' }, FIRST_PASSWORD)).verify.sign).toBe('success');

    const password = passwordIn(await admin(place, 'create', 'second'));
    const { data } = await server.login({ username: 'second' }, password);
    expect(data.oper).toMatchObject({ mustChange: true, operName: 'second' });
    expect(await admin(place, 'list')).toMatch(/'second'.*'enabled'/);
    await expect(admin(place, 'create', 'Second')).rejects.toThrow(
      'there is a user Second already',
    );
    await expect(admin(place, 'create', 'two words')).rejects.toThrow('No spaces');
    await expect(admin(place, 'reset', 'nobody')).rejects.toThrow('there is no user nobody');
    await expect(admin(place, 'remove', 'admin')).rejects.toThrow('npm run admin -- reset NAME');
  });

  it('works on the embedded database while its server runs and while it does not', async () => {
    const place = await ownFolder(shipped);
    const server = await startServer(place);
    const running = passwordIn(await admin(place, 'reset', 'admin'));
    expect((await server.login({ username: 'admin' }, running)).verify.sign).toBe('success');
    await server.stop();
    const stopped = passwordIn(await admin(place, 'reset', 'admin'));
    const again = await startServer(place);
    expect((await again.login({ username: 'admin' }, stopped)).verify.sign).toBe('success');
    await again.stop();
  });
});

it('a start prints and answers no secret, and warns of ADMIN_PASSWORD in a database that has an administrator', async () => {
  const place = await ownPlace(shipped);
  const env = { ...environment(place), ADMIN_PASSWORD: '' };
  const first = await runConsole({ env, dataDir: place.dataDir });
  const password = (await readFile(`${place.dataDir}/first-password`, 'utf8')).trim();
  await first.stop();
  expect(first.output()).toContain('first-password');
  expect(first.output()).not.toContain(password);
  expect(first.output()).not.toContain('ADMIN_PASSWORD');
  const secrets = {
    ADMIN_PASSWORD: 'Known2026',
    TRACCAR_TOKEN: 'Known2026-traccar',
    SMS_TOKEN: 'Known26',
  };
  const files = Object.entries(secrets).map(async ([name, text]) => {
    const path = `${place.dataDir}/${name}`;
    await writeFile(path, text, { mode: 0o600 });
    return [`${name}_FILE`, path];
  });
  const second = await runConsole({
    env: {
      ...environment(place),
      ADMIN_PASSWORD: '',
      SMS_URL: 'https://sms.example.com',
      ...Object.fromEntries(await Promise.all(files)),
    },
    dataDir: place.dataDir,
  });
  const answers = await Promise.all(
    ['/config.json', '/healthz', '/openapi.json', '/'].map(async (path) =>
      (await fetch(second.url + path)).text(),
    ),
  );
  const seen = [...answers, await readFile(`/proc/${second.pid}/cmdline`, 'utf8').catch(() => '')];
  await second.stop();
  for (const text of Object.values(secrets)) {
    expect([...seen, second.output()].filter((each) => each.includes(text))).toEqual([]);
  }
  expect(second.output().match(/ADMIN_PASSWORD has no effect/g)).toHaveLength(1);
});
