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

const during = (date: string) => store.ensurePartitions(Date.parse(date));

describe('partitions of records', () => {
  it('are there for the months around the start', async () => {
    expect(await store.ensurePartitions(Date.now())).toEqual([]);
    await record(new Date().toISOString(), 'now');
    const month = new Date().toISOString().slice(0, 7).replace('-', '');
    expect(await partitionOf('now')).toEqual([`lockHistory_${month}`]);
  });

  it('are made for the month before, this and the next, once', async () => {
    const created = await during('2031-01-20');
    const own = created.filter((name) => name.startsWith('lockHistory'));
    expect(own).toEqual(['lockHistory_203012', 'lockHistory_203101', 'lockHistory_203102']);
    expect(await during('2031-01-31T23:59:59Z')).toEqual([]);
    expect(await during('2031-02-01T00:00:00Z')).toContain('lockHistory_203103');
  });

  it('are not made for records that change', async () => {
    const created = await during('2032-06-01');
    expect(created.some((name) => name.startsWith('appointmentCommandRecord'))).toBe(false);
  });

  it('take over what came before them, and leave other months where they are', async () => {
    await record('2040-05-01T00:00:00.000Z', 'first');
    await record('2040-05-31T23:59:59.999Z', 'last');
    await record('2041-01-01', 'later');
    expect(await partitionOf('first')).toEqual(['lockHistory_default']);
    await during('2040-05-15');
    expect(await partitionOf('first')).toEqual(['lockHistory_204005']);
    expect(await partitionOf('last')).toEqual(['lockHistory_204005']);
    expect(await partitionOf('later')).toEqual(['lockHistory_default']);
  });

  it('are made once by four servers', async () => {
    const created = await Promise.all([0, 1, 2, 3].map(() => during('2050-07-01')));
    expect(created.filter(({ length }) => length > 0)).toHaveLength(1);
  });

  it('go on numbering', async () => {
    const { rows } = await sql<{ id: number }>`select id from "lockHistory"`.execute(store.db);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });
});
