import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import shipped from '../../../resources.config';
import type { LockReport } from '../../../src/domain/lock';
import type { Store } from '../../../src/server/db';
import { openRegional } from '../../../src/server/fleet/places/openRegional';
import { writeReports } from '../../../src/server/fleet/reports/reports';
import { testStore } from '../db/testStore';
import { addLocks } from '../locks';

const OPEN = 1;
const SEALED = 2;
const BUFFERED = 2;
const SECOND = 1_000;
const NOON = Date.UTC(2026, 5, 15, 12);

let store: Store;
let added = 0;
const device = shipped.entities.find(({ name }) => name === 'device');

beforeAll(async () => {
  store = await testStore({ config: shipped });
  await sql`insert into org (id, org_name, org_type, parent_id) values (1, 'Root', 1, null)`.execute(
    store.db,
  );
});

/** Writes reports of a new lock in batches, each with the seconds of its time and of its receipt after noon. */
const statusAfter = async (
  batches: readonly (readonly (Partial<LockReport> & {
    readonly at: number;
    readonly came: number;
  })[])[],
) => {
  added += 1;
  const sn = `S${added}`;
  await addLocks(store.db, { sn, org_id: 1, status: 255 });
  if (!device) throw new Error('no device');
  const readRegional = await openRegional(store.db);
  for (const batch of batches) {
    const reports = batch.map(({ at, came, ...fields }) => ({
      sn,
      report: { ts: NOON + at * SECOND, report_reson: 0, ...fields } as LockReport,
      receivedAt: NOON + came * SECOND,
    }));
    await writeReports(store.db, reports, { device, readRegional });
  }
  const { rows } = await sql<{ status: number; report_time: number }>`
    select status, report_time from device_state where sn = ${sn}`.execute(store.db);
  const [state] = rows;
  return [state?.status, (Number(state?.report_time) - NOON) / SECOND];
};

const sealed = (at: number, came: number) => ({ at, came, lock_status: SEALED as 2 });
const opened = (at: number, came: number, report_reson: 0 | 2 = 0) => ({
  at,
  came,
  report_reson,
  lock_status: OPEN as 1,
});

it.each([
  ['a clock that was set back by seconds', [[sealed(60, 0)], [opened(12, 12)]], [OPEN, 12]],
  ['a clock that was set back by ten minutes', [[sealed(600, 0)], [opened(0, 10)]], [OPEN, 0]],
  ['one by more', [[sealed(601, 2)], [opened(0, 20)]], [SEALED, 601]],
  ['what came within ten seconds', [[sealed(60, 0)], [opened(9, 9)]], [SEALED, 60]],
  ['what was buffered', [[sealed(60, 0)], [opened(12, 12, BUFFERED)]], [SEALED, 60]],
  [
    'a receipt after buffered reports',
    [[sealed(60, 0)], [opened(1, 9, BUFFERED)], [opened(12, 12)]],
    [OPEN, 12],
  ],
  ['what was committed in the other order', [[opened(12, 12)], [sealed(60, 0)]], [SEALED, 60]],
] as const)('after %s the lock has the status %s', async (_, batches, state) => {
  expect(await statusAfter(batches)).toEqual(state);
});
