import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Aedes } from 'aedes';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { describe, expect, inject, it, onTestFailed, onTestFinished } from 'vitest';
import shipped from '../../resources.config';
import type { LockCommand } from '../../src/domain/lock';
import { openStore } from '../../src/server/db';
import { type Answer, createClient, FIRST_PASSWORD } from '../api/http/client';
import { closeAfterwards, ownFolder } from '../api/place';
import { openPostgres } from '../api/postgres';
import { freePort, type RunningConsole, runConsole } from '../e2e/startConsole';
import { round } from '../rounds';

const LOCKS = round(200, 1_000);
/** Locks per call. */
const PIECE = LOCKS / 2;
const SECRET = 'commands';

/** Starts an external broker that can stop and restart at the same address. A restart loses its memory. */
const openBroker = async () => {
  const port = await freePort();
  let aedes: Aedes;
  let server: Server;
  const sockets = new Set<Socket>();
  const topics = new Set<string>();
  const start = async () => {
    aedes = await Aedes.createBroker();
    topics.clear();
    aedes.on('subscribe', (asked) => {
      for (const { topic } of asked) topics.add(topic);
    });
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
  /** True if a server has subscribed to the messages of locks. */
  const isHeard = () => [...topics].some((topic) => topic.includes('/up/'));
  return { url: `mqtt://127.0.0.1:${port}`, start, stop, isHeard };
};

/** Behaviours of locks when they reply. */
const HABITS = ['prompt', 'prompt', 'prompt', 'late', 'doubled', 'lost', 'refusing'] as const;

/** Reply of a lock to a completed command. */
type Habit = (sn: string, answer: (code: number) => void) => void;

const byNumber: Habit = (sn, answer) => {
  const habit = HABITS[Number(sn.slice(4)) % HABITS.length];
  if (habit === 'lost') return;
  const say = () => answer(habit === 'refusing' ? 7 : 0);
  if (habit !== 'late') say();
  if (habit !== 'prompt') setTimeout(say, Math.random() * 1_500);
};

/** Connects all locks by one client. Each records its commands; replies come in any order, and some are faulty. */
const openLocks = async (url: string, sns: readonly string[], habit = byNumber) => {
  const done = new Map<string, number>();
  const deliveries: { readonly id: string; readonly at: number }[] = [];
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
    deliveries.push({ id, at: Date.now() });
    if (Date.now() > exp) return;
    done.set(id, (done.get(id) ?? 0) + 1);
    habit(sn, (code) => reply(sn, id, code));
  });
  await expect.poll(() => client.connected).toBe(true);
  onTestFinished(async () => void (await client.endAsync(true)));
  return { deliveries, done };
};

interface Ticket {
  readonly id: number;
  readonly sn: string;
  readonly state: string;
  readonly result: number | null;
  readonly end_time: number | null;
}

/** Ends the database of a data folder. Its owner has to restart it. */
const endDatabase = async (dataDir: string, signal: 'SIGINT' | 'SIGKILL') => {
  const [pid] = (await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), signal);
};

const RESULTS: Readonly<Record<string, number>> = { success: 1, failure: 2, invalid: 3 };

