import { beforeAll, expect, it } from 'vitest';
import { type DemoServer, demoServer } from '../startShipped';

let server: DemoServer;
let token: string;
beforeAll(async () => {
  server = await demoServer();
  token = await server.signIn('harbour');
});

const device = async (sn: string) => {
  const { data } = await server.call('/device/list', { sn }, { token });
  return data.list[0] as Record<string, unknown>;
};
const SLOW = { timeout: 120_000 };

it.each([
  ['7026000001', 1],
  ['095000000001', 2],
])('the simulated lock %s of protocol %i reports and obeys', async (sn, protocol) => {
  const reported = { protocol, communicate_status: 1, report_time: expect.any(Number) };
  await expect.poll(() => device(sn), SLOW).toMatchObject(reported);
  const { data } = await server.call('/command/readSettings', { sns: [sn] }, { token });
  const id = data.tickets[0].id;
  const ticket = async () => {
    const answer = await server.call('/appointmentCommandRecord/list', { sn }, { token });
    return answer.data.list.find((row: { id: number }) => row.id === id);
  };
  await expect.poll(ticket, SLOW).toMatchObject({ state: 'success' });
});
