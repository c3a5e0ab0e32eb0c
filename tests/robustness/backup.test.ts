import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import type { Client } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import shipped from '../../resources.config';
import { storedSecret } from '../../src/server/auth';
import { openStore, type Store, withRunningDatabase } from '../../src/server/db';
import { lockPassword } from '../../src/server/fleet';
import { createClient, FIRST_PASSWORD } from '../api/http/client';
import { closeAfterwards, ownFolder, ownPlace, type Place } from '../api/place';
import { freePort, runConsole } from '../e2e/startConsole';
import {
  digestsOf,
  inDatabase,
  openSystemPostgres,
  rowsIn,
  runTool,
  startTool,
  systemPostgres,
  withClient,
} from './backups';
import { lostReports } from './lostReports';
import { isMissing, pathOf } from './programs';

/** Rounds with a kill in each; 20 take a quarter of an hour on two busy cores. */
const ROUNDS = Number(process.env.BACKUP_ROUNDS ?? 3);
/** Location records of the database that moves. */
const ROWS = Number(process.env.BACKUP_ROWS ?? 20_000);
const SN = 'BACKUP1';
const SECRET = 'backups';
const HOUR = 3_600_000;

const open = async (place: Place): Promise<Store> => {
  const store = await openStore({ ...place, config: shipped, log: () => {} });
  closeAfterwards(store.close);
  return store;
};

/** Adds records of a lock, a minute apart, the last of them an hour ago. A tenth are counted. */
const addRecords = async ({ db }: Store, count: number) => {
  const times = sql`(select i, ${Date.now() - HOUR}::bigint - i * 60000::bigint as at
    from generate_series(1, ${count}::int) as i) as times`;
  await sql`insert into "deviceLocationRecord" (create_time, sn, org_id, lock_status, report_reson, position_status,
      lat, lon, speed, course, electric, voltage, temperature, receive_time)
    select at, ${SN}, 1, i % 4, i % 4, i % 3, 22 + i % 100 * 0.01, 114, i % 90, i % 360, i % 100, 3.7, 25, at + 900
    from ${times}`.execute(db);
  await sql`insert into "lockHistory" (create_time, sn, org_id, lock_action, before_status, lock_status)
    select at, ${SN}, 1, 1 + i % 13, 0, i % 4 from ${times} where i % 10 = 0`.execute(db);
};

const fileIn = async (name = 'one.backup') => join((await ownFolder()).dataDir, name);

const digestsIn = (place: Place, hasTransactionIds?: boolean) =>
  inDatabase(place, (client) => digestsOf(client, hasTransactionIds));

/** Lists what checks have left. */
const checksIn = async ({ dataDir }: Place) =>
  (await readdir(dataDir)).filter((name) => name.startsWith('sealdesk-verify-'));

/** Restores a backup into a place without data, or over it. */
const restored = async (file: string, place?: Place): Promise<Place> => {
  const target = place ?? (await ownFolder());
  expect(await runTool(target, 'restore', file, ...(place ? ['--over'] : []))).toContain(
    'restored',
  );
  return target;
};

const countsIn = async ({ db }: Store) =>
  (
    await sql`select of_table, org, hour, field, value, own, count from record_count
      where count <> 0 or own <> 0 order by 1, 2, 3, 4, 5`.execute(db)
  ).rows;

/** Checks a restored database: its reports, and that its counts are those of its records. */
const checkCopy = async (place: Place, times: readonly number[]) => {
  const store = await openStore({ ...place, config: shipped, log: () => {} });
  expect(await lostReports(store, SN, times)).toEqual({ lost: 0, doubled: 0 });
  await store.foldCounts();
  const counts = await countsIn(store);
  await store.recount();
  expect(await countsIn(store)).toEqual(counts);
  expect(counts.length).toBeGreaterThan(0);
  await store.close();
};

/** Repeats work until `end`, whatever fails meanwhile. */
const repeat = (pause: number, work: () => Promise<unknown>) => {
  let isGoing = true;
  const going = (async () => {
    while (isGoing) {
      await work().catch(() => {});
      await sleep(pause);
    }
  })();
  return async () => {
    isGoing = false;
    await going;
  };
};

