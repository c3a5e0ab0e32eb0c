import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/server/db';
import { testStore } from './testStore';

let store: Store;
beforeAll(async () => {
  store = await testStore();
});

const record = (at: string, sn: string) =>
  sql`insert into "lockHistory" (create_time, sn) values (${Date.parse(at)}, ${sn})`.execute(
    store.db,
  );

const partitionOf = async (sn: string) => {
  const { rows } = await sql<{ partition: string }>`
    select tableoid::regclass::text as partition from "lockHistory" where sn = ${sn}`.execute(
    store.db,
  );
  return rows.map(({ partition }) => partition.replaceAll('"', ''));
};

/** Dates are in years that no clock reaches: the start makes the partitions of its own months. */
const during = (date: string) => store.ensurePartitions(Date.parse(date));

describe('partitions of records', () => {
  it('exist for the months around the start', async () => {
    expect(await store.ensurePartitions(Date.now())).toEqual([]);
    const now = new Date().toISOString();
    await record(now, 'now');
    const month = now.slice(0, 7).replace('-', '');
    expect(await partitionOf('now')).toEqual([`lockHistory_${month}`]);
  });

  it('are created once for the last, this and the next month', async () => {
    const created = await during('3031-01-20');
    const own = created.filter((name) => name.startsWith('lockHistory'));
    expect(own).toEqual(['lockHistory_303012', 'lockHistory_303101', 'lockHistory_303102']);
    expect(await during('3031-01-31T23:59:59Z')).toEqual([]);
    expect(await during('3031-02-01T00:00:00Z')).toContain('lockHistory_303103');
  });

  it('are not created for records that change', async () => {
    const created = await during('3032-06-01');
    expect(created.some((name) => name.startsWith('appointmentCommandRecord'))).toBe(false);
  });

  it('take over the earlier rows of their month, and no others', async () => {
    await record('3040-05-01T00:00:00.000Z', 'first');
    await record('3040-05-31T23:59:59.999Z', 'last');
    await record('3041-01-01', 'later');
    expect(await partitionOf('first')).toEqual(['lockHistory_default']);
    await during('3040-05-15');
    expect(await partitionOf('first')).toEqual(['lockHistory_304005']);
    expect(await partitionOf('last')).toEqual(['lockHistory_304005']);
    expect(await partitionOf('later')).toEqual(['lockHistory_default']);
  });

  it('are created once by four servers', async () => {
    const created = await Promise.all([0, 1, 2, 3].map(() => during('3050-07-01')));
    expect(created.filter(({ length }) => length > 0)).toHaveLength(1);
  });

  it('share one sequence of ids', async () => {
    const { rows } = await sql<{ id: number }>`select id from "lockHistory"`.execute(store.db);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });
});
