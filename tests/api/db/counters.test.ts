import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import type { AnyEntity } from '../../../src/config';
import { periodStarts } from '../../../src/domain/period';
import {
  anyTable,
  entityTable,
  type GroupQuery,
  type Row,
  type Store,
} from '../../../src/server/db';
import { scanWithoutIndex } from '../../../src/server/db/queries/countGroups';
import { describeEntity } from '../../../src/server/db/queries/describe';
import { ownPlace, type Place } from '../place';
import { testStore } from './testStore';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONTH = Date.UTC(3031, 4);

/** The root, two branches, and one below the second branch. */
const ORGS = [1, 2, 3, 4] as const;
const COUNTED = ['lockHistory', 'alertRecord', 'appointmentCommandRecord'] as const;

let store: Store;
let place: Place;

const entityOf = (name: string): AnyEntity => {
  const entity = config.entities.find((each) => each.name === name);
  if (!entity) throw new Error(`No ${name}`);
  return entity;
};

/** Runs a statement as a call of the server does: what is cached is read again. */
const run = async (text: string) => {
  const result = await sql`${sql.raw(text)}`.execute(store.db);
  store.accessChanges.clear();
  return result;
};

/** Repeatable random numbers. */
const drawer = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
};

const draw = drawer(7);

const add = async (table: string, rows: readonly Row[]): Promise<void> => {
  const [first] = rows;
  if (!first) return;
  await anyTable(store.db)
    .insertInto(table)
    .values([...rows])
    .execute();
};

const STATES = ['waiting', 'sent', 'success', 'failure', 'invalid'];

const someRows = (table: string, count: number): Row[] =>
  Array.from({ length: count }, () => {
    const common = {
      sn: `C${draw(9)}`,
      org_id: draw(12) === 0 ? null : (ORGS[draw(4)] ?? 1),
      create_time: MONTH + draw(80 * DAY) - 10 * DAY,
    };
    if (table === 'lockHistory') {
      return { ...common, lock_action: draw(5) === 0 ? null : 1 + draw(14), lock_status: draw(4) };
    }
    if (table === 'alertRecord') return { ...common, police_type: 1008 + draw(5), state: draw(2) };
    return { ...common, cmd: ['seal', 'unseal'][draw(2)], state: STATES[draw(5)], result: null };
  });

const byDay = (zone: string) => ({
  field: 'create_time',
  days: periodStarts('day', MONTH - 20 * DAY, MONTH + 90 * DAY, zone),
});

/** Queries that the dashboard or a report may make. */
const questions = (name: string): GroupQuery[] => {
  const { counts } = entityOf(name);
  const [from, to] = [MONTH + 3 * DAY, MONTH + 33 * DAY - 1];
  const plain = counts.filter((field) => field !== 'create_time');
  return [
    ...plain.flatMap((field): GroupQuery[] => [
      { by: { field }, filters: {} },
      { by: { field }, filters: { create_time_from: from } },
      { by: { field }, filters: { create_time_from: from, create_time_to: to } },
      { by: { field }, filters: { create_time_from: from + 1 } },
      { by: { field }, filters: { sn: 'C3' } },
    ]),
    ...['Asia/Shanghai', 'Asia/Kolkata', 'America/Santiago'].flatMap((zone): GroupQuery[] => {
      const by = byDay(zone);
      return [
        { by, filters: {} },
        { by, split: { field: String(plain[0]) }, filters: { create_time_from: from } },
        {
          by,
          split: byDay('UTC'),
          filters: { create_time_to: to },
        },
      ];
    }),
    ...(name === 'lockHistory'
      ? [
          {
            by: byDay('Asia/Shanghai'),
            split: { field: 'lock_action' },
            filters: { create_time_from: from, lock_action: [1, 2, 9] },
          },
          { by: { field: 'lock_action' }, filters: { lock_action: 9 } },
          { by: { field: 'lock_action' }, filters: { lock_status: 2 } },
        ]
      : []),
  ];
};

/** Checks that counters and a scan of all rows agree for every query. */
const compare = async (when: string): Promise<void> => {
  for (const name of COUNTED) {
    const entity = describeEntity(entityOf(name), config);
    const table = entityTable(store, entityOf(name), config);
    for (const query of questions(name)) {
      for (const orgId of [1, 3]) {
        const groups = await table.count(query, { orgId });
        const scanned = await scanWithoutIndex(store.db, { entity, names: config.wire }, query, {
          orgId,
        });
        expect(groups, `${when}: ${name} of ${orgId} by ${JSON.stringify(query)}`).toEqual(scanned);
      }
    }
  }
};