/** Starts a server with a lock that reports and an operator who changes it. */
const startFleet = async () => {
  const place = await ownFolder(shipped);
  const [port, mqttPort] = [await freePort(), await freePort()];
  const env = {
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DEMO: '0',
    ADMIN_PASSWORD: FIRST_PASSWORD,
    SIGN_SECRET: SECRET,
  };
  const start = () => runConsole({ env, ...place });
  let server = await start();
  closeAfterwards(() => server.kill());
  const admin = await createClient(server.url, SECRET, { ahead: 0 }).as('admin');
  await admin.ask('/device/add', { sn: SN, org_id: 1 });
  const [{ id }] = (await admin.ask('/device/list', { sn: SN })).list;
  const inRunning = async <T>(work: (client: Client) => Promise<T>) => {
    const { databaseUrl } = await withRunningDatabase<Place>(place);
    return withClient({ connectionString: databaseUrl }, work);
  };
  const store = await openStore({
    ...(await withRunningDatabase<Place>(place)),
    config: shipped,
    log: () => {},
  });
  await addRecords(store, 20_000);
  const password = lockPassword(await storedSecret(store.db, 'mqtt'), SN);
  await store.close();

  const lock = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: SN,
    username: SN,
    password,
    clean: false,
    reconnectPeriod: 50,
  });
  lock.on('error', () => {});
  const acknowledged: number[] = [];
  let ts = Date.now();
  const endReports = repeat(5, async () => {
    ts += 1;
    const report = JSON.stringify({ ts, report_reson: 1, lock_status: 1 + (ts % 2), electric: 50 });
    await lock.publishAsync(`seal/v1/${SN}/up/report`, report, { qos: 1 });
    acknowledged.push(ts);
  });
  let changes = 0;
  const endCalls = repeat(50, async () => {
    changes += 1;
    await admin.ask('/device/update', { id, device_name: `Change ${changes}` });
    await admin.ask('/device/list', { sn: SN });
  });
  const kills = {
    server: async () => {
      await server.kill();
      server = await start();
    },
    PostgreSQL: async () => {
      const pid = await readFile(join(place.dataDir, 'pg/postmaster.pid'), 'utf8');
      process.kill(Number.parseInt(pid, 10), 'SIGKILL');
    },
  };
  return {
    place,
    acknowledged,
    inRunning,
    kills,
    isReady: async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.ok === true,
    stop: async () => {
      await endCalls();
      await endReports();
      await lock.endAsync(true);
      await server.stop();
    },
  };
};

