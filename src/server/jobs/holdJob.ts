import { sql } from 'kysely';
import { JOB } from '../../domain/job';
import type { Database } from '../store';
import { DATABASE_NOW } from './databaseClock';
import { type Job, JobLost } from './Job';
import type { Ranges } from './ranges';

/**
 * Makes sure that a job is still ours, for the rest of the transaction, and tells that we live. Whatever changes both
 * locks the row that people see first, as their own calls do.
 * @param todo what is left of it when the transaction is done
 * @throws JobLost
 */
export const holdJob = async (transaction: Database, job: Job, todo?: Ranges): Promise<void> => {
  const { id, claim, entity, recordId } = job;
  await sql`
    select 1 from ${sql.table(entity)} where id = ${recordId} for no key update`.execute(
    transaction,
  );
  const left = todo === undefined ? sql`todo` : sql`${JSON.stringify(todo)}::jsonb`;
  const { rows } = await sql`
    update job set beat = ${DATABASE_NOW}, todo = ${left}
    where id = ${id} and claim = ${claim} and state = ${JOB.running}
    returning 1`.execute(transaction);
  if (rows.length === 0) throw new JobLost();
};
