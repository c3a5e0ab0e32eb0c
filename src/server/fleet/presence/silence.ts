import { type NotNull, sql } from 'kysely';
import type { Console } from '../../../config';
import { DATABASE_NOW, type Database } from '../../db';
import { DEADLINE, hasLimits, limitsOf, SEEN } from './presenceRows';

/** Time for which one reading of all locks is valid at most, ms. A lock with a new type may keep its limit so long. */
const LOOK_AHEAD = 300_000;

/** Locks that may reach their limit until a time. All others reach theirs later, whatever happens to them. */
interface NearLocks {
  readonly ids: readonly number[];
  /** Limits for which this is true. */
  readonly limits: string;
  /** By the monotonic clock of the process, ms. */
  readonly until: number;
}

/**
 * Returns a function that marks locks offline that were silent for longer than their type allows, and returns true if
 * there were any. It reads all locks only from time to time, and remembers those near their limit. A lock that comes
 * online later is not silent before the shortest limit has passed, so a reading is valid no longer than that.
 * @param config declares whether lock types have a silence limit
 */
export const createSilenceCheck = (
  db: Database,
  config: Pick<Console, 'entities'>,
  lookAhead = LOOK_AHEAD,
) => {
  const joined = limitsOf(config);
  let near: NearLocks | undefined;

  const readNear = async (limits: string, ahead: number): Promise<NearLocks> => {
    const until = performance.now() + ahead;
    const { rows } = await sql<{ id: number }>`
      select state.device_id as id from device_state as state ${joined} ${SEEN}
      where state.communicate_status <> 0 and ${DEADLINE} < ${DATABASE_NOW} + ${ahead}::bigint`.execute(
      db,
    );
    return { ids: rows.map(({ id }) => id), limits, until };
  };

  return async (): Promise<boolean> => {
    if (!hasLimits(config)) return false;
    const types = await db
      .selectFrom('deviceType')
      .select(['id', 'silence_minutes as minutes'])
      .where('silence_minutes', 'is not', null)
      .$narrowType<{ minutes: NotNull }>()
      .orderBy('id')
      .execute();
    if (types.length === 0) return false;
    const limits = JSON.stringify(types);
    if (near?.limits !== limits || performance.now() >= near.until) {
      const shortest = Math.min(...types.map(({ minutes }) => minutes * 60_000));
      near = await readNear(limits, Math.min(lookAhead, shortest));
    }
    if (near.ids.length === 0) return false;
    const { numAffectedRows } = await sql`
      update device_state set communicate_status = 0
      where device_id in (
        select state.device_id from device_state as state ${joined} ${SEEN}
        where state.device_id = any(${near.ids}::bigint[])
          and state.communicate_status <> 0 and ${DEADLINE} < ${DATABASE_NOW}
        order by state.device_id for update of state
      )`.execute(db);
    return Boolean(numAffectedRows);
  };
};