/** Starts a server with an external broker and database, and connected locks. */
const openWorld = async () => {
  const postgres = await openPostgres((await ownFolder(shipped)).dataDir);
  closeAfterwards(postgres.close);
  const databaseUrl = postgres.url ?? '';
  const { dataDir } = await ownFolder();
  const broker = await openBroker();
  const env = {
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    ADMIN_PASSWORD: FIRST_PASSWORD,
    SIGN_SECRET: SECRET,
    MQTT_URL: broker.url,
    PORT: String(await freePort()),
  };
  let running: RunningConsole = await runConsole({ env, dataDir });
  onTestFinished(() => running.kill());
  onTestFailed(() => void process.stderr.write(running.output()));
  const store = await openStore({ dataDir: '', databaseUrl, config: shipped, log: () => {} });
  closeAfterwards(store.close);
  const { db } = store;
  const sns = Array.from({ length: LOCKS }, (_, i) => `LOCK${String(i).padStart(4, '0')}`);
  await sql`insert into device (sn, org_id) select sn, 1 from unnest(${sns}::text[]) as sn`.execute(
    db,
  );
  await sql`update device_state set status = 0`.execute(db);
  const { deliveries } = await openLocks(broker.url, sns);
  const online = async () =>
    (
      await sql<{
        count: number;
      }>`select count(*)::int as count from device_state where communicate_status = 1`.execute(db)
    ).rows[0]?.count;
  await expect.poll(online).toBe(LOCKS);

  const tickets = async () =>
    (
      await sql<Ticket>`
        select id, sn, state, result, end_time from "appointmentCommandRecord" order by id`.execute(
        db,
      )
    ).rows;
  const inState = async (...states: string[]) =>
    (await tickets()).filter(({ state }) => states.includes(state)).length;

  /** Kills the server; `again` restarts it at the same address. */
  const kill = () => running.kill();
  const again = async () => {
    running = await runConsole({ env, dataDir });
  };
  /** Restarts the database, cleanly or by SIGKILL, and waits until it answers. */
  const restartDatabase = async (signal: 'SIGINT' | 'SIGKILL') => {
    await endDatabase(postgres.dataDir, signal);
    // The old connection may still answer.
    await expect
      .poll(
        () =>
          postgres.pool.query('select 1').then(
            () => 'there',
            () => 'gone',
          ),
        { interval: 5 },
      )
      .toBe('gone');
    await expect.poll(tickets).toBeDefined();
  };
  /** Sends to locks without a ticket. A call whose server died has made all of its tickets or none. */
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

  /** Checks that no ticket is lost, none was sent again after its success, and all reach a final state. */
  const expectAllEnded = async () => {
    // No ticket waits forever for an online lock.
    await expect.poll(() => inState('waiting')).toBe(0);
    // Ends the minute of sent tickets.
    await sql`update "appointmentCommandRecord" set deadline = 1 where state = 'sent'`.execute(db);
    await expect.poll(() => inState('waiting', 'sent')).toBe(0);

    const endedTickets = await tickets();
    expect(new Set(endedTickets.map(({ sn }) => sn)).size).toBe(LOCKS);
    expect(endedTickets).toHaveLength(LOCKS);
    expect(endedTickets.filter(({ state, result }) => RESULTS[state] !== result)).toEqual([]);
    const successAt = new Map(
      endedTickets.flatMap(({ id, state, end_time }) =>
        state === 'success' ? [[String(id), Number(end_time)]] : [],
      ),
    );
    expect(successAt.size).toBeGreaterThan(LOCKS / 10);
    expect(deliveries.filter(({ id, at }) => at > (successAt.get(id) ?? at))).toEqual([]);
    // A lock that never answers or that refuses never counts as a success.
    const habitOf = ({ sn }: Ticket) => HABITS[Number(sn.slice(4)) % HABITS.length];
    const wrong = endedTickets.filter(
      (ticket) =>
        ticket.state === 'success' && ['lost', 'refusing'].includes(habitOf(ticket) ?? ''),
    );
    expect(wrong).toEqual([]);
  };
  return { broker, db, tickets, inState, kill, again, restartDatabase, send, expectAllEnded };
};

describe.runIf(inject('postgres'))(`a command to ${LOCKS} locks`, () => {
  const soon = { interval: 10 };

  it('loses no ticket, repeats no success and ends in time, whatever is killed', async () => {
    const { broker, db, tickets, inState, kill, again, send, expectAllEnded } = await openWorld();
    // Killed during the call.
    await send(async () => {
      await sleep(60);
      await kill();
    });
    expect((await tickets()).length % PIECE).toBe(0);
    await again();
    // Killed during delivery: some are sent, some are answered.
    await send(async () => {
      await expect.poll(() => inState('sent', 'success'), soon).toBeGreaterThan(0);
      await kill();
    });
    await again();
    await send();
    expect(await tickets()).toHaveLength(LOCKS);
    // Killed while replies arrive.
    await expect.poll(() => inState('success'), soon).toBeGreaterThan(LOCKS / 10);
    await kill();
    await again();

    // Restarts the broker and ends every database connection.
    await broker.stop();
    await broker.start();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
    await expectAllEnded();
  });

  it('survives restarts of an external database', async () => {
    const { tickets, inState, restartDatabase, send, expectAllEnded } = await openWorld();
    await send(async () => {
      await sleep(60);
      await restartDatabase('SIGINT');
    });
    expect((await tickets()).length % PIECE).toBe(0);
    await send();
    expect(await tickets()).toHaveLength(LOCKS);
    // Killed during delivery; then a clean restart while replies arrive.
    await expect.poll(() => inState('sent', 'success'), soon).toBeGreaterThan(0);
    await restartDatabase('SIGKILL');
    await expect.poll(() => inState('success'), soon).toBeGreaterThan(LOCKS / 10);
    await restartDatabase('SIGINT');
    await expectAllEnded();
  });
});

