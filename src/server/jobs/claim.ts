import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { JOB } from '../../domain/job';
import { truncate } from '../../domain/text';
import { DATABASE_NOW, type Database, json } from '../db';
import { type Job, JobLost, type LastStep, type RowRanges } from './job';

/** A server without a heartbeat for this time counts as dead, ms. */
const DEAD_AFTER = 10_000;

const isAlive = sql`r.state = ${JOB.running} and r.beat >= ${DATABASE_NOW} - ${DEAD_AFTER}`;

/** Maximum jobs of a tenant that a server runs in parallel. */
const MAX_TENANT_JOBS = 2;

/**
 * Claims a waiting job or one whose server has died. Prefers the tenant with the fewest running jobs, then the operator
 * with the fewest, then the oldest job. Servers may call it at the same time.
 * @param entities those whose jobs this server can run
 */
export const claimJob = async (
  db: Database,
  entities: readonly string[],
  server: string,
): Promise<Job | undefined> => {
  const claim = randomUUID();
  const { rows } = await sql<Job>`
    update job set state = ${JOB.running}, server = ${server}, claim = ${claim}, beat = ${DATABASE_NOW}
    where id = (
      select j.id from job j
      where j.entity = any(${entities}::text[])
        and (j.state = ${JOB.waiting}
          or (j.state = ${JOB.running} and j.beat < ${DATABASE_NOW} - ${DEAD_AFTER}))
        and (select count(*) from job r
          where r.org_id = j.org_id and r.server = ${server} and ${isAlive}) < ${MAX_TENANT_JOBS}
      order by (select count(*) from job r where r.org_id = j.org_id and ${isAlive}),
        (select count(*) from job r where r.oper_id = j.oper_id and ${isAlive}), j.id
      limit 1 for update of j skip locked
    )
    returning id, entity, record_id as "recordId", oper_id as "operId", org_id as "orgId", locale, args, todo, claim`.execute(
    db,
  );
  return rows[0];
};

/** Marks a claimed job as running. @param now epoch ms @throws JobLost */
export const beginJob = (db: Database, job: Job, now: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await renewClaim(transaction, job);
    await sql`
      update ${sql.table(job.entity)}
      set state = ${JOB.running}, start_time = coalesce(start_time, ${now}), message = null
      where id = ${job.recordId}`.execute(transaction);
  });

/**
 * Verifies that the job is still ours, which then holds for the rest of the transaction, and renews the heartbeat.
 * Locks the entity's row before the job, in the same order as the operators' calls, so that they cannot deadlock.
 * @param todo rows that are left when the transaction commits
 * @throws JobLost
 */
export const renewClaim = async (
  transaction: Database,
  job: Job,
  todo?: RowRanges,
): Promise<void> => {
  const { id, claim, entity, recordId } = job;
  await sql`
    select 1 from ${sql.table(entity)} where id = ${recordId} for no key update`.execute(
    transaction,
  );
  const { numUpdatedRows } = await transaction
    .updateTable('job')
    .set({ beat: DATABASE_NOW, ...(todo && { todo: json(todo) }) })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', '=', JOB.running)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new JobLost();
};

const MESSAGE_LENGTH = 400;

/**
 * Ends a job that is still ours. It is done, done with errors, or failed if there were only errors or it could not go
 * on.
 * @param lastStep of the work that is done
 * @param failure reason why the job could not go on, for its operator
 * @param now epoch ms
 * @throws JobLost
 */
export const endJob = (
  db: Database,
  job: Job,
  {
    lastStep,
    failure,
    now,
  }: { readonly lastStep?: LastStep; readonly failure?: string; readonly now: number },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await renewClaim(transaction, job);
    await lastStep?.(transaction);
    const { rows } = await sql<{ state: number }>`
      update ${sql.table(job.entity)} set end_time = ${now},
        message = ${failure === undefined ? null : truncate(failure, MESSAGE_LENGTH)},
        state = case
          when ${failure !== undefined} or (failed > 0 and done = 0) then ${JOB.failed}::bigint
          when failed > 0 then ${JOB.doneWithErrors}
          else ${JOB.done}
        end
      where id = ${job.recordId} returning state`.execute(transaction);
    await transaction
      .updateTable('job')
      .set({ state: rows[0]?.state ?? JOB.failed, claim: null })
      .where('id', '=', job.id)
      .execute();
  });

/**
 * Returns a job that is still ours to the queue. Another server, or this one after a restart, continues it.
 * @throws JobLost
 */
export const releaseClaim = (db: Database, job: Job): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await renewClaim(transaction, job);
    await transaction
      .updateTable('job')
      .set({ state: JOB.waiting, claim: null })
      .where('id', '=', job.id)
      .execute();
    await sql`
      update ${sql.table(job.entity)} set state = ${JOB.waiting} where id = ${job.recordId}
    `.execute(transaction);
  });