const notes = async () =>
  Number(
    (await sql<{ n: number }>`select count(*) as n from record_count_news`.execute(store.db))
      .rows[0]?.n,
  );

beforeAll(async () => {
  place = await ownPlace(config);
  store = await testStore({ place, config });
  await run(`insert into org (id, org_name, org_type, parent_id) values
    (1, 'Whole', 1, null), (2, 'One', 2, 1), (3, 'Other', 2, 1), (4, 'Below', 2, 3)`);
  await store.ensurePartitions(MONTH);
  for (const table of COUNTED) await add(table, someRows(table, 400));
  await store.foldCounts();
});

describe('counters', () => {
  it('agree with the rows before and after folding', async () => {
    for (const table of COUNTED) await add(table, someRows(table, 50));
    expect(await notes()).toBeGreaterThan(0);
    await compare('noted');
    await store.foldCounts();
    expect(await notes()).toBe(0);
    await compare('summed');
  });

  it('agree while rows change and are deleted, and during an open transaction', async () => {
    await run(
      `update "appointmentCommandRecord" set state = 'success', result = 1 where state = 'sent'`,
    );
    await run(`update "alertRecord" set state = 1 where sn in ('C1', 'C2')`);
    await run(`update "alertRecord" set org_id = 2 where sn = 'C4'`);
    await run(`delete from "lockHistory" where sn = 'C5'`);
    await run(`delete from "appointmentCommandRecord" where sn = 'C6'`);
    await store.db
      .transaction()
      .execute(async (trx) => {
        await anyTable(trx).insertInto('lockHistory').values(someRows('lockHistory', 5)).execute();
        throw new Error('undone');
      })
      .catch(() => undefined);
    await compare('changed');
    await store.foldCounts();
    await compare('changed and summed');
  });

  it('agree when organisations move and go', async () => {
    await add('lockHistory', someRows('lockHistory', 60));
    await run('update org set parent_id = 2 where id = 4');
    await compare('moved');
    await store.foldCounts();
    await compare('moved and summed');
    await run('update org set parent_id = 3 where id = 4');
    await run(`insert into org (id, org_name, org_type, parent_id) values (5, 'Brief', 2, 2)`);
    await add('lockHistory', [{ sn: 'C1', org_id: 5, create_time: MONTH, lock_action: 1 }]);
    await store.foldCounts();
    await run('delete from org where id = 5');
    await compare('gone');
  });

  it('agree if counts are folded while an organisation moves', async () => {
    await add('lockHistory', [{ sn: 'C1', org_id: 4, create_time: MONTH, lock_action: 1 }]);
    const moving = await store.db.startTransaction().execute();
    await sql`update org set parent_id = 2 where id = 4`.execute(moving);
    await store.foldCounts();
    await moving.commit().execute();
    store.accessChanges.clear();
    await store.foldCounts();
    await compare('folded while moving');
    await run('update org set parent_id = 3 where id = 4');
  });

  it('agree while partitions are created and deleted', async () => {
    await store.ensurePartitions(MONTH + 70 * DAY);
    await compare('sorted into months');
    await store.deleteOldRecords(MONTH + 5 * DAY);
    await compare('forgotten');
    await store.foldCounts();
    await compare('forgotten and summed');
  });

  it('are the same if several servers fold at once', async () => {
    const other = await testStore({ place, config });
    for (const table of COUNTED) await add(table, someRows(table, 300));
    await Promise.all([
      store.foldCounts(),
      other.foldCounts(),
      add('lockHistory', someRows('lockHistory', 50)),
    ]);
    await compare('by two');
  });

  it('are corrected by a recount', async () => {
    await add('alertRecord', someRows('alertRecord', 50));
    await store.foldCounts();
    await run('update record_count set count = count + 1, own = own + 1');
    const query = { by: { field: 'state' }, filters: {} };
    const table = entityTable(store, entityOf('alertRecord'), config);
    const entity = describeEntity(entityOf('alertRecord'), config);
    const seen = await scanWithoutIndex(store.db, { entity, names: config.wire }, query, {
      orgId: 1,
    });
    expect(await table.count(query, { orgId: 1 })).not.toEqual(seen);
    await store.recount();
    await compare('counted anew');
  });

  it('answer without reading the records', async () => {
    const query = { by: { field: 'lock_action' }, filters: {} };
    const table = entityTable(store, entityOf('lockHistory'), config);
    const before = await table.count(query, { orgId: 1 });
    await store.db.transaction().execute(async (trx) => {
      await sql`lock table "lockHistory" in access exclusive mode`.execute(trx);
      expect(await table.count(query, { orgId: 1 })).toEqual(before);
    });
  });
});
