import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe } from 'vitest';
import config from '../../resources.config';
import type { LiveIndex } from '../../src/domain/liveSnapshot';
import { syncMenus } from '../../src/server/auth';
import { newToken, tokenHash } from '../../src/server/auth/sessions';
import { openStore } from '../../src/server/db';
import { changeSignal } from '../../src/server/fleet/changeSignal';
import { LIVE_TABLES, liveRows } from '../../src/server/fleet/commands/sharing';
import { type LiveFeed, openLive } from '../../src/server/fleet/live/live';
import { startWorker } from '../../src/server/work/worker';
import { createClient } from '../api/http/client';
import { silentLink } from '../api/http/testServer';
import { openFleet, serveCalls } from '../api/parts';
import { liveClients } from './liveClients';
import { bench, closeAtEnd } from './strictBench';

/** `LOCKS=20000 npm run bench` for fewer. */
const LOCKS = Number(process.env.LOCKS ?? 100_000);
const ORGS = 20;
const OPERATORS = 200;
const SESSIONS = 1_000;
const SECRET = 'bench-secret';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-live-'));
closeAtEnd(() => rm(dataDir, { recursive: true, force: true }));
const store = await openStore({ dataDir, config, log: () => {} });
closeAtEnd(store.close);
const { db } = store;
await sql`insert into org (id, org_name, org_type, parent_id, status)
  select i, 'Organisation ' || i, 2, nullif(least(i - 1, 1), 0), 1
  from generate_series(1, ${ORGS}::integer) as i`.execute(db);
await sql`insert into role (id, "roleName") values (1, 'System')`.execute(db);
await sql`insert into oper (id, "operName", "loginName", role_id, org_id, status, password_hash)
  select i, 'Operator ' || i, 'operator' || i, 1, case when i <= ${SESSIONS / 50} then 1 else 1 + i % ${ORGS}::integer end, 1, ''
  from generate_series(1, ${OPERATORS}::integer) as i`.execute(db);
await sql`insert into device (id, sn, device_name, org_id)
  select i, 'SL' || lpad(i::text, 8, '0'), 'Lorry ' || i % 9973 || ' ' || chr(65 + i % 26), 1 + i % ${ORGS}::integer
  from generate_series(1, ${LOCKS}::integer) as i`.execute(db);
await sql`update device_state set status = (array[2, 2, 0, 1, 3])[1 + device_id % 5],
    communicate_status = least(1, device_id % 7), electric = 5 + device_id % 95, speed = device_id % 90,
    course = device_id % 360, "positionType" = 0,
    lat = round((22 + 20 * random())::numeric, 6), lon = round((85 + 35 * random())::numeric, 6),
    report_time = 1760000000000 + floor(3600000 * random())`.execute(db);
await sql`update device_state set position_time = report_time`.execute(db);
await syncMenus(store, config);
const tokens = Array.from({ length: SESSIONS }, newToken);
const now = Date.now();
await sql`insert into session (token_hash, oper_id, created, expires, last_use, address)
  select hash, 1 + (place - 1) % ${OPERATORS}, ${now}, ${now + 36_000_000}, ${now}, '127.0.0.1'
  from unnest(${tokens.map(tokenHash)}::text[]) with ordinality as given(hash, place)`.execute(db);
await sql`vacuum analyze`.execute(db);

const fleet = await openFleet({ store, config, server: 'bench', link: silentLink, log: quiet });
closeAtEnd(fleet.close);
const options = { dataDir, signSecret: SECRET, title: 'Bench' };
const { app, tasks } = await serveCalls({ store, config, fleet, log: quiet, options });
const worker = startWorker([...fleet.tasks, ...tasks], { log: quiet });
closeAtEnd(worker.close);
const url = await app.listen({ port: 0, host: '127.0.0.1' });
closeAtEnd(() => app.close());
const { call } = createClient(url, SECRET, { ahead: 0 });
const clients = await liveClients({ url, secret: SECRET, tokens });
closeAtEnd(clients.stop);

let step = 0;
const moveSome = async () => {
  step++;
  await sql`update device_state set electric = ${step % 100}, lat = lat + 0.0001
    where device_id % 1000 = ${step % 1000}`.execute(db);
  fleet.announce([]);
};

