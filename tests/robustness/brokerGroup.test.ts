import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import shipped from '../../resources.config';
import { openStore } from '../../src/server/db';
import { closeAfterwards, copyOf, ownPlace, type Place } from '../api/place';
import { freePort, runConsole } from '../e2e/startConsole';
import { lostReports } from './lostReports';
import { haproxy, isMissing, mosquitto, openGate, openMosquitto } from './programs';

/** Reports per second through the gate. */
const RATE = 60;
/** Reports per second without it, and how many there are at least. */
const [FAST, MANY] = [500, 5_000];
/** RestartSec of the broker, in which the proxy notices. */
const RESTART_MS = 2_000;
const SN = 'GATE1';

const startServer = async (place: Place, mqttUrl: string, env: NodeJS.ProcessEnv = {}) => {
  const server = await runConsole({
    env: {
      DATABASE_URL: place.databaseUrl,
      MQTT_URL: mqttUrl,
      MQTT_GROUP: 'seals',
      DEMO: '0',
      ADMIN_PASSWORD: 'Known2026x',
      ...env,
    },
    dataDir: place.dataDir,
  });
  closeAfterwards(server.kill);
  return server;
};

type Server = Awaited<ReturnType<typeof startServer>>;

const isReady = async ({ url }: Server) => (await fetch(`${url}/readyz`)).ok;

const openDatabase = async ({ databaseUrl }: Place) => {
  const store = await openStore({ dataDir: '', databaseUrl, config: shipped, log: () => {} });
  closeAfterwards(store.close);
  await sql`insert into device (sn, org_id) values (${SN}, 1) on conflict do nothing`.execute(
    store.db,
  );
  return store.db;
};

/** Publishes a lock's reports at a steady rate. @returns times of those that the broker acknowledged */
const startReporting = (url: string, rate: number) => {
  const lock = mqtt.connect(url, {
    clientId: SN,
    username: SN,
    clean: false,
    reconnectPeriod: 200,
  });
  lock.on('error', () => {});
  const acknowledged: number[] = [];
  let [next, isGoing, open] = [Date.now() - 4 * 86_400_000, true, 0];
  const going = (async () => {
    while (isGoing) {
      if (lock.connected && open < 200) {
        next += 1_000;
        const ts = next;
        open += 1;
        const report = { ts, report_reson: 1, lock_status: 1, electric: 50 };
        lock.publish(`seal/v1/${SN}/up/report`, JSON.stringify(report), { qos: 1 }, (error) => {
          open -= 1;
          if (!error) acknowledged.push(ts);
        });
      }
      await sleep(1_000 / rate);
    }
  })();
  const end = async () => {
    isGoing = false;
    await going;
    await expect.poll(() => open).toBe(0);
    await lock.endAsync();
    return acknowledged;
  };
  onTestFinished(() => void lock.end(true));
  return { acknowledged, end };
};

describe.runIf(inject('postgres'))('a group of servers at a broker', () => {
  it('loses no acknowledged report while the broker is restarted and killed', async ({ skip }) => {
    if (!mosquitto || !haproxy) return skip(isMissing('mosquitto', 'haproxy'));
    const broker = await openMosquitto(mosquitto);
    const place = await ownPlace(shipped);
    const port = await freePort();
    const server = await startServer(place, broker.url, { PORT: String(port) });
    const db = await openDatabase(place);
    await expect.poll(() => isReady(server)).toBe(true);
    const reporting = startReporting(await openGate(haproxy, broker.port, port), RATE);
    const { acknowledged } = reporting;
    for (const signal of [
      'SIGTERM',
      'SIGKILL',
      'SIGTERM',
      'SIGKILL',
      'SIGTERM',
      'SIGKILL',
    ] as const) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + RATE);
      await broker.end(signal);
      await expect.poll(() => isReady(server)).toBe(false);
      await sleep(RESTART_MS);
      await broker.start();
    }
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + RATE);
    const times = await reporting.end();
    await expect.poll(() => lostReports({ db }, SN, times)).toEqual({ lost: 0, doubled: 0 });
  });

  it('lets no server with a copy of its database take reports', async ({ skip }) => {
    if (!mosquitto) return skip(isMissing('mosquitto'));
    const broker = await openMosquitto(mosquitto);
    const place = await ownPlace(shipped);
    const first = await startServer(place, broker.url);
    await expect.poll(() => isReady(first)).toBe(true);
    await first.stop();
    const copy = { ...(await copyOf(place)), dataDir: (await ownPlace()).dataDir };
    const namesake = await copyOf(place);
    const server = await startServer(place, broker.url);
    await expect.poll(() => isReady(server)).toBe(true);
    const db = await openDatabase(place);
    const reporting = startReporting(broker.url, FAST);
    const refusals = (other: Server) =>
      other.output().match(/gets no messages of locks, because .*/g) ?? [];
    const refused: Server[] = [];
    for (const each of [copy, namesake]) {
      const other = await startServer(each, broker.url);
      await expect.poll(() => refusals(other)).toHaveLength(1);
      refused.push(other);
    }
    const before = reporting.acknowledged.length;
    await expect.poll(() => reporting.acknowledged.length).toBeGreaterThan(before + FAST);
    await expect.poll(() => reporting.acknowledged.length).toBeGreaterThan(MANY);
    const times = await reporting.end();
    await expect.poll(() => lostReports({ db }, SN, times)).toEqual({ lost: 0, doubled: 0 });
    for (const other of refused) {
      expect(await isReady(other)).toBe(false);
      expect(refusals(other)).toHaveLength(1);
      await other.stop();
    }
    expect(await isReady(server)).toBe(true);
    await server.stop();

    // While no other server is connected, the group's last heartbeat refuses the copy.
    const late = await startServer(copy, broker.url);
    await expect.poll(() => refusals(late)).toEqual([expect.stringContaining('MQTT_TAKE=1')]);
    await late.stop();
    const taking = await startServer(copy, broker.url, { MQTT_TAKE: '1' });
    await expect.poll(() => isReady(taking)).toBe(true);
    expect(refusals(taking)).toEqual([]);
  });
});
