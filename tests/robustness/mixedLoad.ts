import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import { expect } from 'vitest';
import shipped from '../../resources.config';
import { openStore } from '../../src/server/db';
import { createClient } from '../api/http/client';
import { closeAfterwards } from '../api/place';
import { lostReports } from './lostReports';

const SN = 'LOADED1';

/** Every fifth call adds a lock. */
const LISTS = ['/device/list', '/deviceLocationRecord/list', '/alertRecord/list', '/org/list'];

/** Things at once, at most: a slow machine gets fewer, instead of more than it can serve. */
const MOST_OPEN = 10;

/** Does something at a steady rate, while few of them are open. @returns `end` waits for all */
const atRate = (perSecond: number, work: (i: number) => Promise<void>) => {
  const open = new Set<Promise<void>>();
  let isGoing = true;
  const going = (async () => {
    const began = performance.now();
    for (let i = 0; isGoing; i++) {
      await sleep(Math.max(0, began + (i * 1_000) / perSecond - performance.now()));
      while (open.size >= MOST_OPEN) await Promise.race(open);
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

interface LoadOptions {
  /** Servers, or their load balancer. Calls go to each in turn, also to those added later. */
  readonly urls: readonly string[];
  readonly mqttUrl: string;
  readonly databaseUrl: string | undefined;
  readonly secret: string;
  /** There are twice as many reports. */
  readonly callsPerSecond: number;
}

/** Makes calls and reports. @returns a function that ends them, and expects that none failed, was lost or doubled */
export const startLoad = async (options: LoadOptions) => {
  const { urls, mqttUrl, databaseUrl, secret, callsPerSecond } = options;
  const clientOf = (i: number) => createClient(urls[i % urls.length] ?? '', secret, { ahead: 0 });
  const token = await clientOf(0).signIn('admin');
  await clientOf(0).call('/device/add', { sn: SN, org_id: 1 }, { token });
  const lock = await mqtt.connectAsync(mqttUrl, { clientId: SN, username: SN });
  closeAfterwards(() => lock.endAsync(true));

  let calls = 0;
  const failures: string[] = [];
  const added: string[] = [];
  const endCalls = atRate(callsPerSecond, async (i) => {
    const sn = `LOAD${i}`;
    const list = LISTS[i % 5];
    const path = list ?? '/device/add';
    const body = list ? { pageNum: 1, pageSize: 5 } : { sn, org_id: 1 };
    calls += 1;
    try {
      const { verify } = await clientOf(i).call(path, body, { token });
      if (verify.sign !== 'success') failures.push(`${path}: ${verify.sign} ${verify.desc}`);
      else if (!list) added.push(sn);
    } catch (error) {
      failures.push(`${path}: ${error}`);
    }
  });
  const acknowledged: number[] = [];
  const first = Date.now() - 86_400_000;
  const endReports = atRate(2 * callsPerSecond, async (i) => {
    const ts = first + i * 1_000;
    const report = { ts, report_reson: 1, lock_status: 1, electric: 50 };
    await lock.publishAsync(`seal/v1/${SN}/up/report`, JSON.stringify(report), { qos: 1 });
    acknowledged.push(ts);
  });
  return async () => {
    await Promise.all([endCalls(), endReports()]);
    const reasons = new Map<string, number>();
    for (const reason of failures) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    expect.soft(Object.fromEntries(reasons), `failed of ${calls} calls`).toEqual({});
    const store = await openStore({ dataDir: '', databaseUrl, config: shipped, log: () => {} });
    closeAfterwards(store.close);
    await expect.poll(() => lostReports(store, SN, acknowledged)).toEqual({ lost: 0, doubled: 0 });
    const rows = await store.db.selectFrom('device').select('sn').execute();
    const sns = new Set(rows.map(({ sn }) => sn));
    expect(added.filter((sn) => !sns.has(sn))).toEqual([]);
    expect(added.length).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(0);
  };
};
