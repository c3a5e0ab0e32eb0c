import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { describe } from 'vitest';
import config from '../../resources.config';
import { COMMAND_TARGETS } from '../../src/config';
import type { LockCommand } from '../../src/domain/lock';
import { openStore } from '../../src/server/db';
import { createInbox, openLink } from '../../src/server/fleet/link';
import { startWorker } from '../../src/server/work/worker';
import { openFleet } from '../api/parts';
import { bench, closeAtEnd, waitUntil } from './strictBench';

/** `LOCKS=2000 npm run bench` for fewer. */
const LOCKS = Number(process.env.LOCKS ?? 10_000);
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-commands-'));
closeAtEnd(() => rm(dataDir, { recursive: true, force: true }));
const store = await openStore({ dataDir, config, log: () => {} });
closeAtEnd(store.close);
const { db } = store;
await sql`insert into org (id, org_name, org_type, status) values (1, 'Bench', 1, 1)`.execute(db);
await sql`insert into role (id, "roleName") values (1, 'System')`.execute(db);
await sql`insert into oper (id, "operName", "loginName", role_id, org_id, status, password_hash)
  values (1, 'Bench', 'bench', 1, 1, 1, '')`.execute(db);
await sql`insert into device (sn, org_id)
  select 'SL' || lpad(i::text, 6, '0'), 1 from generate_series(1, ${LOCKS}::integer) as i`.execute(
  db,
);
await sql`update device_state
  set status = 0, communicate_status = 1, lat = 22, lon = 114`.execute(db);
await sql`vacuum analyze`.execute(db);

const aedes = await Aedes.createBroker();
closeAtEnd(() => new Promise<void>((resolve) => aedes.close(resolve)));
const server = createServer({ noDelay: true }, aedes.handle).listen(0, '127.0.0.1');
closeAtEnd(() => server.close());
await once(server, 'listening');
const address = server.address();
const mqttUrl = `mqtt://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
const link = await openLink({ mqttUrl, inbox: createInbox(quiet), log: quiet });
closeAtEnd(link.close);
const fleet = await openFleet({ store, config, server: 'bench', link, log: quiet });
closeAtEnd(fleet.close);
const worker = startWorker(fleet.tasks, { log: quiet });
closeAtEnd(worker.close);

/** One client for all locks. Each answers at once. */
const locks = await mqtt.connectAsync(mqttUrl);
closeAtEnd(() => locks.endAsync(true));
let received = 0;
locks.on('message', (topic, payload) => {
  received += 1;
  const { id } = JSON.parse(String(payload)) as LockCommand;
  locks.publish(topic.replace('down/cmd', 'up/ack'), JSON.stringify({ id, code: 0 }), {
    qos: 1,
  });
});
await locks.subscribeAsync(['seal/v1/+/down/cmd', 'bare/+/down/cmd'], { qos: 1 });

const sns = Array.from({ length: LOCKS }, (_, i) => `SL${String(i + 1).padStart(6, '0')}`);
const by = {
  oper: { id: 1, operName: 'Bench', org_id: 1, hasSuperior: false },
  locale: 'en',
  filesUrl: '',
} as const;

const metrics = { tickets: 0, sent: 0, done: 0, memory: 0, longest: 0 };

/**
 * Sends the command in chunks like the console. Measures the time until all tickets exist, until all locks have the
 * command, and until all tickets have ended.
 */
const commandAll = async () => {
  received = 0;
  const started = performance.now();
  let last = started;
  const watch = setInterval(() => {
    const now = performance.now();
    metrics.longest = Math.max(metrics.longest, now - last - 10);
    last = now;
    metrics.memory = Math.max(metrics.memory, process.memoryUsage().rss);
  }, 10);
  let batch: number | undefined;
  for (let at = 0; at < LOCKS; at += COMMAND_TARGETS) {
    const options = { total: LOCKS, ...(batch !== undefined && { batch }) };
    const piece = sns.slice(at, at + COMMAND_TARGETS);
    const answer = await fleet.issue(store.db, {
      code: 'vibration',
      sns: piece,
      args: { value: 3 },
      how: options,
      ...by,
    });
    fleet.announce(answer.tickets);
    batch = answer.batch;
  }
  metrics.tickets = performance.now() - started;
  await waitUntil(() => received >= LOCKS);
  metrics.sent = performance.now() - started;
  await waitUntil(async () => {
    const { rows } = await sql<{ open: boolean }>`
      select exists (select from "appointmentCommandRecord" where state in ('waiting', 'sent')) as open`.execute(
      db,
    );
    return !rows[0]?.open;
  });
  metrics.done = performance.now() - started;
  clearInterval(watch);
};

/**
 * Baseline without the server: the same broker, database and locks, with a row for each lock, a message, its reply, and
 * an update of the row.
 */
const bareServer = await mqtt.connectAsync(mqttUrl);
closeAtEnd(() => bareServer.endAsync(true));
await bareServer.subscribeAsync('bare/+/up/ack', { qos: 1 });
await sql`create table bare_ticket (id bigint primary key, sn text, state text)`.execute(db);
let bareRuns = 0;

const tellAllBare = async () => {
  received = 0;
  bareRuns += 1;
  const first = bareRuns * LOCKS;
  let endedCount = 0;
  let ids: number[] = [];
  const end = async () => {
    const some = ids;
    ids = [];
    await sql`update bare_ticket set state = 'success' where id = any(${some}::bigint[])`.execute(
      db,
    );
    endedCount += some.length;
  };
  const onMessage = (_: string, payload: Buffer) => {
    ids.push(Number(JSON.parse(String(payload)).id));
    if (ids.length === COMMAND_TARGETS) void end();
  };
  bareServer.on('message', onMessage);
  for (let at = 0; at < LOCKS; at += COMMAND_TARGETS) {
    const piece = sns.slice(at, at + COMMAND_TARGETS);
    await sql`insert into bare_ticket
      select ${first + at}::bigint + place, sn, 'sent'
      from unnest(${piece}::text[]) with ordinality as told(sn, place)`.execute(db);
    for (const [place, sn] of piece.entries()) {
      const command = { id: String(first + at + place + 1), cmd: 'vibration', args: { value: 3 } };
      bareServer.publish(`bare/${sn}/down/cmd`, JSON.stringify(command), { qos: 1 });
    }
  }
  await waitUntil(() => endedCount + ids.length >= LOCKS);
  await end();
  bareServer.off('message', onMessage);
};

describe(`the check of a command to ${LOCKS} locks`, () => {
  bench('baseline: a query of their states', async () => {
    await sql`select device.*, state.* from device join device_state as state on state.device_id = device.id
      where device.sn = any(${sns}::text[])`.execute(db);
  });
  bench('the check before sending', async () => {
    await fleet.check({ code: 'vibration', sns, args: {}, ...by });
  });
});

const ONCE = { iterations: 2, warmupIterations: 0, time: 0, warmupTime: 0 };

describe(`a command to ${LOCKS} locks`, () => {
  bench(
    'sent in parts, with all replies',
    async () => {
      await commandAll();
      const ms = (value: number) => `${Math.round(value)} ms`;
      process.stdout.write(
        `tickets ${ms(metrics.tickets)}, all sent ${ms(metrics.sent)}, all answered ${ms(metrics.done)}, longest task ${ms(metrics.longest)}, memory ${Math.round(metrics.memory / 2 ** 20)} MB\n`,
      );
    },
    ONCE,
  );

  bench('baseline: an MQTT client and PostgreSQL alone', tellAllBare, ONCE);
});