describe.runIf(inject('long'))('an upgrade in waves', () => {
  const WAVE = 10;

  it('continues after the server, the database or the broker dies', async () => {
    const { dataDir } = await ownFolder(shipped);
    const broker = await openBroker();
    const env = {
      ...{ DEMO: '0', ADMIN_PASSWORD: FIRST_PASSWORD, SIGN_SECRET: SECRET },
      MQTT_URL: broker.url,
    };
    let running: RunningConsole = await runConsole({ env, dataDir });
    onTestFinished(() => running.stop());
    const callerOf = async () => {
      const client = createClient(running.url, SECRET, { ahead: 0 });
      const token = await client.signIn('admin');
      const dataOf = ({ verify, data }: Answer, what: string) => {
        const answered = [what, verify.desc, data?.refused ?? []];
        expect([verify.sign, ...answered]).toEqual(['success', what, verify.desc, []]);
        return data;
      };
      return {
        call: async (path: string, body: object) =>
          dataOf(await client.call(path, body, { token }), path),
        upload: async (name: string, purpose: string) =>
          dataOf(await client.upload(Buffer.from(name), name, { purpose }, { token }), name).path,
      };
    };
    const first = await callerOf();
    let { call } = first;
    const sns = Array.from({ length: 3 * WAVE }, (_, i) => `WAVE${String(i).padStart(2, '0')}`);
    for (const sn of sns) await call('/device/add', { sn, org_id: 1 });
    const firmware = await call('/firmware/add', {
      firmware_version: 'V9.0.0',
      firmware_path: await first.upload('v9.bin', 'firmware'),
    });

    /** Replies of locks that have finished, held back. */
    const silent: (() => void)[] = [];
    const { done } = await openLocks(broker.url, sns, (_, answer) => silent.push(() => answer(0)));
    const speak = () => {
      for (const answer of silent.splice(0)) answer();
    };
    const soon = { interval: 50 };
    const heardBy = (count: number) => expect.poll(() => done.size, soon).toBe(count);
    await expect
      .poll(async () => (await call('/device/list', { communicate_status: [1] })).total, soon)
      .toBe(sns.length);

    const sent = await call('/command/upgrade', {
      sns,
      firmware: firmware.id,
      how: { total: sns.length, waves: { first: WAVE, next: WAVE, failures: 0 } },
    });
    await heardBy(WAVE);
    speak();
    const successes = async () => (await call('/commandBatch/get', { id: sent.batch })).success;
    await expect.poll(successes, soon).toBe(WAVE);
    await running.kill();

    running = await runConsole({ env, dataDir });
    call = (await callerOf()).call;
    await heardBy(2 * WAVE);
    // Their replies have to wait for the database.
    await endDatabase(dataDir, 'SIGKILL');
    speak();

    await heardBy(3 * WAVE);
    await broker.stop();
    await broker.start();
    await expect.poll(broker.isHeard, soon).toBe(true);
    speak();
    const end = { state: 'done', total: sns.length, success: sns.length, wave: 3 };
    await expect.poll(() => call('/commandBatch/get', { id: sent.batch }), soon).toMatchObject(end);
    // No lock got the command twice.
    expect([...done.values()]).toEqual(sns.map(() => 1));
  });
});
