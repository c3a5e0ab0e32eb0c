import { sql } from 'kysely';
import type { Store } from '../../src/server/db';

/** Counts the reports of a lock, by their times, that are not stored, and the times that are stored more than once. */
export const lostReports = async (
  { db }: Pick<Store, 'db'>,
  sn: string,
  times: readonly number[],
) => {
  const { rows } = await sql<{ at: number; n: number }>`
    select create_time as at, count(*)::int as n from "deviceLocationRecord" where sn = ${sn}
    group by 1`.execute(db);
  const stored = new Set(rows.map(({ at }) => at));
  return {
    lost: times.filter((at) => !stored.has(at)).length,
    doubled: rows.filter(({ n }) => n > 1).length,
  };
};
