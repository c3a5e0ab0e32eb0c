import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, openStore } from '../../src/server/db';
import { openWebhooks } from '../../src/server/notify/webhook';
import { createClient } from '../api/http/client';
import { openReceiver } from '../api/notify/receiver';
import { smtpServer } from '../api/notify/smtpServer';
import { closeAfterwards, ownFolder, ownPlace } from '../api/place';
import { type RunningConsole, runConsole } from '../e2e/startConsole';
import config from './effects.config';
import { groupSettings, isMissing, mosquitto, openMosquitto } from './programs';

/** Within the project, so that the built server finds its packages. */
const ROOT = resolve('.cache/effects');
const SECRET = 'effects';
const TRIPS = 500;
const CALLERS = 6;
/** Acknowledged actions after which servers are killed, by their places. */
const KILLS: readonly (readonly [after: number, places: readonly number[]])[] = [
  [90, [0]],
  [210, [0, 1]],
  [360, [1]],
];

beforeAll(async () => {
  closeAfterwards(() => rm(ROOT, { recursive: true, force: true }));
  const vite = resolve('node_modules/vite/bin/vite.js');
  const folder = ['--ssr', '--mode', 'test', '--outDir', join(ROOT, 'dist/server')];
  const env = {
    ...process.env,
    SEALDESK_CONFIG: 'tests/robustness/effects.config.ts',
    NODE_ENV: undefined,
  };
  await promisify(execFile)(process.execPath, [vite, 'build', ...folder], { env });
});

/** Records the commands that the locks run. A lock ignores one that it has already run. */
const openLocks = async (url: string, sns: readonly string[]) => {
  const run = new Map<number, string>();
  const client = await mqtt.connectAsync(url, { clientId: 'locks', clean: false });
  closeAfterwards(() => client.endAsync(true));
  client.on('message', (topic, payload) => {
    const sn = topic.split('/')[2] ?? '';
    const { id, cmd } = JSON.parse(String(payload));
    if (!run.has(Number(id))) run.set(Number(id), `${sn} ${cmd}`);
    client.publish(`seal/v1/${sn}/up/ack`, JSON.stringify({ id, code: 0 }), { qos: 1 });
  });
  await client.subscribeAsync('seal/v1/+/down/cmd', { qos: 1 });
  for (const sn of sns)
    await client.publishAsync(`seal/v1/${sn}/up/status`, 'online', { qos: 1, retain: true });
  return run;
};

/** Adds trips, each with a lock, two users with an address and one without, and what their mails and events need. */
const seed = async (db: Database, port: number, url: string) => {
  await sql`insert into device (sn, org_id) select 'E' || i, 1 from generate_series(1, ${TRIPS}) as i`.execute(
    db,
  );
  await sql`insert into trip (id, number, org_id, device_id, stage)
    select substr(sn, 2)::int, 'T' || substr(sn, 2) || '.', 1, id, 'planned' from device`.execute(
    db,
  );
  await sql`insert into oper ("operName", "loginName", role_id, org_id, status, language, "operEmail")
    select name, name, role_id, org_id, 1, 'en_US', mail from oper,
      (values ('one', 'one@a.cn'), ('two', 'two@a.cn'), ('three', null)) as users (name, mail)
    where "loginName" = 'admin'`.execute(db);
  await sql`insert into "emailKey" (sender, host, port, security, enabled)
    values ('seals@a.cn', '127.0.0.1', ${port}, 'none', true)`.execute(db);
  await sql`insert into webhook (id, name, url, org_id, enabled) values (1, 'All', ${url}, 1, true)`.execute(
    db,
  );
  await openWebhooks(db, { allowPrivate: true }).makeSecret(db, 1);
};

const tripIn = (text: string): number => Number(/\bT(\d+)\./.exec(text)?.[1]);