describe.runIf(inject('postgres'))('a backup of the embedded database', () => {
  it(
    `is whole or not there in ${ROUNDS} rounds under load, each with a kill`,
    async () => {
      const fleet = await startFleet();
      const { place, acknowledged, inRunning } = fleet;
      const slots = () =>
        inRunning(
          async (client) => (await client.query('select from pg_replication_slots')).rowCount,
        );
      for (let round = 0; round < ROUNDS; round++) {
        const kinds = (round + Math.floor(round / 3)) % 2 ? ['--portable'] : [];
        const victim = (['backup', 'server', 'PostgreSQL'] as const)[round % 3];
        const file = await fileIn();
        const { child, exit } = startTool(place, 'backup', file, ...kinds);
        await expect
          .poll(() => existsSync(`${file}.part`) || child.exitCode !== null, { interval: 1 })
          .toBe(true);
        if (victim === 'server' || victim === 'PostgreSQL') await fleet.kills[victim]();
        else child.kill('SIGKILL');
        const code = await exit;
        await expect.poll(fleet.isReady).toBe(true);
        // Some end before the kill.
        expect(existsSync(file)).toBe(code === 0);
        if (code === 0) await runTool(place, 'verify', file);
        if (victim !== 'backup') expect(existsSync(`${file}.part`)).toBe(false);
        await expect.poll(slots).toBe(0);

        const times = [...acknowledged];
        await runTool(place, 'backup', file, ...kinds);
        expect(existsSync(`${file}.part`)).toBe(false);
        const report = await runTool(place, 'verify', file);
        expect(report).toContain('whole, and can be restored');
        expect(report).toMatch(/^Organisation 1: \d+ rows, whole/m);
        const copy = await restored(file);
        expect(await readdir(copy.dataDir)).not.toContain('mqtt-client');
        if (kinds.length > 0) {
          const again = await fileIn();
          await runTool(copy, 'backup', again, '--portable');
          expect(await rowsIn(again)).toEqual(await rowsIn(file));
        }
        await checkCopy(copy, times);
        await rm(copy.dataDir, { recursive: true });
        await rm(file);
      }
      await fleet.stop();
      expect(acknowledged.length).toBeGreaterThan(ROUNDS * 50);

      const digests = await digestsIn(place, true);
      const [files, rows] = [await fileIn(), await fileIn()];
      await runTool(place, 'backup', files);
      await runTool(place, 'backup', rows, '--portable');
      const copy = await restored(files);
      expect(await digestsIn(copy, true)).toEqual(digests);
      const withoutIds = await digestsIn(place);
      expect(await digestsIn(await restored(rows, copy))).toEqual(withoutIds);
      expect((await readdir(copy.dataDir)).filter((name) => /restore|former/.test(name))).toEqual(
        [],
      );
    },
    600_000 + ROUNDS * 60_000,
  );

  it('is refused if it was changed or cut, or would replace data unasked, and changes nothing', async () => {
    const place = await ownFolder(shipped);
    const file = await fileIn();
    const source = await open(place);
    await addRecords(source, 10);
    await source.close();
    for (const kinds of [[], ['--portable']]) {
      await runTool(place, 'backup', file, ...kinds);
      const digests = await digestsIn(place, true);
      const whole = await readFile(file);
      const refuse = (reason: string, ...args: string[]) =>
        expect(runTool(place, 'restore', file, ...args)).rejects.toThrow(reason);
      await refuse('has data: add --over');
      for (const at of [5, whole.length >> 1]) {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ 0x10;
        await writeFile(file, changed);
        await refuse(`${file} is not a whole backup`, '--over');
        await expect(runTool(place, 'verify', file)).rejects.toThrow(`${file} is not a whole`);
      }
      for (const length of [0, whole.length - 1]) {
        await writeFile(file, whole);
        await truncate(file, length);
        await refuse(`${file} is not a whole backup`, '--over');
      }
      expect(await digestsIn(place, true)).toEqual(digests);
    }
    expect(await checksIn(place)).toEqual([]);
  });

  it('does not replace the database of a running server, and a demo on PGlite has none', async () => {
    const place = await ownFolder(shipped);
    const file = await fileIn();
    const store = await open(place);
    await runTool(place, 'backup', file);
    await expect(runTool(place, 'restore', file, '--over')).rejects.toThrow('is in use by another');
    await store.close();
    const demo = await ownFolder();
    await mkdir(join(demo.dataDir, 'pglite'));
    await writeFile(join(demo.dataDir, 'pglite/PG_VERSION'), '18');
    await expect(runTool(demo, 'backup', file)).rejects.toThrow('is a demo on PGlite');
    await expect(runTool(await ownFolder(), 'backup', file)).rejects.toThrow('is no database in');
  });

  it('leaves the data as it was if the restore is killed, and nothing if the check is ended', async () => {
    const place = await ownFolder(shipped);
    const file = await fileIn();
    await runTool(place, 'backup', file);
    const digests = await digestsIn(place, true);
    const unfinished = async () =>
      (await readdir(place.dataDir)).filter((name) => name.startsWith('pg.restore-')).length;
    const { child, exit } = startTool(place, 'restore', file, '--over');
    await expect.poll(unfinished, { interval: 1 }).toBe(1);
    child.kill('SIGKILL');
    await exit;
    // The next user of the database removes the copy.
    expect(await digestsIn(place, true)).toEqual(digests);
    expect(await unfinished()).toBe(0);
    await restored(file, place);
    expect(await unfinished()).toBe(0);

    const check = startTool(place, 'verify', file);
    await expect.poll(() => checksIn(place), { interval: 1 }).toHaveLength(1);
    check.child.kill('SIGTERM');
    expect(await check.exit).toBe(1);
    expect(await checksIn(place)).toEqual([]);
  });

  it('that contradicts PostgreSQL’s list of its files, or its log chain, fails', async () => {
    const place = await ownFolder(shipped);
    const store = await open(place);
    await sql`insert into "operationLog" (org_id, create_time) values (1, 1)`.execute(store.db);
    await store.close();
    const file = await fileIn();
    await runTool(place, 'backup', file, '--portable');
    await expect(runTool(place, 'verify', file)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('was not written by the server'),
    });
  });
});

