import { sql } from 'kysely';
import type { Database } from '../database';

/** Rows of one statement: other servers and the locks' reports go on in between. */
const BATCH = 5_000;

/**
 * Deletes the rows of a table whose time is before a moment, batch by batch. What another server is deleting is left
 * to it.
 * @returns how many there were
 * @throws the signal's reason
 */
export const deleteOld = async (
  db: Database,
  { table, time, signal }: { table: string; time: string; signal?: AbortSignal },
  before: number,
): Promise<number> => {
  let total = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where ${sql.ref(time)} < ${before}
        order by ${sql.ref(time)} limit ${BATCH} for update skip locked
      ) and ${sql.ref(time)} < ${before}`.execute(db);
    const deleted = Number(numAffectedRows ?? 0);
    total += deleted;
    if (deleted < BATCH) return total;
  }
};
