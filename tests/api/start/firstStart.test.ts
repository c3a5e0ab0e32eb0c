import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownFolder, type Place } from '../place';
import { startShipped } from '../startShipped';

let place: Place;
let server: Awaited<ReturnType<typeof startShipped>>;

const start = async (env: NodeJS.ProcessEnv = {}) => {
  server = await startShipped(place, { DEMO: '0', ...env });
};

beforeAll(async () => {
  place = await ownFolder();
  await start();
});

describe('the first start without a demo', () => {
  it('writes a password for the owner alone, which must be replaced, and creates the parameters', async () => {
    const path = join(place.dataDir, 'first-password');
    expect(server.printed).toBe(`admin, with the password in ${path}`);
    const initial = (await readFile(path, 'utf8')).trim();
    expect(initial).toMatch(/^[\dA-Za-z]{14}$/);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const { data } = await server.login({ username: 'admin' }, initial);
    expect(data.oper).toMatchObject({ id: 1, mustChange: true });
    const { token } = data;

    const refused = await server.call('/device/list', {}, { token, locale: 'zh' });
    expect(refused.verify).toEqual({ sign: 'noPermission', desc: '请先修改初始密码。' });
    expect(refused.data).toEqual({ mustChange: true });
    const auth = await server.call('/auth/getAuth', {}, { token });
    expect(auth.data.oper.mustChange).toBe(true);

    const passwords = {
      oldPassword: await server.encrypt(initial),
      newPassword: await server.encrypt('Harbour1'),
    };
    const changed = await server.call('/login/changePassword', passwords, { token });
    expect(changed.verify.sign).toBe('success');
    expect((await server.call('/device/list', {}, { token })).verify.sign).toBe('success');
    expect((await server.call('/auth/getAuth', {}, { token })).data.oper.mustChange).toBe(false);
    expect((await server.login({ username: 'admin' }, initial)).verify.sign).toBe('fail');

    await server.close();
    await start();
    expect(server.printed).toBeUndefined();
    const again = await server.login({ username: 'admin' }, 'Harbour1');
    expect(again.data.oper.mustChange).toBe(false);

    // System parameters that the server reads.
    const parameters = await server.call(
      '/systemParams/list',
      { pageNum: 1, pageSize: 20 },
      { token: again.data.token },
    );
    expect(
      parameters.data.list.map((row: Record<string, unknown>) => [row.param_name, row.param_text]),
    ).toEqual([
      ['app_android', ''],
      ['app_ios', ''],
      ['command_second_person', '0'],
      ['command_typed_from', '20'],
      ['command_wait_hours', '24'],
      ['fence_max_points', '3'],
      ['record_keep_days', '365'],
      ['shift_hours', '08:00/20:00'],
      ['time_zone', ''],
      ['track_max_minutes', '30'],
      ['upload_quota_mb', '1000'],
    ]);
  });
});

describe('the password in ADMIN_PASSWORD', () => {
  it('is printed nowhere and must be replaced at the first sign-in', async () => {
    place = await ownFolder();
    await start({ ADMIN_PASSWORD: 'Chosen2026' });
    expect(server.printed).toBeUndefined();
    const { data } = await server.login({ username: 'admin' }, 'Chosen2026');
    expect(data.oper).toMatchObject({ id: 1, mustChange: true });
    const { token } = data;
    const refused = await server.call('/org/list', {}, { token });
    expect(refused.verify.sign).toBe('noPermission');
    expect(refused.data).toEqual({ mustChange: true });
    const passwords = {
      oldPassword: await server.encrypt('Chosen2026'),
      newPassword: await server.encrypt('Harbour1'),
    };
    await server.call('/login/changePassword', passwords, { token });
    expect((await server.call('/org/list', {}, { token })).verify.sign).toBe('success');
  });

  it('is not printed with a demo either', async () => {
    place = await ownFolder();
    await start({ DEMO: '1', DEMO_LOCKS: '1', ADMIN_PASSWORD: 'Chosen2026' });
    expect(server.printed).toBe('harbour / Demo2026');
    const { data } = await server.login({ username: 'admin' }, 'Chosen2026');
    expect(data.oper.mustChange).toBe(true);
  });
});
