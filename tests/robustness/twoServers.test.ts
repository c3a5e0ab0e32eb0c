import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import shipped from '../../resources.config';
import { openStore, type Store } from '../../src/server/db';
import { createClient } from '../api/http/client';
import { closeAfterwards, ownPlace } from '../api/place';
import { runConsole } from '../e2e/startConsole';
import { groupSettings, isMissing, mosquitto, openMosquitto } from './programs';

const LOCKS = 100;
/** Reports per lock. */
const REPORTS = 30;
const SECRET = 'two-servers';

interface Traffic {
  /** Reports that the broker acknowledged, as `sn ts`. */
  readonly reports: Set<string>;
  /** Number of deliveries of each command, by ticket. */
  readonly commands: Map<string, number>;
}

/** Starts a lock that reports, and answers each command. */
const startLock = async (url: string, sn: string, traffic: Traffic) => {
  const client = await mqtt.connectAsync(url, { clientId: sn, username: sn });
  onTestFinished(async () => void (await client.endAsync(true)));
  client.on('message', (_topic, payload) => {
    const { id } = JSON.parse(String(payload));
    traffic.commands.set(id, (traffic.commands.get(id) ?? 0) + 1);
    // A repeated answer reaches both servers.
    for (let i = 0; i < 2; i++) {
      client.publish(`seal/v1/${sn}/up/ack`, JSON.stringify({ id, code: 0 }), { qos: 1 });
    }
  });
  await client.subscribeAsync(`seal/v1/${sn}/down/cmd`, { qos: 1 });
  await client.publishAsync(`seal/v1/${sn}/up/status`, 'online', { qos: 1, retain: true });
  return async () => {
    for (let i = 0; i < REPORTS; i++) {
      const ts = Date.now();
      const report = { ts, report_reson: 0, lock_status: 2, electric: 50 };
      await client.publishAsync(`seal/v1/${sn}/up/report`, JSON.stringify(report), { qos: 1 });
      traffic.reports.add(`${sn} ${ts}`);
      await sleep(100);
    }
  };
};

const openWatch = async (databaseUrl: string): Promise<Store> => {
  const store = await openStore({ dataDir: '', databaseUrl, config: shipped, log: () => {} });
  closeAfterwards(store.close);
  return store;
};

describe.runIf(inject('postgres'))('two servers on one broker', () => {
  it('lose no report or command when one is killed, and process none twice', async ({ skip }) => {
    if (!mosquitto) return skip(isMissing('mosquitto'));
    const { url: mqttUrl } = await openMosquitto(mosquitto);
    const places = [await ownPlace(shipped), await ownPlace(shipped)] as const;
    const { databaseUrl = '' } = places[0];
    const env = groupSettings(databaseUrl, mqttUrl, SECRET);
    const first = await runConsole({ env, dataDir: places[0].dataDir });
    const second = await runConsole({ env, dataDir: places[1].dataDir });
    onTestFinished(() => second.kill());
    const { db } = await openWatch(databaseUrl);
    const sns = Array.from({ length: LOCKS }, (_, i) => `TWO${i}`);
    await sql`insert into device (sn, org_id) select sn, 1 from unnest(${sns}::text[]) as sn`.execute(
      db,
    );
    await sql`update device_state set status = 2`.execute(db);
    const traffic: Traffic = { reports: new Set(), commands: new Map() };
    const locks = await Promise.all(sns.map((sn) => startLock(mqttUrl, sn, traffic)));
    const countOf = async (query: ReturnType<typeof sql<{ n: number }>>) =>
      (await query.execute(db)).rows[0]?.n;
    const online = () =>
      countOf(sql`select count(*)::int as n from device_state where communicate_status = 1`);
    await expect.poll(online).toBe(LOCKS);
    // Every server receives each presence message, and one of them records it.
    const words = () =>
      countOf(sql`select count(*)::int as n from lock_message where channel = 'status'`);
    await expect.poll(words).toBe(LOCKS);

    const clients = [first, second].map(({ url }) => createClient(url, SECRET, { ahead: 0 }));
    const [before, after] = clients;
    const token = await after?.signIn('admin');
    const send = async (client: typeof before, value: number) => {
      const answer = await client?.call('/command/vibration', { sns, value }, { token });
      expect(answer?.data.tickets).toHaveLength(LOCKS);
    };
    const reporting = Promise.all(locks.map((report) => report()));
    await send(before, 1);
    await expect.poll(() => traffic.commands.size).toBe(LOCKS);
    await expect.poll(() => traffic.reports.size).toBeGreaterThan(LOCKS * 3);
    // When it dies, some commands are sent, and some may be answered.
    const dying = send(before, 2).catch(() => {});
    await expect.poll(() => traffic.commands.size).toBeGreaterThan(LOCKS);
    await first.kill();
    await dying;
    await send(after, 3);
    await reporting;

    const stored = async () => {
      const { rows } = await sql<{ key: string; times: number }>`
        select sn || ' ' || create_time as key, count(*)::int as times
        from "deviceLocationRecord" group by sn, create_time`.execute(db);
      const storedKeys = new Set(rows.map(({ key }) => key));
      return {
        lost: [...traffic.reports].filter((key) => !storedKeys.has(key)).length,
        twice: rows.filter(({ times }) => times > 1).length,
      };
    };
    await expect.poll(stored).toEqual({ lost: 0, twice: 0 });
    expect(traffic.reports.size).toBe(LOCKS * REPORTS);
    const open = () =>
      countOf(sql`select count(*)::int as n from "appointmentCommandRecord"
        where state in ('waiting', 'sent')`);
    await expect.poll(open).toBe(0);
    // Regardless of the server: one answer each, and no lock got a command without a row.
    const { rows } = await sql<{ id: string; state: string; value: number; late: number | null }>`
      select id::text, state, (args ->> 'value')::int as value, late_result as late
      from "appointmentCommandRecord"`.execute(db);
    expect(rows.filter(({ state, late }) => state === 'success' && late !== null)).toEqual([]);
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    for (const [id, times] of traffic.commands) expect([id, times]).toEqual([id, 1]);
    expect(traffic.commands.size).toBeGreaterThanOrEqual(LOCKS * 2);
    for (const { id, value, state } of rows) {
      if (value !== 2) expect([id, state]).toEqual([id, 'success']);
      // A ticket that the dead server had claimed but not sent ends as "no reply".
      else if (!traffic.commands.has(id)) expect([id, state]).toEqual([id, 'invalid']);
    }
    for (const id of traffic.commands.keys()) expect(states.has(id)).toBe(true);
    // Both servers shared the work before; now the other does all of it.
    const sessions = () => countOf(sql`select count(*)::int as n from mqtt_session`);
    await expect.poll(sessions).toBe(1);
  });
});
