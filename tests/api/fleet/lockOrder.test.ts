import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import { device } from '../../../src/resources';
import { type Database, entityTable, type Store } from '../../../src/server/db';
import { limitsOf, writePresence } from '../../../src/server/fleet/presence/presenceRows';
import { lockStates, updateStates } from '../../../src/server/fleet/reports/stateRows';
import { testStore } from '../db/testStore';
import { addLocks } from '../locks';

const ROOT = { orgId: 1 };
const SNS = Array.from({ length: 12 }, (_, i) => `L${i}`);

let store: Store;
let ids: number[];

beforeAll(async () => {
  store = await testStore({ config });
  await sql`insert into org (id, org_name, org_type, parent_id)
    values (1, 'Root', 1, null), (2, 'Two', 2, 1)`.execute(store.db);
  await sql`insert into server_beat (id, at) values ('here', 1)`.execute(store.db);
  const [first = '', ...others] = SNS;
  ids = await addLocks(
    store.db,
    { sn: first, org_id: 1 },
    ...others.map((sn) => ({ sn, org_id: 1 })),
  );
});

/** Time in which another transaction takes its locks. */
const pause = (trx: Database) => sql`select pg_sleep(0.003)`.execute(trx);

const works: Record<string, (round: number, order: readonly number[]) => Promise<unknown>> = {
  reports: (round, order) =>
    store.db.transaction().execute(async (trx) => {
      const states = await lockStates(
        trx,
        order.map((i) => SNS[i] ?? ''),
      );
      await pause(trx);
      await updateStates(
        trx,
        states.map((state) => ({ ...state, electric: round })),
        states,
      );
    }),
  presence: (round, order) =>
    writePresence(
      store.db,
      { limits: limitsOf(config), server: 'here' },
      new Map(
        order.map((i) => [
          SNS[i] ?? '',
          { online: round % 2 === 0, at: round, held: { number: round } },
        ]),
      ),
    ),
  actions: (_, order) =>
    store.db.transaction().execute(async (trx) => {
      const table = entityTable({ db: trx }, device, config);
      await table.lock(
        order.map((i) => ids[i] ?? 0),
        ROOT,
      );
      await pause(trx);
    }),
  edits: async (round, order) => {
    const table = entityTable(store, device, config);
    for (const i of order.slice(0, 3)) {
      await table.update(ids[i] ?? 0, { org_id: 1 + (round % 2), device_name: `${round}` }, ROOT);
    }
  },
};

it('reports, presence, edits and actions of the same locks never deadlock', async () => {
  const run = async ([name, work]: [string, (typeof works)[string]], shift: number) => {
    for (let round = 1; round <= 25; round++) {
      const order = ids.map((_, i) => (i * 5 + shift * 7 + round) % ids.length);
      await work(round, round % 2 === 0 ? order : order.toReversed()).catch((error) => {
        throw new Error(`${name} in round ${round}: ${error.message}`);
      });
    }
  };
  const workers = [...Object.entries(works), ...Object.entries(works)];
  await Promise.all(workers.map(run));
  const { rows } = await sql`
    select from device join device_state as state on state.device_id = device.id
    where (state.org_id, state.sn) is distinct from (device.org_id, device.sn)`.execute(store.db);
  expect(rows).toEqual([]);
});
