import { sql } from 'kysely';
import { JOB } from '../../domain/job';
import type { Database } from '../store';
import { holdJob } from './holdJob';
import type { Job } from './Job';

const MESSAGE_LENGTH = 400;

/**
 * Ends a job that is still ours: done, or with errors where there are any, or failed where there is nothing else.
 * @param failure why it could not go on, for who started it
 * @param now ms since 1970
 * @throws JobLost
 */
export const endJob = (
  db: Database,
  job: Job,
  { failure, now }: { readonly failure?: string; readonly now: number },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await holdJob(transaction, job);
    const { rows } = await sql<{ state: number }>`
      update ${sql.table(job.entity)} set end_time = ${now},
        message = ${failure?.slice(0, MESSAGE_LENGTH) ?? null},
        state = case
          when ${failure !== undefined} or (failed > 0 and done = 0) then ${JOB.failed}::bigint
          when failed > 0 then ${JOB.doneWithErrors}
          else ${JOB.done}
        end
      where id = ${job.recordId} returning state`.execute(transaction);
    await sql`
      update job set state = ${rows[0]?.state ?? JOB.failed}, claim = null
      where id = ${job.id}`.execute(transaction);
  });

/**
 * Gives a job back that is still ours: another server, or this one after its start, goes on with it.
 * @throws JobLost
 */
export const releaseJob = (db: Database, job: Job): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await holdJob(transaction, job);
    await sql`
      update job set state = ${JOB.waiting}, claim = null where id = ${job.id}`.execute(
      transaction,
    );
    await sql`
      update ${sql.table(job.entity)} set state = ${JOB.waiting} where id = ${job.recordId}
    `.execute(transaction);
  });
