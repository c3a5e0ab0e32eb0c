import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import config from '../../resources.config';
import type { LockReport } from '../../src/domain/lock';
import { openStore } from '../../src/server/db';
import { sqlArray } from '../../src/server/db/sql/arrayText';
import { closeAtEnd } from './strictBench';

/** `LOCKS=1000 npm run bench` for fewer. */
export const LOCKS = Number(process.env.LOCKS ?? 20_000);
/** Reports per iteration. */
export const REPORTS = 5_000;
/** Reports per transaction of the baseline. */
export const BATCH = 1_000;

export const quiet = {
  info: () => {},
  warn: () => {},
  error: (text: string) => console.error(text),
};
const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-ingest-'));
closeAtEnd(() => rm(dataDir, { recursive: true, force: true }));
export const store = await openStore({ dataDir, config, log: () => {} });
closeAtEnd(store.close);
const { db } = store;
await sql`insert into org (id, org_name, org_type, status) values (1, 'Root', 1, 1)`.execute(db);
const snOf = (lock: number) => `IN${String(lock).padStart(8, '0')}`;
await sql`insert into device (sn, org_id, protocol)
  select 'IN' || lpad(i::text, 8, '0'), 1, 0 from generate_series(0, ${LOCKS - 1}) as i`.execute(
  db,
);
await sql`update device_state set status = 2, communicate_status = 1, lat = 22, lon = 114`.execute(
  db,
);
await sql`vacuum analyze`.execute(db);

let round = 0;
let at = Date.now() - 3_600_000;

/** Returns a report of each of the next locks, a few metres on from its last one. */
export const nextReports = (): [sn: string, report: LockReport][] => {
  round += 1;
  at += 1_000;
  return Array.from({ length: REPORTS }, (_, i) => {
    const lock = (round * REPORTS + i) % LOCKS;
    const [lat, lon] = [22 + lock / 1e5 + round * 1e-5, 114 + lock / 1e5];
    const report = {
      ...{ ts: at, report_reson: 1, lock_status: 2, lock_state: 0, position_status: 1, lat, lon },
      ...{ speed: 40, course: 90, electric: 80, voltage: 3.7, temperature: 21 },
    };
    return [snOf(lock), report as LockReport];
  });
};

const storeBatchByHand = (batch: readonly [sn: string, report: LockReport][]) =>
  db.transaction().execute(async (trx) => {
    const sns = sqlArray(
      batch.map(([sn]) => sn),
      'varchar',
    );
    const { rows } = await sql<{ device_id: number; sn: string }>`
      select device_id, sn from device_state where sn = any(${sns}) order by device_id for update`.execute(
      trx,
    );
    const idBySn = new Map(rows.map(({ sn, device_id }) => [sn, device_id]));
    const column = (name: keyof LockReport, type: string) =>
      sqlArray(
        batch.map(([, report]) => report[name]),
        type,
      );
    await sql`
      insert into "deviceLocationRecord" (sn, org_id, create_time, report_reson, lock_status, lock_state,
        position_status, lat, lon, speed, course, electric, voltage, temperature, receive_time, digest)
      select sn, 1, at, 1, 2, 0, 1, lat, lon, speed, course, electric, voltage, temperature, at, digest
      from unnest(${sns}, ${column('ts', 'bigint')}, ${column('lat', 'float8')}, ${column('lon', 'float8')},
        ${column('speed', 'float8')}, ${column('course', 'float8')}, ${column('electric', 'smallint')},
        ${column('voltage', 'float8')}, ${column('temperature', 'float8')},
        ${sqlArray(
          batch.map(() => randomUUID()),
          'uuid',
        )})
        as report(sn, at, lat, lon, speed, course, electric, voltage, temperature, digest)`.execute(
      trx,
    );
    await sql`
      update device_state as state set report_time = report.at, lat = report.lat, lon = report.lon,
        position_time = report.at, speed = report.speed, electric = report.electric
      from unnest(${sqlArray(
        batch.map(([sn]) => idBySn.get(sn)),
        'bigint',
      )}, ${column('ts', 'bigint')},
        ${column('lat', 'float8')}, ${column('lon', 'float8')}, ${column('speed', 'float8')},
        ${column('electric', 'smallint')}) as report(id, at, lat, lon, speed, electric)
      where state.device_id = report.id`.execute(trx);
  });

/** Stores reports as one would by hand: locks the states, inserts the records, updates the states. */
export const storeByHand = async (): Promise<void> => {
  const reports = nextReports();
  for (let i = 0; i < REPORTS; i += BATCH) await storeBatchByHand(reports.slice(i, i + BATCH));
};

export const OPTIONS = { iterations: 12, time: 0, warmupIterations: 4, warmupTime: 0 };
