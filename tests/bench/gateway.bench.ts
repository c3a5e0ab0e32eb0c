import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe } from 'vitest';
import config from '../../resources.config';
import { createSealer } from '../../src/server/auth';
import { openStore } from '../../src/server/db';
import { createInbox, openLink } from '../../src/server/fleet/link';
import { openGateways, openLockDirectory } from '../../src/server/gateways';
import { startWorker } from '../../src/server/work/worker';
import { record } from '../api/gateways/jointechRecord';
import { openFleet } from '../api/parts';
import { bench, closeAtEnd } from './strictBench';

/** `LOCKS=1000 npm run bench` for fewer. */
const LOCKS = Number(process.env.LOCKS ?? 5_000);

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-gateway-'));
closeAtEnd(() => rm(dataDir, { recursive: true, force: true }));
const store = await openStore({ dataDir, config, log: () => {} });
closeAtEnd(store.close);
await sql`insert into org (id, org_name, org_type, status) values (1, 'Root', 1, 1)`.execute(
  store.db,
);
await sql`insert into device (sn, org_id, protocol)
  select '80' || lpad(i::text, 8, '0'), 1, 1
  from generate_series(1, ${LOCKS}::integer) as i`.execute(store.db);
const inbox = createInbox(quiet);
const link = await openGateways(await openLink({ mqttPort: 0, inbox, log: quiet }), {
  ports: { jointech: 0 },
  host: '127.0.0.1',
  rules: { secret: 'bench', asksForAuth: false },
  locks: openLockDirectory(store.db, createSealer('bench', 'lock')),
  inbox,
  log: quiet,
});
closeAtEnd(() => link.close());
const fleet = await openFleet({ store, config, server: 'bench', link, log: quiet });
closeAtEnd(fleet.close);
const worker = startWorker(fleet.tasks, { log: quiet });
closeAtEnd(worker.close);

/**
 * Runs the locks in a process of their own, so that their cost does not count for the server. The process gets the
 * source of this function.
 */
function lockHere(load: NodeJS.Require, self: NodeJS.Process): void {
  const { connect }: typeof import('node:net') = load('node:net');
  self.on('disconnect', () => self.exit());
  const sockets = new Map<string, import('node:net').Socket>();
  let awaited = 0;
  let done = () => {};
  const round = () =>
    new Promise<void>((resolve) => {
      done = resolve;
    });
  self.on('message', async (order: { port?: number; frames: string[] }) => {
    const finished = round();
    awaited = order.frames.length;
    for (const [i, frame] of order.frames.entries()) {
      const place = `${order.port} ${i}`;
      const openSocket = sockets.get(place);
      const socket = openSocket ?? connect(order.port ?? 0, '127.0.0.1');
      if (!openSocket) {
        sockets.set(place, socket);
        // Each record has one acknowledgement, which arrives in one piece here.
        socket.on('data', () => {
          awaited -= 1;
          if (awaited === 0) done();
        });
      }
      socket.write(Buffer.from(frame, 'hex'));
    }
    await finished;
    self.send?.('done');
  });
}
const child = spawn(
  process.execPath,
  ['--input-type=commonjs', '-e', `(${lockHere})(require, process)`],
  { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
);
closeAtEnd(() => child.kill());

/** Bare server that acknowledges each record, and does nothing with it. */
const bare = createServer((socket) => {
  socket.on('data', () => socket.write('(P69,0,1)'));
  socket.on('error', () => socket.destroy());
}).listen(0, '127.0.0.1');
closeAtEnd(() => bare.close());
await once(bare, 'listening');

let at = Date.now() - 3_600_000;
/** Lets every lock report once to a port. Resolves when the last report is acknowledged. */
const reportAll = async (port: number | undefined): Promise<void> => {
  at += 1_000;
  const frames = Array.from({ length: LOCKS }, (_, i) =>
    record(`80${String(i + 1).padStart(8, '0')}`, { at, serial: 1 }).toString('hex'),
  );
  await Promise.all([once(child, 'message'), child.send({ port, frames })]);
};

const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);
const before = megabytes();
const cpu = process.cpuUsage();
const began = performance.now();
const gatewayPort = link.gateways[0]?.port;
await reportAll(gatewayPort);
const connected = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);
console.log(
  `${LOCKS} locks connected, reported and were acknowledged in ${Math.round(connected)} ms, ` +
    `with ${Math.round((user + system) / 1_000)} ms of CPU: ${before} MB before, ${megabytes()} MB after`,
);

describe(`${LOCKS} Jointech locks`, () => {
  const options = { time: 10_000, iterations: 5 };
  const barePort = (bare.address() as AddressInfo).port;
  bench('baseline: acknowledgements of a bare server', () => reportAll(barePort), options);
  bench('one report each, stored and acknowledged', () => reportAll(gatewayPort), options);
});
