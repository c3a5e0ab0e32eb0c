import { connectAsync } from 'mqtt';
import { expect, it, onTestFinished } from 'vitest';
import shipped from '../../resources.config';
import { createClient } from '../api/http/client';
import { ownFolder } from '../api/place';
import { freePort, type RunningConsole, runConsole } from '../e2e/startConsole';

const SECRET = 'seal-console-demo-secret';
const env = { DEMO_LOCKS: '5' };

const clientOf = async ({ url }: RunningConsole) => {
  const client = createClient(url, SECRET, { ahead: 0 });
  const token = await client.signIn('harbour');
  return (path: string, body: object = {}) => client.call(path, body, { token });
};

it('a killed server keeps what it acknowledged, and continues after a restart', async () => {
  const first = await runConsole({ env, ...(await ownFolder(shipped)) });
  const call = await clientOf(first);
  const sent = await call('/command/unseal', { sns: ['REPLAY01', 'REPLAY02'] });
  expect(sent.data.tickets).toHaveLength(2);
  const { data: devices } = await call('/device/list', { sn: 'REPLAY01' });
  await call('/device/update', { id: devices.list[0].id, device_name: 'After' });
  await first.kill();

  const running = await runConsole({ env, dataDir: first.dataDir });
  onTestFinished(running.stop);
  const again = await clientOf(running);
  const tickets = await again('/appointmentCommandRecord/list', { state: 'waiting' });
  expect(tickets.data.list.map(({ sn }: { sn: string }) => sn).sort()).toEqual([
    'REPLAY01',
    'REPLAY02',
  ]);
  const renamed = await again('/device/list', { sn: 'REPLAY01' });
  expect(renamed.data.list[0].device_name).toBe('After');
  const log = await again('/operationLog/list', { operate_url: '/device/update' });
  expect(log.data.list).toMatchObject([{ record_id: devices.list[0].id, success: true }]);
  const ids = tickets.data.list.map(({ id }: { id: number }) => id);
  expect((await again('/appointmentCommandRecord/cancel', { ids })).data).toEqual({
    cancelled: 2,
    done: 2,
  });
});

it('the server continues when the reader of its output closes', async () => {
  const mqttPort = await freePort();
  const running = await runConsole({
    env: { ...env, MQTT_PORT: String(mqttPort) },
    ...(await ownFolder(shipped)),
  });
  onTestFinished(running.stop);
  running.leaveUnread();
  // A refused lock is logged.
  for (const password of ['wrong', 'wrong again']) {
    const options = { username: 'REPLAY01', clientId: 'REPLAY01', password, reconnectPeriod: 0 };
    await expect(connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options)).rejects.toThrow();
  }
  expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
});
