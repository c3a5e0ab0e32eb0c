import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import config from '../../../resources.config';
import { demo } from '../../../src/demo';
import { optionsOf } from '../../../src/server/options';
import { startServer } from '../../../src/server/start';
import { createClient, FIRST_PASSWORD } from '../http/client';
import { SECRET } from '../openServer';
import { closeAfterwards, ownPlace } from '../place';

/** Opens a proxy to a database that can be cut and restored. */
const cuttable = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host');
  const sockets = new Set<Socket>();
  const serve = async (port: number) => {
    const server = createServer((socket) => {
      const on = folder
        ? connect(`${folder}/.s.PGSQL.${target.port}`)
        : connect(Number(target.port), target.hostname);
      for (const one of [socket, on]) {
        sockets.add(one);
        one.on('error', () => one.destroy());
        one.on('close', () => sockets.delete(one));
      }
      socket.pipe(on).pipe(socket);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await serve(0);
  const { port } = server.address() as AddressInfo;
  const cut = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  closeAfterwards(cut);
  const here = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) });
  here.searchParams.delete('host');
  return {
    url: here.href,
    cut,
    mend: async () => {
      server = await serve(port);
    },
  };
};

it('a database that is away is one line of the log, and 503; that it is back another', async () => {
  const { dataDir, databaseUrl } = await ownPlace(config);
  // Without PostgreSQL the tests have no connection to cut.
  if (!databaseUrl) return;
  const database = await cuttable(databaseUrl);
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const env = {
    PORT: '0',
    MQTT_PORT: '0',
    DEMO: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ADMIN_PASSWORD: FIRST_PASSWORD,
    SIGN_SECRET: SECRET,
  };
  const options = { ...optionsOf(env, ''), clientDir: undefined };
  const server = await startServer({
    config,
    options,
    log: { info: say, warn: say, error: say },
    demo,
  });
  closeAfterwards(server.close);
  const url = await server.listen();
  const client = createClient(url, SECRET, { ahead: 0 });
  const token = await client.signIn('admin');
  lines.length = 0;

  await database.cut();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.call('/device/list', {}, { token })),
  );
  expect(answers.map(({ verify }) => verify.sign)).toEqual(Array(20).fill('fail'));
  await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(503);
  // Timers of commands and jobs run meanwhile.
  await sleep(2_500);
  expect(lines).toEqual([expect.stringMatching(/^The database does not answer: /)]);

  await database.mend();
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines[1]).toBe('The database answers again');
  expect((await client.call('/device/list', {}, { token })).verify.sign).toBe('success');
});
