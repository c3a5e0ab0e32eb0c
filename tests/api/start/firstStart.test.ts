import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { optionsOf, type RunningServer, startServer } from '../../../src/server/start';
import { createClient } from '../http/client';

const SECRET = 'test-secret';
const log = { info: () => {}, warn: () => {}, error: () => {} };

let dataDir: string;
let server: RunningServer;
let client: ReturnType<typeof createClient>;

const start = async () => {
  const env = { DEMO: '0', PORT: '0', MQTT_PORT: '0', DATA_DIR: dataDir, SIGN_SECRET: SECRET };
  server = await startServer(config, { ...optionsOf(env, ''), clientDir: undefined }, log);
  client = createClient(await server.listen(), SECRET, { ahead: 0 });
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-first-'));
  await start();
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the first start without a demo', () => {
  const printed = () => server.signIn?.split(' / ')[1] ?? '';

  it('tells a sign-in whose password must be replaced before anything else', async () => {
    expect(server.signIn).toMatch(/^admin \/ [\dA-Za-z]{14}$/);
    const initial = printed();
    const { data } = await client.login({ username: 'admin' }, initial);
    expect(data.oper).toMatchObject({ id: 1, mustChange: true });
    const { token } = data;

    const refused = await client.call('/device/list', {}, { token, locale: 'zh' });
    expect(refused.verify).toEqual({ sign: 'noPermission', desc: '请先修改初始密码。' });
    expect(refused.data).toEqual({ mustChange: true });
    const auth = await client.call('/auth/getAuth', {}, { token });
    expect(auth.data.oper.mustChange).toBe(true);

    const passwords = {
      oldPassword: await client.encrypt(initial),
      newPassword: await client.encrypt('Harbour1'),
    };
    const changed = await client.call('/login/changePassword', passwords, { token });
    expect(changed.verify.sign).toBe('success');
    expect((await client.call('/device/list', {}, { token })).verify.sign).toBe('success');
    expect((await client.call('/auth/getAuth', {}, { token })).data.oper.mustChange).toBe(false);
    expect((await client.login({ username: 'admin' }, initial)).verify.sign).toBe('fail');
  });

  it('is the first only once', async () => {
    await server.close();
    await start();
    expect(server.signIn).toBeUndefined();
    const { data } = await client.login({ username: 'admin' }, 'Harbour1');
    expect(data.oper.mustChange).toBe(false);
  });

  it('leaves the parameters that the server reads', async () => {
    const token = await client.signIn('admin', 'Harbour1');
    const { data } = await client.call(
      '/systemParams/list',
      { pageNum: 1, pageSize: 20 },
      { token },
    );
    expect(
      data.list.map((row: Record<string, unknown>) => [row.param_name, row.param_text]),
    ).toEqual([
      ['app_android', ''],
      ['app_ios', ''],
      ['command_wait_hours', '24'],
      ['fence_max_points', '3'],
      ['record_keep_days', '365'],
    ]);
  });
});
