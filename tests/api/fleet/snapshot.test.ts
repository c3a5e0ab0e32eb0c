import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { type LiveDevice, type LiveRow, liveDeviceOf } from '../../../src/domain/live';
import type { LiveIndex } from '../../../src/domain/liveSnapshot';
import type { EncodedAnswer } from '../../../src/server/calls/endpoint';
import type { Store } from '../../../src/server/db';
import { changeSignal } from '../../../src/server/fleet/changeSignal';
import { LIVE_TABLES, liveRows } from '../../../src/server/fleet/commands/sharing';
import { type LiveFeed, openLive } from '../../../src/server/fleet/live/live';
import { round } from '../../rounds';
import { devicesIn } from '../../unit/console/maps/fleet/device';
import { randomSource } from '../../unit/domain/geo/random';
import { testStore } from '../db/testStore';
import { closeAfterwards, ownFolder, type Place } from '../place';

let store: Store;
/** Two servers on one database. */
let servers: readonly LiveFeed[];

const openServer = (): LiveFeed => {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const live = openLive({ db: store.db, hasAlarms: true, log }, changeSignal());
  closeAfterwards(live.close);
  return live;
};

/** Opens an embedded database without processes, which has one session. */
const pglitePlace = async (): Promise<Place> => {
  const place = await ownFolder();
  await writeFile(join(place.dataDir, 'ENGINE'), 'pglite\n');
  return place;
};

const openWorld = async (place?: Place) => {
  store = await testStore({ config: shipped, place });
  servers = [openServer(), openServer()];
  await sql`insert into org (id, org_name, org_type, parent_id)
    select id, 'Organisation ' || id, 2, nullif(id / 2, 0) from generate_series(1, 7) as id`.execute(
    store.db,
  );
};

const dataOf = <T>({ pieces }: EncodedAnswer): T =>
  JSON.parse(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString());

const bySn = (devices: Iterable<LiveDevice>) =>
  [...devices].toSorted((a, b) => (a.sn < b.sn ? -1 : 1));

/** Returns the locks of a snapshot as a console has them: the parts, then the later rows. */
const snapshotOf = async (server: LiveFeed, orgId: number): Promise<LiveDevice[]> => {
  const index = dataOf<LiveIndex>(await server.snapshots.index({ orgId }));
  const locks = new Map(devicesIn(index.columns ?? {}).map((each) => [each.sn, each]));
  expect([index.total, index.parts]).toEqual([locks.size, []]);
  for (const row of index.rows ?? []) {
    const device = liveDeviceOf(row);
    locks.set(device.sn, device);
  }
  return bySn(locks.values());
};

/** Reads the own and the borrowed locks of an organisation from the tables. */
const readFresh = async (orgId: number): Promise<LiveDevice[]> => {
  const { rows: own } = await sql<{ row: LiveRow }>`
    select json_build_array(${sql.join(liveRows())}) as row from ${LIVE_TABLES}
    where device.org_id in (select org_subtree(${orgId}))`.execute(store.db);
  const { rows: borrowed } = await sql<{ row: LiveRow }>`
    select json_build_array(${sql.join(liveRows(sql`lent.rights`))}) as row from ${LIVE_TABLES}
    join (
      select lock.id, bit_or(may_seal::integer + 2 * may_unseal::integer) as rights
      from "batchDisDevice" as loan, unnest(loan.devices) as lock(id), unnest(loan.orgs) as borrower(id)
      where borrower.id in (select org_subtree(${orgId})) and loan.state = 1
        and loan.org_id in (select org_above((select org_id from device where device.id = lock.id)))
      group by lock.id
    ) as lent on lent.id = device.id
    where device.org_id not in (select org_subtree(${orgId}))`.execute(store.db);
  return bySn([...own, ...borrowed].map(({ row }) => liveDeviceOf(row)));
};

const random = randomSource(31);
const below = (limit: number) => Math.floor(random() * limit);
/** Six decimals, like those of a snapshot. */
const degrees = (range: number) => Math.round((below(range * 1e6) / 1e6 - range / 2) * 1e6) / 1e6;
/** Any organisation but the root, which cannot move. */
const anyOrg = () => 2 + below(6);
const anyLock = () => sql`(select id from device order by id offset ${below(30)} limit 1)`;

const addLocks = () => sql`
  insert into device (sn, device_name, org_id, protocol)
  select 'R' || ${below(1e6)}::integer + i, 'Lock ' || i, ${anyOrg()}::integer, ${below(2)}::integer
  from generate_series(1, 5) as i on conflict do nothing`;

