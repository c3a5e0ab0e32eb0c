import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe } from 'vitest';
import config from '../../resources.config';
import { createInbox, openLink } from '../../src/server/fleet/link';
import { openMessageLog } from '../../src/server/fleet/log/messageLog';
import { openFleet } from '../api/parts';
import {
  BATCH,
  LOCKS,
  nextReports,
  OPTIONS,
  quiet,
  REPORTS,
  store,
  storeByHand,
} from './ingestWorld';
import { bench, closeAtEnd } from './strictBench';

const CONNECTIONS = 50;

const messages = await openMessageLog(store.db, quiet);
closeAtEnd(messages.close);
const link = await openLink({
  mqttPort: 0,
  inbox: createInbox(quiet, undefined, messages.keep),
  log: quiet,
});
closeAtEnd(link.close);
const fleet = await openFleet({ store, config, server: 'bench', link, log: quiet });
closeAtEnd(fleet.close);

/**
 * Publishes at QoS 1 in a process of its own, so that its cost does not count for the server. The process gets the source
 * of this function.
 */
function publishHere(load: NodeJS.Require, self: NodeJS.Process): void {
  const { connect }: typeof import('node:net') = load('node:net');
  const { generate }: typeof import('mqtt-packet') = load('mqtt-packet');
  self.on('disconnect', () => self.exit());
  const sockets: import('node:net').Socket[] = [];
  let awaited = 0;
  self.on('message', (order: { port: number; user: string; password: string; count: number }) => {
    if (!order.port) return;
    awaited = order.count;
    for (let i = 0; i < order.count; i++) {
      const socket = connect(order.port, '127.0.0.1');
      sockets.push(socket);
      const password = Buffer.from(order.password);
      const login = { clientId: `bench-${i}`, username: order.user, password };
      socket.write(
        generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, ...login }),
      );
      // CONNACK and PUBACK have four bytes each.
      let bytes = 0;
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        awaited -= Math.floor(bytes / 4);
        bytes %= 4;
        if (awaited === 0) self.send?.('done');
      });
    }
  });
  self.on('message', ({ reports }: { reports?: [sn: string, payload: string][] }) => {
    if (!reports) return;
    awaited = reports.length;
    const packets = sockets.map((): Buffer[] => []);
    for (const [i, [sn, payload]] of reports.entries()) {
      const messageId = 1 + Math.floor(i / sockets.length);
      const topic = `seal/v1/${sn}/up/report`;
      packets[i % sockets.length]?.push(
        generate({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false }),
      );
    }
    for (const [i, socket] of sockets.entries()) socket.write(Buffer.concat(packets[i] ?? []));
  });
}
const child = spawn(
  process.execPath,
  ['--input-type=commonjs', '-e', `(${publishHere})(require, process)`],
  { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
);
closeAtEnd(() => child.kill());
const order = (message: object) => Promise.all([once(child, 'message'), child.send(message)]);
const { user, password } = link.access;
await order({ port: Number(new URL(link.url).port), user, password, count: CONNECTIONS });

describe(`${REPORTS} reports of ${LOCKS} locks by MQTT, acknowledged`, () => {
  bench(`baseline: plain inserts, one connection, ${BATCH} a transaction`, storeByHand, OPTIONS);
  bench(
    `the server, QoS 1, ${CONNECTIONS} connections`,
    async () => {
      const reports = nextReports().map(([sn, report]) => [sn, JSON.stringify(report)]);
      await order({ reports });
    },
    OPTIONS,
  );
});
