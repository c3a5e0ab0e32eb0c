import { sql } from 'kysely';
import type { LockStatus } from '../domain/lock';
import type { Database } from '../server/db';

interface NewLock {
  readonly sn: string;
  readonly status: LockStatus;
}

/** Adds locks with the status that they reported last. Those that exist already stay as they are. */
export const addLocks = async <Lock extends NewLock>(
  db: Database,
  locks: readonly Lock[],
): Promise<void> => {
  const added = await db
    .insertInto('device')
    .values(locks.map(({ status: _, ...row }) => row))
    .onConflict((conflict) => conflict.doNothing())
    .returning('sn')
    .execute();
  const sns = new Set(added.map(({ sn }) => sn));
  const states = locks.filter(({ sn }) => sns.has(sn)).map(({ sn, status }) => ({ sn, status }));
  await sql`
    update device_state as state set status = new.status
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as new(sn varchar, status integer)
    where state.sn = new.sn`.execute(db);
};