describe.runIf(inject('postgres'))('two servers that are killed again and again', () => {
  it(`do all effects of ${TRIPS} actions or none, each once`, async ({ skip }) => {
    if (!mosquitto) return skip(isMissing('mosquitto'));
    const broker = await openMosquitto(mosquitto);
    const { databaseUrl } = await ownPlace(config);
    const smtp = await smtpServer();
    closeAfterwards(smtp.close);
    const receiver = await openReceiver();
    const env = { ...groupSettings(databaseUrl, broker.url, SECRET), WEBHOOK_PRIVATE: '1' };
    const folders = [await ownFolder(), await ownFolder()];
    const running = new Map<number, RunningConsole>();
    const start = async (place: number) => {
      const server = await runConsole({ root: ROOT, env, dataDir: folders[place]?.dataDir });
      closeAfterwards(server.kill);
      running.set(place, server);
    };
    await start(0);
    await start(1);
    const { db, close } = await openStore({ dataDir: '', databaseUrl, config, log: () => {} });
    closeAfterwards(close);
    await seed(db, smtp.port, receiver.url);
    const sns = Array.from({ length: TRIPS }, (_, i) => `E${i + 1}`);
    const commands = await openLocks(broker.url, sns);
    const token = await createClient(running.get(0)?.url ?? '', SECRET, { ahead: 0 }).signIn(
      'admin',
    );

    const acknowledged = new Set<number>();
    const refusals: string[] = [];
    let last = 0;
    const call = async () => {
      while (last < TRIPS) {
        const [server] = [...running.values()].slice(last % Math.max(1, running.size));
        if (!server) {
          await sleep(20);
          continue;
        }
        last += 1;
        const trip = last;
        const client = createClient(server.url, SECRET, { ahead: 0 });
        const body = { ids: [trip], note: `note ${trip}` };
        // A killed server answers nothing, and the action may be done or not.
        const answer = await client.call('/trip/depart', body, { token }).catch(() => undefined);
        if (answer?.verify.sign === 'success') acknowledged.add(trip);
        else if (answer) refusals.push(answer.verify.desc);
      }
    };
    const calling = Array.from({ length: CALLERS }, call);
    for (const [after, places] of KILLS) {
      await expect.poll(() => acknowledged.size).toBeGreaterThan(after);
      const killed = places.map((place) => running.get(place));
      for (const place of places) running.delete(place);
      await Promise.all(killed.map((server) => server?.kill()));
      await Promise.all(places.map(start));
    }
    await Promise.all(calling);
    expect(refusals).toEqual([]);
    // A kill cuts the calls that are open.
    expect(acknowledged.size).toBeGreaterThanOrEqual(TRIPS - CALLERS * KILLS.length);

    // What a killed server had in hand is sent after its lease, which ends here, as no server runs.
    await Promise.all([...running.values()].map(({ stop }) => stop()));
    await sql`update notice set next_time = 0`.execute(db);
    await start(0);
    const waiting = async () =>
      (
        await sql<{ n: number }>`select (select count(*) from notice)::int
          + (select count(*) from "appointmentCommandRecord" where state = 'waiting')::int as n`.execute(
          db,
        )
      ).rows[0]?.n;
    await expect.poll(waiting).toBe(0);

    const { rows: trips } = await sql<{ id: number; stage: string; note: string; by: number }>`
      select id, stage, note, left_by as by from trip order by id`.execute(db);
    const done = trips.filter(({ stage }) => stage === 'away').map(({ id }) => Number(id));
    for (const { id, stage, note, by } of trips) {
      const isDone = stage === 'away';
      expect([id, note, by !== null]).toEqual([id, isDone ? `note ${id}` : null, isDone]);
    }
    expect([...acknowledged].filter((id) => !done.includes(id))).toEqual([]);
    /** Trips whose effects are not `times` for a trip that left, or not 0 for one that did not. */
    const wrong = (found: Iterable<unknown>, times: number) => {
      const counts = new Map<number, number>();
      for (const trip of found) counts.set(Number(trip), (counts.get(Number(trip)) ?? 0) + 1);
      const ids = new Set([...counts.keys(), ...done]);
      return [...ids].filter((id) => (counts.get(id) ?? 0) !== (done.includes(id) ? times : 0));
    };
    const read = async (query: ReturnType<typeof sql<{ trip: number }>>) =>
      (await query.execute(db)).rows.map(({ trip }) => trip);
    const logged = sql<{ trip: number }>`select record_id as trip from "operationLog"
      where operate_url = '/trip/depart' and success`;
    expect(wrong(await read(logged), 1), 'rows of the log').toEqual([]);
    const bell = sql<{ trip: number }>`select record as trip from bell_message`;
    expect(wrong(await read(bell), 4), 'messages at the bell of four users').toEqual([]);

    // A mail whose sending a killed server could not note comes again, with its Message-ID.
    const mails = new Map(
      smtp.mails.map((mail) => [/^Message-ID:\s+(\S+)/im.exec(mail)?.[1], tripIn(mail)]),
    );
    expect(wrong(mails.values(), 2), 'mails to two users').toEqual([]);
    const noted = sql<{ trip: number }>`select (regexp_match(subject, 'T(\\d+)'))[1] as trip
      from "noticeRecord" where channel = 'mail' and state = 1`;
    expect(wrong(await read(noted), 2), 'mails noted as sent').toEqual([]);
    const events = receiver.heard.flatMap(({ body }) => JSON.parse(body).events);
    const byId = new Map(events.map((event) => [event.id, event]));
    for (const event of events) expect(event).toEqual(byId.get(event.id));
    expect(
      wrong(
        [...byId.values()].map(({ record }) => record),
        1,
      ),
      'events',
    ).toEqual([]);

    const { rows: tickets } = await sql<{ id: number; sn: string; state: string }>`
      select id, sn, state from "appointmentCommandRecord"`.execute(db);
    expect(
      wrong(
        tickets.map(({ sn }) => sn.slice(1)),
        1,
      ),
      'commands',
    ).toEqual([]);
    const sent = new Map(tickets.map(({ id, sn }) => [Number(id), `${sn} seal`]));
    for (const [id, text] of commands) expect([id, text]).toEqual([id, sent.get(id)]);
    // A command that a killed server had marked as sent may have got lost, and ends as "no reply".
    const lost = tickets.filter(({ id }) => !commands.has(Number(id)));
    for (const { id, state } of lost)
      expect([id, state]).toEqual([id, expect.stringMatching(/sent|invalid/)]);
  });
});