/** Lets a hundredth of the fleet move each second, in ten steps. @returns a function that ends it */
const startMoving = () => {
  let isMoving = true;
  const move = async () => {
    for (; isMoving; await sleep(100)) await moveSome();
  };
  const moved = move();
  return async () => {
    isMoving = false;
    await moved;
  };
};

const token = tokens.at(-1);
const list = async () => {
  const { verify } = await call('/device/list', { pageSize: 20 }, { token });
  if (verify.sign !== 'success') throw new Error(verify.desc);
};

const MANY = { iterations: 60, time: 0, warmupIterations: 5, warmupTime: 0 };
const FEW_ITERATIONS = { iterations: 8, time: 0, warmupIterations: 1, warmupTime: 0 };

describe('a list call', () => {
  for (const count of [0, 50, 200, 1_000]) {
    const name = count === 0 ? 'baseline: no operator polls' : `${count} operators poll`;
    let stopMoving: () => Promise<void>;
    bench(name, list, {
      ...MANY,
      setup: async () => {
        stopMoving = startMoving();
        await clients.poll(count);
      },
      teardown: async () => {
        await clients.poll(0);
        await stopMoving();
      },
    });
  }
});

/** Deletes a lock. The fleet is then cut into parts anew. */
const loseOne = () => sql`delete from device where id = (select max(id) from device)`.execute(db);

let round = 0;
/** Moves a tenth of the fleet, as the reports of some seconds do. All parts are then packed anew. */
const moveMany = () =>
  sql`update device_state set lon = lon + 0.0001, report_time = report_time + 5000
  where device_id % 10 = ${++round % 10}`.execute(db);

/** Builds the fleet as other servers do: rows to objects, objects to text, text to gzip, for each caller. */
const asOthersDo = async () => {
  const { rows } = await sql`select ${sql.join(liveRows())} from ${LIVE_TABLES}`.execute(db);
  gzipSync(JSON.stringify(rows), { level: 1 });
};

describe(`a snapshot of ${LOCKS} locks from the database`, () => {
  bench('baseline: rows to objects, text and gzip', asOthersDo, FEW_ITERATIONS);
  const everyPart = async (snapshots: LiveFeed['snapshots']) => {
    const { pieces } = await snapshots.index({ orgId: 1 });
    const index: LiveIndex = JSON.parse(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString());
    const parts = [...index.parts];
    const next = async () => {
      for (let info = parts.pop(); info; info = parts.pop()) {
        const { pieces } = await snapshots.part({ orgId: 1 }, info.id);
        for (const piece of pieces) await piece.deflated();
      }
    };
    // Two at a time, like the map.
    await Promise.all([next(), next()]);
  };
  bench(
    'columns in parts, on a server with an empty cache',
    async () => {
      const live = openLive({ db, hasAlarms: true, log: quiet }, changeSignal());
      await everyPart(live.snapshots);
      await live.close();
    },
    FEW_ITERATIONS,
  );
  bench(
    'columns in parts, after a lock was deleted',
    async () => {
      await loseOne();
      await everyPart(fleet.snapshots);
    },
    FEW_ITERATIONS,
  );
  bench(
    'columns in parts, after a tenth of the locks moved',
    async () => {
      await moveMany();
      await everyPart(fleet.snapshots);
    },
    FEW_ITERATIONS,
  );
  bench('columns in parts, from the cache', () => everyPart(fleet.snapshots), FEW_ITERATIONS);
});

describe(`the map of ${LOCKS} locks`, () => {
  for (const count of [1, 15]) {
    const name = count === 1 ? 'baseline: opened by one' : `opened by ${count} at once`;
    const snapshots = async () => {
      await loseOne();
      await clients.snapshots(count);
    };
    bench(name, snapshots, FEW_ITERATIONS);
  }
});

describe('a list call', () => {
  bench('baseline: no operator opens the map', list, MANY);
  let opening: Promise<unknown> | undefined;
  const openAgain = async () => {
    await loseOne();
    await clients.snapshots(15);
    opening = undefined;
  };
  bench(
    `while 15 operators open the map of ${LOCKS} locks`,
    async () => {
      opening ??= openAgain();
      await list();
    },
    { ...MANY, teardown: () => opening as Promise<void> | undefined },
  );
});
