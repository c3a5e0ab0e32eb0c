import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Caller } from '../calls';
import type { Database } from '../store';
import { holdJob } from './holdJob';
import type { Job, JobRun, RowError } from './Job';
import { takePlaces } from './ranges';

/** Between two writings of the progress, ms. */
const TOLD_EVERY = 500;

const storeErrors = async (db: Database, { id }: Job, errors: readonly RowError[]) => {
  if (errors.length === 0) return;
  await sql`
    insert into job_error (job_id, place, given, why)
    select ${id}, place, given, why from jsonb_to_recordset(${JSON.stringify(
      errors.map(({ values: given, ...error }) => ({ ...error, given })),
    )}::jsonb) as (place integer, given jsonb, why jsonb)`.execute(db);
};

interface Given {
  readonly db: Database;
  readonly job: Job;
  readonly caller: Caller;
  readonly permits: JobRun['permits'];
  readonly signal: AbortSignal;
}

/** What a job's work writes of itself; every write makes sure first that the job is still ours. */
export const createRun = ({ db, job, caller, permits, signal }: Given): JobRun => {
  const { entity, recordId } = job;
  const table = sql.table(entity);
  let toldAt = 0;
  return {
    job,
    caller,
    permits,
    signal,
    parts: async (size, work) => {
      for (let { todo } = job; todo.length > 0; ) {
        signal.throwIfAborted();
        const [places, rest] = takePlaces(todo, size);
        await db.transaction().execute(async (transaction) => {
          await holdJob(transaction, job, rest);
          const errors = await work(places, transaction);
          await storeErrors(transaction, job, errors);
          await sql`
            update ${table} set done = done + ${places.length - errors.length},
              failed = failed + ${errors.length}
            where id = ${recordId}`.execute(transaction);
        });
        todo = rest;
        // Calls of people get their turn.
        await setImmediate();
      }
    },
    tell: async ({ done, total }, isLast = false) => {
      signal.throwIfAborted();
      if (!isLast && Date.now() - toldAt < TOLD_EVERY) return;
      toldAt = Date.now();
      await db.transaction().execute(async (transaction) => {
        await holdJob(transaction, job);
        await sql`
          update ${table} set done = ${done}, total = ${total ?? null} where id = ${recordId}
        `.execute(transaction);
      });
    },
  };
};
