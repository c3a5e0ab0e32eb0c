import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Aedes } from 'aedes';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import shipped from '../../resources.config';
import type { LockCommand } from '../../src/domain/lock';
import { openStore } from '../../src/server/db';
import { createClient } from '../api/http/client';
import { closeAfterwards, ownPlace } from '../api/place';
import { freePort, type RunningConsole, runConsole } from '../e2e/startConsole';

const LOCKS = 1_000;
/** Locks of one call. */
const PIECE = 500;
const SECRET = 'seal-console-demo-secret';

/** An external broker that can go and come back where it was; what it kept in memory is gone with it. */
const openBroker = async () => {
  const port = await freePort();
  let aedes: Aedes;
  let server: Server;
  const sockets = new Set<Socket>();
  const start = async () => {
    aedes = await Aedes.createBroker();
    server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      aedes.handle(socket);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => aedes.close(resolve));
  };
  await start();
  closeAfterwards(stop);
  return { url: `mqtt://127.0.0.1:${port}`, start, stop };
};

/** What a lock does with a reply. */
const HABITS = ['prompt', 'prompt', 'prompt', 'late', 'doubled', 'lost', 'refusing'] as const;

/** Locks in one hand: each knows what it did already, answers in no order, and some badly. */
const openLocks = async (url: string, sns: readonly string[]) => {
  const done = new Map<string, number>();
  const heard: { readonly id: string; readonly at: number }[] = [];
  const client = mqtt.connect(url, { clientId: 'locks', clean: false, reconnectPeriod: 100 });
  client.on('error', () => {});
  client.on('connect', () => {
    client.subscribe('seal/v1/+/down/cmd', { qos: 1 });
    for (const sn of sns) {
      client.publish(`seal/v1/${sn}/up/status`, 'online', { qos: 1, retain: true });
    }
  });
  const reply = (sn: string, id: string, code: number) =>
    client.publish(`seal/v1/${sn}/up/ack`, JSON.stringify({ id, code }), { qos: 1 });
  client.on('message', (topic, payload) => {
    const sn = topic.split('/')[2] ?? '';
    const { id, exp } = JSON.parse(String(payload)) as LockCommand;
    heard.push({ id, at: Date.now() });
    if (Date.now() > exp) return;
    done.set(id, (done.get(id) ?? 0) + 1);
    const habit = HABITS[Number(sn.slice(4)) % HABITS.length];
    if (habit === 'lost') return;
    const answer = () => reply(sn, id, habit === 'refusing' ? 7 : 0);
    if (habit !== 'late') answer();
    if (habit !== 'prompt') setTimeout(answer, Math.random() * 1_500);
  });
  await expect.poll(() => client.connected).toBe(true);
  onTestFinished(async () => void (await client.endAsync(true)));
  return { heard };
};

interface Ticket {
  readonly id: number;
  readonly sn: string;
  readonly state: string;
  readonly result: number | null;
  readonly end_time: number | null;
}

describe.runIf(inject('postgres'))('a command to 1,000 locks', () => {
  it('loses no ticket, repeats no success and ends in time, whoever is killed when', async () => {
    const { dataDir, databaseUrl = '' } = await ownPlace(shipped);
    const broker = await openBroker();
    const env = {
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      ADMIN_PASSWORD: 'Demo2026',
      MQTT_URL: broker.url,
      PORT: String(await freePort()),
    };
    let running: RunningConsole = await runConsole({ env, dataDir });
    onTestFinished(() => running.kill());
    const store = await openStore({ dataDir: '', databaseUrl, config: shipped, log: () => {} });
    closeAfterwards(store.close);
    const { db } = store;
    const sns = Array.from({ length: LOCKS }, (_, i) => `LOCK${String(i).padStart(4, '0')}`);
    await sql`insert into device (sn, org_id, status) select sn, 1, 0 from unnest(${sns}::text[]) as sn`.execute(
      db,
    );
    const { heard } = await openLocks(broker.url, sns);
    const online = async () =>
      (
        await sql<{
          count: number;
        }>`select count(*)::int as count from device where communicate_status = 1`.execute(db)
      ).rows[0]?.count;
    await expect.poll(online, { timeout: 30_000 }).toBe(LOCKS);

    const tickets = async () =>
      (
        await sql<Ticket>`
          select id, sn, state, result, end_time from "appointmentCommandRecord" order by id`.execute(
          db,
        )
      ).rows;
    const inState = async (...states: string[]) =>
      (await tickets()).filter(({ state }) => states.includes(state)).length;

    const again = async () => {
      running = await runConsole({ env, dataDir });
    };
    /** Sends to those who have no ticket yet; a call whose server died may have made all of its tickets or none. */
    const send = async (signal?: () => Promise<unknown>) => {
      const client = createClient(running.url, SECRET, { ahead: 0 });
      const token = await client.signIn('admin');
      const have = new Set((await tickets()).map(({ sn }) => sn));
      const left = sns.filter((sn) => !have.has(sn));
      const calls = [];
      for (let at = 0; at < left.length; at += PIECE) {
        const body = { sns: left.slice(at, at + PIECE), value: 3 };
        calls.push(client.call('/command/vibration', body, { token }).catch(() => undefined));
      }
      await signal?.();
      await Promise.all(calls);
    };

    // While it is asked.
    await send(async () => {
      await sleep(60);
      await running.kill();
    });
    expect((await tickets()).length % PIECE).toBe(0);
    await again();
    // While it is sent: some are out, some are answered.
    await send(async () => {
      await expect
        .poll(() => inState('sent', 'success'), { timeout: 30_000, interval: 10 })
        .toBeGreaterThan(0);
      await running.kill();
    });
    await again();
    await send();
    expect(await tickets()).toHaveLength(LOCKS);
    // While the replies come.
    await expect.poll(() => inState('success'), { timeout: 30_000 }).toBeGreaterThan(100);
    await running.kill();
    await again();

    // The broker, and every connection to the database.
    await broker.stop();
    await broker.start();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    // Nothing waits for ever for a lock that is there.
    await expect.poll(() => inState('waiting'), { timeout: 60_000 }).toBe(0);

    // Their minute is over.
    await sql`update "appointmentCommandRecord" set deadline = 1 where state = 'sent'`.execute(db);
    await expect.poll(() => inState('waiting', 'sent'), { timeout: 30_000 }).toBe(0);

    const ended = await tickets();
    expect(new Set(ended.map(({ sn }) => sn)).size).toBe(LOCKS);
    expect(ended).toHaveLength(LOCKS);
    const results: Record<string, number> = { success: 1, failure: 2, invalid: 3 };
    expect(ended.filter(({ state, result }) => results[state] !== result)).toEqual([]);
    const successAt = new Map(
      ended.flatMap(({ id, state, end_time }) =>
        state === 'success' ? [[String(id), Number(end_time)]] : [],
      ),
    );
    expect(successAt.size).toBeGreaterThan(LOCKS / 10);
    expect(heard.filter(({ id, at }) => at > (successAt.get(id) ?? at))).toEqual([]);
    // Those that never answer are never taken for done, and no lock that refused either.
    const habitOf = ({ sn }: Ticket) => HABITS[Number(sn.slice(4)) % HABITS.length];
    const wrong = ended.filter(
      (ticket) =>
        ticket.state === 'success' && ['lost', 'refusing'].includes(habitOf(ticket) ?? ''),
    );
    expect(wrong).toEqual([]);
  }, 240_000);
});
