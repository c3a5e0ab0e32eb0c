import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import config from '../../../resources.config';
import { demo } from '../../../src/demo';
import { optionsOf } from '../../../src/server/options';
import { startServer } from '../../../src/server/start';
import { createClient, FIRST_PASSWORD } from '../http/client';
import { SECRET } from '../openServer';
import { closeAfterwards, ownPlace } from '../place';

/** Opens a proxy to a database that can be cut or frozen, and restored. */
const cuttable = async (databaseUrl: string) => {
  const target = new URL(databaseUrl);
  const folder = target.searchParams.get('host');
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const serve = async (port: number) => {
    const server = createServer((socket) => {
      const on = folder
        ? connect(`${folder}/.s.PGSQL.${target.port}`)
        : connect(Number(target.port), target.hostname);
      const ends = [socket, on] as const;
      for (const [i, one] of ends.entries()) {
        sockets.add(one);
        one.on('error', () => one.destroy());
        one.on('close', () => {
          sockets.delete(one);
          // A pipe does not pass on that its source broke: a query would wait for ever.
          ends[1 - i]?.end();
        });
      }
      socket.pipe(on).pipe(socket);
      if (isFrozen) for (const one of [socket, on]) one.pause();
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
    /** Connects, but forwards nothing. */
    freeze: async () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: async () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
  };
};

/** Makes all connections of a database read-only, or writable again. */
const setReadOnly = async (databaseUrl: string, isReadOnly: boolean) => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const name = client.escapeIdentifier(client.database ?? '');
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter database ${name} set default_transaction_read_only = ${isReadOnly}`);
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await client.end();
};

type Proxy = Awaited<ReturnType<typeof cuttable>>;

const outages: readonly {
  readonly title: string;
  readonly begin: (proxy: Proxy, databaseUrl: string) => Promise<void>;
  readonly end: (proxy: Proxy, databaseUrl: string) => Promise<void>;
  /** The beginning of the answer to a list, and of that to a change. */
  readonly answer: string;
  readonly change: string;
}[] = [
  {
    title: 'is away',
    begin: ({ cut }) => cut(),
    end: ({ mend }) => mend(),
    answer: 'fail The database does not answer.',
    change: 'fail The database does not answer.',
  },
  {
    title: 'hangs',
    begin: ({ freeze }) => freeze(),
    end: ({ thaw }) => thaw(),
    answer: 'fail The database does not answer. Nothing was changed.',
    change: 'fail The database does not answer. Nothing was changed.',
  },
  {
    title: 'is read-only',
    begin: (_, databaseUrl) => setReadOnly(databaseUrl, true),
    end: (_, databaseUrl) => setReadOnly(databaseUrl, false),
    answer: '',
    change: 'fail The database takes no changes at the moment.',
  },
];

it.each(outages)(
  'a database that $title is one line of the log and a status 503, and its return another line',
  async ({ begin, end, answer, change }) => {
    const { dataDir, databaseUrl } = await ownPlace(config);
    // Without PostgreSQL the tests have no connection to cut.
    if (!databaseUrl) return;
    const database = await cuttable(databaseUrl);
    const lines: string[] = [];
    // Before an outage, a single connection may break.
    const say = (text: string) => {
      if (!text.startsWith('Storage: an idle connection broke')) lines.push(text);
    };
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

    await begin(database, databaseUrl);
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.call('/device/list', {}, { token })),
    );
    // The console gives up after 10 s.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    for (const { verify } of answers) expect(`${verify.sign} ${verify.desc}`).toContain(answer);
    const row = { dict_code: 'cargo', dict_text: 'Cargo' };
    const { verify } = await client.call('/dict/add', row, { token });
    expect(`${verify.sign} ${verify.desc}`).toContain(change);
    await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(503);
    // Timers of commands and jobs run meanwhile.
    await sleep(2_500);
    expect(lines).toEqual([expect.stringMatching(/^The database does not answer: /)]);

    await end(database, databaseUrl);
    await expect.poll(() => lines).toHaveLength(2);
    expect(lines[1]).toBe('The database answers again');
    expect((await client.call('/device/list', {}, { token })).verify.sign).toBe('success');
  },
);
