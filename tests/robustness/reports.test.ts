import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Aedes } from 'aedes';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import shipped from '../../resources.config';
import { storedSecret } from '../../src/server/auth';
import { openStore } from '../../src/server/db';
import { lockPassword } from '../../src/server/fleet';
import { FIRST_PASSWORD } from '../api/http/client';
import { addLocks } from '../api/locks';
import { closeAfterwards, ownPlace } from '../api/place';
import { freePort, type RunningConsole, runConsole } from '../e2e/startConsole';
import { round } from '../rounds';

/** `SEALDESK_KILLS=50 npm run test:long` runs more. */
const KILLS = round(1, Number(process.env.SEALDESK_KILLS ?? 3));
const LOCKS = 10;
/** Reports of one lock that wait for acknowledgement. */
const IN_FLIGHT = 4;
/**
 * Pause between two reports, ms. An external broker keeps accepting reports while the server is away, so they are
 * fewer.
 */
const PAUSE = { embedded: 20, external: 100 };

/**
 * Opens an external broker: `SEALDESK_MQTT_URL` (such as a Mosquitto), or one in this process. It drops what it accepts
 * before the server has subscribed for the first time.
 */
const openExternal = async () => {
  const brokerUrl = process.env.SEALDESK_MQTT_URL;
  if (brokerUrl) return { url: brokerUrl };
  const port = await freePort();
  const aedes = await Aedes.createBroker();
  const subscribed = once(aedes, 'subscribe');
  const broker = createServer({ noDelay: true }, aedes.handle).listen(port, '127.0.0.1');
  await once(broker, 'listening');
  closeAfterwards(async () => {
    broker.close();
    await new Promise<void>((resolve) => aedes.close(resolve));
  });
  return { url: `mqtt://127.0.0.1:${port}`, subscribed };
};

interface Acked {
  readonly sn: string;
  readonly ts: number;
}

/** Starts a lock that reports as fast as it gets acknowledgements, and resends what was not acknowledged. */
const startLock = (
  url: string,
  [sn, password]: [string, string],
  pause: number,
  acked: Acked[],
) => {
  const client = mqtt.connect(url, {
    clientId: sn,
    username: sn,
    password,
    clean: false,
    reconnectPeriod: 50,
  });
  client.on('error', () => {});
  let isGoing = true;
  let ts = Date.now();
  const isAcknowledged = (payload: string): Promise<boolean> =>
    client.publishAsync(`seal/v1/${sn}/up/report`, payload, { qos: 1 }).then(
      () => true,
      () => false,
    );
  const report = async (): Promise<void> => {
    while (isGoing) {
      ts += 1;
      const ownTs = ts;
      const payload = JSON.stringify({ ts: ownTs, report_reson: 0, lock_status: 2, electric: 50 });
      while (!(await isAcknowledged(payload))) await sleep(pause);
      acked.push({ sn, ts: ownTs });
      await sleep(pause);
    }
  };
  const going = Promise.all(Array.from({ length: IN_FLIGHT }, report));
  onTestFinished(async () => void (await client.endAsync(true)));
  return {
    /** Stops reporting. Resolves when everything is acknowledged. */
    stop: async () => {
      isGoing = false;
      await going;
    },
  };
};

describe.runIf(inject('postgres'))('after kill -9', () => {
  it.each(['embedded', 'external'] as const)(
    `every acknowledged report is stored, once, in ${KILLS} ${KILLS === 1 ? 'kill' : 'kills'}: the %s broker`,
    async (kind) => {
      const { dataDir, databaseUrl = '' } = await ownPlace(shipped);
      const broker = kind === 'external' ? await openExternal() : undefined;
      const mqttUrl = broker?.url;
      const port = await freePort();
      const env = {
        DATABASE_URL: databaseUrl,
        DEMO: '0',
        ADMIN_PASSWORD: FIRST_PASSWORD,
        MQTT_PORT: String(port),
        ...(mqttUrl && { MQTT_URL: mqttUrl }),
      };
      let running: RunningConsole = await runConsole({ env, dataDir });
      onTestFinished(() => running.kill());
      await broker?.subscribed;
      const store = await openStore({
        dataDir: '',
        databaseUrl,
        config: shipped,
        log: () => {},
      });
      closeAfterwards(store.close);
      const sns = Array.from({ length: LOCKS }, (_, i) => `KILL${i}`);
      for (const sn of sns) {
        await addLocks(store.db, { sn, org_id: 1, status: 2 });
      }
      const secret = await storedSecret(store.db, 'mqtt');
      const acked: Acked[] = [];
      const url = mqttUrl ?? `mqtt://127.0.0.1:${port}`;
      const locks = sns.map((sn) =>
        startLock(url, [sn, lockPassword(secret, sn)], PAUSE[kind], acked),
      );

      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = acked.length;
        await expect.poll(() => acked.length).toBeGreaterThan(before + 50);
        await sleep(Math.random() * 1_000);
        await running.kill();
        running = await runConsole({ env, dataDir });
      }
      await Promise.all(locks.map((lock) => lock.stop()));

      const lost = async () => {
        const { rows } = await sql<Acked & { times: number }>`
          select sn, create_time as ts, count(*) as times from "deviceLocationRecord"
          group by sn, create_time`.execute(store.db);
        const times = new Map(rows.map((row) => [`${row.sn} ${row.ts}`, row.times]));
        return {
          lost: acked.filter(({ sn, ts }) => !times.has(`${sn} ${ts}`)).length,
          twice: rows.filter((row) => row.times > 1).length,
        };
      };
      // An external broker may still deliver the reports that it accepted while the server was away.
      if (mqttUrl) await expect.poll(lost, { timeout: 600_000 }).toEqual({ lost: 0, twice: 0 });
      expect(await lost()).toEqual({ lost: 0, twice: 0 });
      expect(acked.length).toBeGreaterThan(50 * KILLS);
    },
    600_000 + KILLS * 20_000,
  );
});
