import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { describe, expect, inject, it } from 'vitest';
import shipped from '../../resources.config';
import { openStore } from '../../src/server/db';
import { createClient, FIRST_PASSWORD } from '../api/http/client';
import { closeAfterwards, ownFolder, ownPlace } from '../api/place';
import { freePort, runConsole } from '../e2e/startConsole';
import { lostReports } from './lostReports';
import { haproxy, isMissing, mosquitto, openBalancer, openMosquitto } from './programs';

/** Restarts of each server; ten take four minutes. */
const ROUNDS = Number(process.env.RESTART_ROUNDS ?? 2);
const CALLS_PER_SECOND = 50;
const REPORTS_PER_SECOND = 100;
const SECRET = 'rolling';
const SN = 'ROLLING1';

/** Does something at a steady rate, without waiting for one to end before the next. @returns `end` waits for all */
const atRate = (perSecond: number, work: (i: number) => Promise<void>) => {
  const open = new Set<Promise<void>>();
  let isGoing = true;
  const going = (async () => {
    const began = performance.now();
    for (let i = 0; isGoing; i++) {
      await sleep(Math.max(0, began + (i * 1_000) / perSecond - performance.now()));
      const one = work(i).finally(() => open.delete(one));
      open.add(one);
    }
  })();
  return async () => {
    isGoing = false;
    await going;
    await Promise.all(open);
  };
};

describe.runIf(inject('postgres'))('servers behind a load balancer', () => {
  it('restart one after the other without a failed call, a lost or a doubled report', async ({
    skip,
  }) => {
    if (!mosquitto || !haproxy) return skip(isMissing('mosquitto', 'haproxy'));
    const broker = await openMosquitto(mosquitto);
    const { databaseUrl } = await ownPlace(shipped);
    const ports = [await freePort(), await freePort(), await freePort()];
    const starting = ports.map(async (port) => {
      const { dataDir } = await ownFolder();
      const env = {
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        MQTT_URL: broker.url,
        MQTT_GROUP: 'seals',
        DEMO: '0',
        ADMIN_PASSWORD: FIRST_PASSWORD,
        SIGN_SECRET: SECRET,
        DRAIN_SECONDS: '2',
      };
      const start = async () => {
        const server = await runConsole({ env, dataDir });
        closeAfterwards(server.kill);
        await expect.poll(async () => (await fetch(`${server.url}/readyz`)).ok).toBe(true);
        return server;
      };
      return { start, server: await start() };
    });
    const servers = await Promise.all(starting);
    const url = await openBalancer(haproxy, ports);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).ok).toBe(true);
    const client = createClient(url, SECRET, { ahead: 0 });
    const token = await client.signIn('admin');
    await client.call('/device/add', { sn: SN, org_id: 1 }, { token });
    const lock = await mqtt.connectAsync(broker.url, { clientId: SN, username: SN });
    closeAfterwards(() => lock.endAsync(true));

    const failures: string[] = [];
    const added: string[] = [];
    const endCalls = atRate(CALLS_PER_SECOND, async (i) => {
      const sn = `ROLL${i}`;
      const path = i % 5 === 0 ? '/device/add' : '/device/list';
      const body = i % 5 === 0 ? { sn, org_id: 1 } : { pageNum: 1, pageSize: 5 };
      try {
        const { verify } = await client.call(path, body, { token });
        if (verify.sign !== 'success') failures.push(`${path}: ${verify.sign} ${verify.desc}`);
        else if (i % 5 === 0) added.push(sn);
      } catch (error) {
        failures.push(`${path}: ${error}`);
      }
    });
    const acknowledged: number[] = [];
    const first = Date.now() - 86_400_000;
    const endReports = atRate(REPORTS_PER_SECOND, async (i) => {
      const ts = first + i * 1_000;
      const report = { ts, report_reson: 1, lock_status: 1, electric: 50 };
      await lock.publishAsync(`seal/v1/${SN}/up/report`, JSON.stringify(report), { qos: 1 });
      acknowledged.push(ts);
    });
    for (let round = 0; round < ROUNDS; round++) {
      for (const each of servers) {
        await each.server.stop();
        each.server = await each.start();
        // Until the balancer sends calls to it again.
        await sleep(1_500);
      }
    }
    await Promise.all([endCalls(), endReports()]);
    expect(failures).toEqual([]);

    const store = await openStore({ dataDir: '', databaseUrl, config: shipped, log: () => {} });
    closeAfterwards(store.close);
    await expect.poll(() => lostReports(store, SN, acknowledged)).toEqual({ lost: 0, doubled: 0 });
    const { rows } = await sql<{ sn: string }>`select sn from device`.execute(store.db);
    const sns = new Set(rows.map(({ sn }) => sn));
    expect(added.filter((sn) => !sns.has(sn))).toEqual([]);
    expect(added.length).toBeGreaterThan(0);
  });
});