/** Changes by what operators and locks do. */
const CHANGES: Readonly<Record<string, () => ReturnType<typeof sql>>> = {
  report: () => sql`update device_state set lat = ${degrees(180)}, lon = ${degrees(360)},
    speed = ${below(900) / 7}, course = ${below(360)}, status = ${below(4)},
    report_time = ${1_760_000_000_000 + below(1e9)}, position_time = ${1_760_000_000_000 + below(1e9)}
    where device_id % 3 = ${below(3)}`,
  'lost position': () =>
    sql`update device_state set lat = 0, lon = 0 where device_id = ${anyLock()}`,
  alarm: () => sql`update device_state set alarms = ${below(4)} where device_id = ${anyLock()}`,
  rename: () => sql`update device set device_name = ${`Name ${below(99)}`} where id = ${anyLock()}`,
  'new serial number': () => sql`update device set sn = 'N' || id || ${`-${below(99)}`}::text
    where id = ${anyLock()}`,
  delete: () => sql`delete from device where id = ${anyLock()}`,
  add: addLocks,
  'move a lock': () => sql`update device set org_id = ${anyOrg()} where id = ${anyLock()}`,
  'move an organisation': () => {
    const org = 4 + below(4);
    return sql`update org set parent_id = ${1 + below(3)} where id = ${org}`;
  },
  lend: () => sql`insert into "batchDisDevice" (org_id, devices, orgs, may_seal, may_unseal, state)
    select 1, array_agg(id), ${[anyOrg()]}::bigint[], ${below(2) === 0}, true, 1
    from device where id % 4 = ${below(4)} having count(*) > 0`,
  'end a loan': () => sql`delete from "batchDisDevice" where id = (
    select id from "batchDisDevice" order by id offset 2 limit 1)`,
};

const names = Object.keys(CHANGES);

const expectFresh = async (title: string) => {
  for (const orgId of [1, 2, 3, 4, 7]) {
    const fresh = await readFresh(orgId);
    for (const [i, server] of servers.entries()) {
      expect([title, orgId, i, await snapshotOf(server, orgId)]).toEqual([title, orgId, i, fresh]);
    }
  }
};

describe.each(round(['PostgreSQL'], ['PostgreSQL', 'PGlite']))('a snapshot from %s', (engine) => {
  beforeAll(async () => openWorld(engine === 'PGlite' ? await pglitePlace() : undefined));

  it('equals the tables after any change, on two servers', async () => {
    for (let i = 0; i < 6; i++) await addLocks().execute(store.db);
    await expectFresh('locks');
    for (let round = 0; round < 60; round++) {
      const name = names[round % names.length] as string;
      await CHANGES[name]?.().execute(store.db);
      await expectFresh(name);
      // A server that holds a call for changes follows by itself.
      if (round % 10 === 0) await followOnce();
    }
    const { rows } = await sql`select 1 from lent_lock`.execute(store.db);
    expect([rows.length > 0, (await readFresh(1)).length > 10]).toEqual([true, true]);
  });

  const followOnce = async () => {
    const [server] = servers;
    const { cursor } = dataOf<LiveIndex>(await (server as LiveFeed).snapshots.index({ orgId: 1 }));
    const changes = server?.changes(cursor, { orgId: 1 });
    await sql`update device_state set electric = 1 + coalesce(electric, 0) % 99`.execute(store.db);
    await changes;
  };

  it('has the rows that were committed during an older transaction, and later the rows of that one', async () => {
    await addLocks().execute(store.db);
    await store.db.transaction().execute(async (open) => {
      await sql`update device_state set electric = 11 where device_id = (select max(id) from device)`.execute(
        open,
      );
      if (engine === 'PGlite') return;
      await sql`update device_state set electric = 12 where device_id = (select min(id) from device)`.execute(
        store.db,
      );
      await expectFresh('open');
    });
    await expectFresh('committed');
  });

  it('has the locks that changed since a server read them as rows, not the fleet again', async () => {
    await sql`insert into device (sn, org_id) select 'SL' || i, 2 from generate_series(1, 200) as i`.execute(
      store.db,
    );
    const server = openServer();
    const indexOf = async () =>
      dataOf<LiveIndex>(await server.snapshots.index({ orgId: 1 })).rows?.map(([sn]) => sn);
    expect(await indexOf()).toEqual([]);
    await sql`update device_state set electric = 14 where sn = 'SL77'`.execute(store.db);
    expect(await indexOf()).toEqual(['SL77']);
  });

  it('has every number that a column can hold', async () => {
    const numbers = [-33.868_820_123_456_78, 151.209_290_123_456_78, 4e-7, -4e-7, 1 / 3, 12.5, 0];
    const sn = 'NUMBERS';
    await sql`insert into device (sn, org_id) values (${sn}, 2)`.execute(store.db);
    for (const lat of numbers) {
      await sql`update device_state set lat = ${lat}, electric = 0 where sn = ${sn}`.execute(
        store.db,
      );
      const lock = (await snapshotOf(openServer(), 1)).find((each) => each.sn === sn);
      expect(lock?.lat).toBeCloseTo(lat, 6);
    }
  });

  it('is read from the tables again if the log of changes was deleted', async () => {
    await expectFresh('before');
    await sql`update device_state set electric = 13`.execute(store.db);
    await sql`delete from device_change`.execute(store.db);
    await sql`insert into device_change (org_ids, device_ids) values ('{}', '{}')`.execute(
      store.db,
    );
    await expectFresh('after');
  });
});
