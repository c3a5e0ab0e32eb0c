import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockHistory } from '../../../src/resources';
import { entityTable, type Store } from '../../../src/server/db';
import { confirmClock, isClockInDoubt } from '../../../src/server/db/serverClock';
import { storeTasks } from '../../../src/server/work/storeTasks';
import { ownPlace } from '../place';
import { runOnce, runTasks } from '../runTasks';
import { declared } from './declared';
import { testStore } from './testStore';
import { addOrganisations, as, QUAY, ROOT } from './world';

let store: Store;
let other: Store;

beforeAll(async () => {
  const place = await ownPlace(declared);
  store = await testStore({ place });
  other = await testStore({ place });
  await addOrganisations(store);
});

beforeEach(async () => {
  for (const table of ['lockHistory', 'lockHistory_sn_known', 'appointmentCommandRecord']) {
    await sql`delete from ${sql.table(table)}`.execute(store.db);
  }
  await store.ensurePartitions(Date.UTC(3030, 1));
});

const record = (day: string, sn: string, table = 'lockHistory') =>
  sql`insert into ${sql.table(table)} (create_time, sn, org_id)
    values (${Date.parse(day)}, ${sn}, ${QUAY})`.execute(store.db);

const left = async (table = 'lockHistory') => {
  const { rows } = await sql<{ sn: string }>`
    select sn from ${sql.table(table)} order by sn`.execute(store.db);
  return rows.map(({ sn }) => sn).join('');
};

const countOf = async (sn: string) => {
  const table = entityTable(store, lockHistory, declared);
  return (await table.list({ page: 1, pageSize: 9, filters: { sn } }, as(ROOT))).total;
};

const deleteOld = (day: string, from = store) => from.deleteOldRecords(Date.parse(day));

describe('old records', () => {
  it('are deleted by whole months', async () => {
    for (const [day, sn] of [
      ['3030-01-31T23:59:59.999Z', 'A'],
      ['3030-02-01', 'B'],
      ['3030-02-28', 'C'],
    ] as const) {
      await record(day, sn);
    }
    const result = await deleteOld('3030-01-31T23:59:59.999Z');
    expect([result.partitions.filter((name) => name.includes('3030')), await left()]).toEqual([
      [],
      'ABC',
    ]);
    const { partitions, records } = await deleteOld('3030-02-15');
    expect(partitions).toContain('lockHistory_303001');
    expect(partitions).toContain('alertRecord_303001');
    expect(partitions.some((name) => name.includes('303002'))).toBe(false);
    expect([records, await left()]).toEqual([0, 'BC']);
    expect((await deleteOld('3030-02-15')).partitions).toEqual([]);
  });

  it('are deleted one by one outside partitions and in tables whose records change', async () => {
    await record('2019-05-05', 'A');
    await record('3045-05-05', 'B');
    await record('2019-05-05', 'C', 'appointmentCommandRecord');
    await record('3030-05-05', 'D', 'appointmentCommandRecord');
    expect((await deleteOld('3030-01-01')).records).toBe(2);
    expect([await left(), await left('appointmentCommandRecord')]).toEqual(['B', 'D']);
  });

  it('are deleted with their batch once all its tickets are', async () => {
    await sql`insert into command_batch (id, org_id, create_time, cmd, total, state, operate_source, operate_name)
      select id, ${QUAY}::bigint, case id when 3 then ${Date.parse('3030-01-01')}::bigint else 1 end, 'seal', 1, 'open', 1, 'A'
      from generate_series(1, 3) as id`.execute(store.db);
    await record('3030-05-05', 'D', 'appointmentCommandRecord');
    await sql`update "appointmentCommandRecord" set batch_id = 2`.execute(store.db);
    await deleteOld('3029-01-01');
    const { rows } = await sql<{ id: number }>`select id from command_batch order by id`.execute(
      store.db,
    );
    expect(rows.map(({ id }) => Number(id))).toEqual([2, 3]);
    await sql`delete from command_batch`.execute(store.db);
  });

  it('are deleted in batches', async () => {
    await sql`insert into "lockHistory" (create_time, sn, org_id)
      select i, 'X', ${QUAY} from generate_series(1, 12000) as i`.execute(store.db);
    expect((await deleteOld('3030-01-01')).records).toBe(12_000);
    expect(await left()).toBe('');
  });

  it('lose their values in the search list, unless others have them', async () => {
    await record('2019-05-05', 'OLD');
    await record('2019-05-05', 'BOTH');
    await record('3030-02-05', 'BOTH');
    expect([await countOf('LD'), await countOf('OT')]).toEqual([1, 2]);
    await deleteOld('3030-01-01');
    expect([await countOf('LD'), await countOf('OT')]).toEqual([0, 1]);
    const { rows } = await sql<{ value: string }>`
      select value from "lockHistory_sn_known"`.execute(store.db);
    expect(rows).toEqual([{ value: 'BOTH' }]);
  });

  it('are deleted once with several servers', async () => {
    await record('3030-01-05', 'A');
    await sql`insert into "lockHistory" (create_time, sn, org_id)
      select i, 'X', ${QUAY} from generate_series(1, 9000) as i`.execute(store.db);
    const answers = await Promise.all([deleteOld('3030-02-15'), deleteOld('3030-02-15', other)]);
    expect(await left()).toBe('');
    expect(answers.reduce((sum, { records }) => sum + records, 0)).toBe(9_000);
  });
});

