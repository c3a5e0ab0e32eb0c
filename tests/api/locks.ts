import { sql } from 'kysely';
import { anyTable, type Database, STATE_COLUMNS } from '../../src/server/db';

interface LockValues extends Readonly<Record<string, unknown>> {
  readonly sn: string;
  readonly org_id: number;
}

const isReported = ([name]: readonly [string, unknown]): boolean => name in STATE_COLUMNS;

/** Adds locks as if they had reported the values of their state. @returns their ids, in the same order */
export const addLocks = async (
  db: Database,
  ...locks: readonly [LockValues, ...LockValues[]]
): Promise<number[]> => {
  const ids: number[] = [];
  for (const lock of locks) {
    const entries = Object.entries(lock);
    const own = Object.fromEntries(entries.filter((entry) => !isReported(entry)));
    const { id } = await anyTable(db)
      .insertInto('device')
      .values(own)
      .returning('id')
      .executeTakeFirstOrThrow();
    const state = Object.fromEntries(entries.filter(isReported));
    if (Object.keys(state).length > 0)
      await anyTable(db)
        .updateTable('device_state')
        .set(state)
        .where('device_id', '=', id)
        .execute();
    ids.push(Number(id));
  }
  return ids;
};

/** Gives a lock another serial number. Locks rows in the order of the product. */
export const renumberLock = async (db: Database, sn: string, next: string): Promise<void> => {
  await sql`
    with state as materialized (select device_id from device_state where sn = ${sn} for update)
    update device set sn = ${next} where id in (select device_id from state)`.execute(db);
};

/** Deletes the locks whose serial numbers match a pattern of LIKE. Locks rows in the order of the product. */
export const deleteLocks = async (db: Database, pattern: string): Promise<void> => {
  await sql`
    with state as materialized (
      select device_id from device_state where sn like ${pattern} order by device_id for update
    )
    delete from device where id in (select device_id from state)`.execute(db);
};
