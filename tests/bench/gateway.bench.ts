import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe } from 'vitest';
import config from '../../resources.config';
import { createSealer } from '../../src/server/auth';
import { openStore } from '../../src/server/db';
import { openFleet } from '../../src/server/fleet';
import { openLink } from '../../src/server/fleet/link';
import { openGateways, openLockDirectory } from '../../src/server/gateways';
import { startWorker } from '../../src/server/work/worker';
import { record } from '../api/gateways/jointechRecord';
import { bench } from './strictBench';

/** `LOCKS=1000 npm run bench` for fewer. */
const LOCKS = Number(process.env.LOCKS ?? 5_000);

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-gateway-'));
const store = await openStore({ dataDir, config, log: () => {} });
await sql`insert into org (id, org_name, org_type, status) values (1, 'Root', 1, 1)`.execute(
  store.db,
);
await sql`insert into device (sn, org_id, protocol)
  select '80' || lpad(i::text, 8, '0'), 1, 1
  from generate_series(1, ${LOCKS}::integer) as i`.execute(store.db);
const link = await openGateways(await openLink({ mqttPort: 0, log: quiet }), {
  ports: { jointech: 0 },
  host: '127.0.0.1',
  rules: { secret: 'bench', asksForAuth: false },
  locks: openLockDirectory(store.db, createSealer('bench', 'lock')),
  keep: async () => {},
  log: quiet,
});
const fleet = await openFleet({ store, config, server: 'bench', link, log: quiet });
const worker = startWorker(fleet.tasks, { log: quiet });

/**
 * Runs the locks in a process of their own, so that their cost does not count for the server. The process gets the
 * source of this function.
 */
function lockHere(load: NodeJS.Require, self: NodeJS.Process): void {
  const { connect }: typeof import('node:net') = load('node:net');
  self.on('disconnect', () => self.exit());
  const sockets: import('node:net').Socket[] = [];
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
      const openSocket = sockets[i];
      const socket = openSocket ?? connect(order.port ?? 0, '127.0.0.1');
      if (!openSocket) {
        sockets[i] = socket;
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

let at = Date.now() - 3_600_000;
/** Lets every lock report once. Resolves when the last report is acknowledged. */
const reportAll = async (): Promise<void> => {
  at += 1_000;
  const frames = Array.from({ length: LOCKS }, (_, i) =>
    record(`80${String(i + 1).padStart(8, '0')}`, { at, serial: 1 }).toString('hex'),
  );
  const port = link.gateways[0]?.port;
  await Promise.all([once(child, 'message'), child.send({ port, frames })]);
};

const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);
const before = megabytes();
const cpu = process.cpuUsage();
const began = performance.now();
await reportAll();
const connected = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);
console.log(
  `${LOCKS} locks connected, reported and were acknowledged in ${Math.round(connected)} ms, ` +
    `with ${Math.round((user + system) / 1_000)} ms of CPU: ${before} MB before, ${megabytes()} MB after`,
);

afterAll(async () => {
  child.kill();
  await worker.close();
  await fleet.close();
  await link.close();
  await store.close();
  await rm(dataDir, { recursive: true });
});

describe(`${LOCKS} Jointech locks`, () => {
  bench('report once each, stored and acknowledged', reportAll, { time: 10_000, iterations: 5 });
});