describe('a value of the search list', () => {
  it('is not deleted while a record with it is being added', async () => {
    await record('2019-05-05', 'SAME');
    const adding = await store.db.startTransaction().execute();
    await sql`insert into "lockHistory" (create_time, sn, org_id)
      values (${Date.parse('3030-02-05')}, 'SAME', ${QUAY})`.execute(adding);
    const deletion = deleteOld('3030-01-01', other);
    for (;;) {
      const { rows } = await sql`
        select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(store.db);
      if (rows.length > 0) break;
    }
    await adding.commit().execute();
    await deletion;
    expect(await countOf('AM')).toBe(1);
  });
});

describe('the retention of a server', () => {
  it('follows the administrator’s setting', async () => {
    const now = () => Date.parse('3030-02-15');
    const lines: string[] = [];
    const log = {
      info: (text: string) => lines.push(text),
      warn: () => {},
      error: (text: string) => lines.push(text),
    };
    await record('3029-11-11', 'A');
    await record('3030-01-10', 'B');
    const set = (days: string) =>
      sql`update "systemParams" set param_text = ${days}
        where param_name = 'record_keep_days'`.execute(store.db);
    await set('40');
    const end = runTasks(storeTasks({ store, log }), { now, log });
    await expect.poll(() => lines.join()).toContain('older than 40 days: deleted 1');
    await end();
    expect(await left()).toBe('B');
    await set('365');
  });

  const DAY = 86_400_000;
  const runAt = (now: number, lines: string[] = []) => {
    const log = { info: (text: string) => lines.push(text) };
    return runOnce(storeTasks({ store, log }), () => now);
  };

  it.each([
    ['deletes old records after a rest of three days', 3, '', 1],
    ['deletes nothing if its clock is later than three days after the last time', 3.01, 'A', 0],
    ['deletes nothing if its clock is years ahead', 3_650, 'A', 0],
  ])('%s', async (_, days, expected, result) => {
    const last = Date.parse('3030-02-15');
    await sql`delete from server_clock`.execute(store.db);
    await runAt(last);
    await record('2019-02-10', 'A');
    const lines: string[] = [];
    await runAt(last + days * DAY, lines);
    // A second start of the same clock is no proof.
    await runAt(last + days * DAY + 60_000, lines);
    expect(await left()).toBe(expected);
    expect(lines.filter((line) => line.includes('clock')).length > 0).toBe(result === 0);
    if (result === 1) return;
    expect(await isClockInDoubt(store.db, last + days * DAY)).toBe(true);
    await confirmClock(store.db, last + days * DAY);
    await runAt(last + days * DAY + 60_000);
    expect(await left()).toBe('');
  });

  it('trusts the clock again once it is right', async () => {
    const last = Date.parse('3030-02-15');
    await sql`delete from server_clock`.execute(store.db);
    await runAt(last);
    await record('2019-02-10', 'A');
    await runAt(last + 3_650 * DAY);
    expect(await left()).toBe('A');
    await runAt(last + DAY);
    expect(await left()).toBe('');
  });
});

describe('an old alarm', () => {
  const alarm = (day: string, sn: string, state: number, raised = day) =>
    sql`insert into "alertRecord" (create_time, raise_time, sn, org_id, state, police_type, severity)
      values (${Date.parse(day)}, ${Date.parse(raised)}, ${sn}, ${QUAY}, ${state}, 1001, 1)`.execute(
      store.db,
    );
  beforeEach(() => sql`delete from "alertRecord"`.execute(store.db));

  it('that is unprocessed stays, and others of its month are deleted', async () => {
    await store.ensurePartitions(Date.UTC(3030, 1));
    await alarm('3030-01-05', 'A', 0);
    await alarm('3030-01-06', 'B', 1);
    await alarm('2019-01-06', 'C', 1);
    await alarm('2019-01-07', 'D', 0);
    const { partitions, records } = await deleteOld('3030-02-15');
    expect(partitions).not.toContain('alertRecord_303001');
    expect([records, await left('alertRecord')]).toEqual([2, 'AD']);
    await sql`update "alertRecord" set state = 1`.execute(store.db);
    expect((await deleteOld('3030-02-15')).partitions).toContain('alertRecord_303001');
    expect(await left('alertRecord')).toBe('');
  });

  it('ages from its receipt, whatever the clock of the lock', async () => {
    await store.ensurePartitions(Date.UTC(3030, 1));
    await alarm('3030-01-05', 'A', 1, '3030-02-20');
    await alarm('3030-01-05', 'B', 1);
    await alarm('2007-01-05', 'C', 1, '3030-02-20');
    await alarm('3036-01-05', 'D', 1, '3030-01-05');
    const { partitions, records } = await deleteOld('3030-02-15');
    expect(partitions).not.toContain('alertRecord_303001');
    expect([records, await left('alertRecord')]).toEqual([2, 'AC']);
    expect((await deleteOld('3030-02-21')).partitions).toContain('alertRecord_303001');
    expect(await left('alertRecord')).toBe('');
  });

  it('that is deleted no longer counts on its lock', async () => {
    await sql`insert into device (sn, org_id) values ('N1', ${QUAY}), ('N2', ${QUAY})`.execute(
      store.db,
    );
    await alarm('3030-01-05', 'N1', 0);
    await alarm('3030-01-05', 'N2', 0);
    await alarm('3030-01-05', 'N2', 1);
    await sql`update device_state set alarms = 76 where sn = 'N1'`.execute(store.db);
    await sql`update device_state set alarms = 1 where sn = 'N2'`.execute(store.db);
    await store.correctAlarmCounts();
    const { rows } = await sql<{ sn: string; alarms: number }>`
      select sn, alarms from device_state where sn in ('N1', 'N2') order by sn`.execute(store.db);
    expect(rows).toEqual([
      { sn: 'N1', alarms: 1 },
      { sn: 'N2', alarms: 1 },
    ]);
  });
});