describe.runIf(inject('postgres'))('a backup of an external database', () => {
  it('is refused without --portable, and does not replace one that a server uses', async () => {
    const place = await ownPlace(shipped);
    const file = await fileIn();
    await expect(runTool(place, 'backup', file)).rejects.toThrow(/pg_dump.*--portable/);
    await runTool(place, 'backup', file, '--portable');
    await inDatabase(place, (client) =>
      client.query(`insert into server_beat (id, at)
        values ('sealdesk-other', (extract(epoch from now()) * 1000)::bigint)`),
    );
    const digests = await digestsIn(place, true);
    await expect(runTool(place, 'restore', file)).rejects.toThrow('has data: add --over');
    await expect(runTool(place, 'restore', file, '--over')).rejects.toThrow('sealdesk-other');
    expect(await digestsIn(place, true)).toEqual(digests);
    const files = await fileIn();
    await runTool(await ownFolder(shipped), 'backup', files);
    await expect(runTool(place, 'restore', files, '--over')).rejects.toThrow('DATABASE_URL is set');
  });

  it('is refused by a database with other tables, and their rows stay', async () => {
    const place = await ownPlace(shipped);
    const file = await fileIn();
    await runTool(place, 'backup', file, '--portable');
    await inDatabase(place, (client) =>
      client.query('create table notes as select 1 as id; alter table org add former text'),
    );
    await expect(runTool(place, 'restore', file, '--over')).rejects.toThrow(/differ in notes$/m);
    expect((await digestsIn(place)).notes).toMatch(/^1 rows/);
    await runTool(place, 'backup', file, '--portable');
    await expect(runTool(await ownFolder(), 'restore', file)).rejects.toThrow(
      /differ in notes, notes\.id integer, org\.former text$/m,
    );
  });

  it('rolls everything back if a row of another table refers to a row that is not there', async () => {
    const place = await ownPlace(shipped);
    const file = await fileIn();
    await inDatabase(place, async (client) => {
      await client.query('alter table lock_traits disable trigger all');
      await client.query(`insert into lock_traits values (987654321, '{}')`);
      await client.query('alter table lock_traits enable trigger all');
    });
    await runTool(place, 'backup', file, '--portable');
    const target = await ownPlace(shipped);
    const digests = await digestsIn(target, true);
    await expect(runTool(target, 'restore', file, '--over')).rejects.toThrow('foreign key');
    expect(await digestsIn(target, true)).toEqual(digests);
  });

  it(`moves ${ROWS} records from the embedded to another PostgreSQL and back`, async ({ skip }) => {
    const programs = await systemPostgres();
    if (!programs) return skip(isMissing('postgresql'));
    const createDatabase = await openSystemPostgres(programs);
    const source = await ownFolder(shipped);
    const store = await open(source);
    await sql`insert into org (id, org_name, org_type, status) values (1, 'Harbour', 2, 1)`.execute(
      store.db,
    );
    await addRecords(store, ROWS);
    await store.foldCounts();
    await store.close();
    const file = await fileIn();
    await runTool(source, 'backup', file, '--portable');
    const digests = await digestsIn(source);
    expect(digests.deviceLocationRecord).toMatch(new RegExp(`^${ROWS} rows`));

    const external = { ...(await ownFolder()), databaseUrl: await createDatabase('moved') };
    expect(await runTool(external, 'restore', file)).toContain('restored');
    expect(await digestsIn(external)).toEqual(digests);
    // Over a used one, whose sequences go on after the newest row.
    await restored(file, external);
    expect(await digestsIn(external)).toEqual(digests);
    await checkCopy(external, []);
    const back = await fileIn();
    await runTool(external, 'backup', back, '--portable');
    const after = await digestsIn(external);
    expect(await digestsIn(await restored(back, source))).toEqual(after);
    await checkCopy(source, []);
  });

  it('is restored over a used database by the commands of docs/operations.md', async ({ skip }) => {
    const programs = await systemPostgres();
    if (!programs || !pathOf('pg_dump')) return skip(isMissing('postgresql'));
    const createDatabase = await openSystemPostgres(programs);
    const place = { ...(await ownFolder()), databaseUrl: await createDatabase('dumped') };
    const store = await open(place);
    await addRecords(store, 1_000);
    await store.close();
    const digests = await digestsIn(place, true);
    const page = await readFile('docs/operations.md', 'utf8');
    const block = /```sh\n(pg_dump[\s\S]*?)```/.exec(page)?.[1] ?? '';
    const [dump = '', ...restoring] = block.split('\n').filter((line) => line !== '');
    const shell = promisify(execFile);
    const { dataDir: cwd } = await ownFolder();
    const run = (script: string) =>
      shell('sh', ['-ec', script], {
        cwd,
        env: { ...process.env, DATABASE_URL: place.databaseUrl },
      });
    await run(dump);
    const used = await open(place);
    await addRecords(used, 500);
    await used.close();
    await run(restoring.join('\n'));
    expect(await digestsIn(place, true)).toEqual(digests);
  });
});
