import mqtt from 'mqtt';
import { expect, it, onTestFinished } from 'vitest';
import config from '../../../resources.config';
import { FIRST_PASSWORD } from '../http/client';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';

const SN = 'SILENT1';

it('a lock must reply within the limit of the server', async () => {
  const env = { DEMO: '0', ADMIN_PASSWORD: FIRST_PASSWORD };
  const server = await startShipped(await ownPlace(config), env, { replyLimit: 1 });
  const { ask } = await server.as('admin');
  const { id } = await ask('/device/add', { sn: SN, org_id: 1 });
  const [secret] = (await ask('/device/connect', { ids: [id] })).secrets;
  const lock = await mqtt.connectAsync(secret.code, { clientId: SN });
  onTestFinished(async () => void (await lock.endAsync(true)));
  const commands: unknown[] = [];
  lock.on('message', (_topic, payload) => commands.push(JSON.parse(String(payload)).cmd));
  await lock.subscribeAsync(`seal/v1/${SN}/down/cmd`, { qos: 1 });
  await lock.publishAsync(`seal/v1/${SN}/up/status`, 'online', { qos: 1, retain: true });
  await ask('/command/vibration', { sns: [SN], value: 3 });
  const ticket = async () => (await ask('/appointmentCommandRecord/list', { sn: SN })).list[0];
  await expect.poll(ticket).toMatchObject({ state: 'invalid', result: 3 });
  const { deadline, send_time } = await ticket();
  expect([commands, deadline - send_time]).toEqual([['vibration'], 1]);
});
