import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { JOB } from '../../domain/job';
import type { Locale } from '../../domain/label';
import type { Database } from '../db';
import type { CallValues } from '../endpoint';
import { type Job, JobLost, type RowRanges } from './job';

interface ClaimOptions {
  /** Whose work is known here. */
  readonly entities: readonly string[];
  readonly server: string;
  /** Jobs of one tenant that this server works on at a time. */
  readonly ofTenant: number;
}

interface JobRow {
  readonly id: number;
  readonly entity: string;
  readonly record_id: number;
  readonly oper_id: number;
  readonly locale: Locale;
  readonly args: CallValues;
  readonly todo: RowRanges;
}

/** ms since 1970 by the database's clock, which all servers share. */
const DATABASE_NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** A server that said nothing for so long is taken for dead, ms. */
const DEAD_AFTER = 10_000;

const isAlive = sql`r.state = ${JOB.running} and r.beat >= ${DATABASE_NOW} - ${DEAD_AFTER}`;

/**
 * Takes a job that waits, or whose server has died: first those of the tenant with the fewest under way, of the tenant's
 * operator with the fewest, then the oldest. Several servers may do so at the same moment.
 */
export const claimJob = async (
  db: Database,
  { entities, server, ofTenant }: ClaimOptions,
): Promise<Job | undefined> => {
  const claim = randomUUID();
  const { rows } = await sql<JobRow>`
    update job set state = ${JOB.running}, server = ${server}, claim = ${claim}, beat = ${DATABASE_NOW}
    where id = (
      select j.id from job j
      where j.entity = any(${entities}::text[])
        and (j.state = ${JOB.waiting}
          or (j.state = ${JOB.running} and j.beat < ${DATABASE_NOW} - ${DEAD_AFTER}))
        and (select count(*) from job r
          where r.org_id = j.org_id and r.server = ${server} and ${isAlive}) < ${ofTenant}
      order by (select count(*) from job r where r.org_id = j.org_id and ${isAlive}),
        (select count(*) from job r where r.oper_id = j.oper_id and ${isAlive}), j.id
      limit 1 for update of j skip locked
    )
    returning id, entity, record_id, oper_id, locale, args, todo`.execute(db);
  const [job] = rows;
  if (!job) return undefined;
  const { record_id: recordId, oper_id: operId, ...rest } = job;
  return { ...rest, recordId, operId, claim };
};

/**
 * Shows that a claimed job is under way.
 * @param now ms since 1970
 * @throws JobLost
 */
export const beginJob = (db: Database, job: Job, now: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await renewClaim(transaction, job);
    await sql`
      update ${sql.table(job.entity)}
      set state = ${JOB.running}, start_time = coalesce(start_time, ${now}), message = null
      where id = ${job.recordId}`.execute(transaction);
  });

/**
 * Makes sure that a job is still ours, for the rest of the transaction, and tells that we live. Whatever changes both
 * locks the row that people see first, as their own calls do.
 * @param todo what is left of it when the transaction is done
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
  const left = todo === undefined ? sql`todo` : sql`${JSON.stringify(todo)}::jsonb`;
  const { rows } = await sql`
    update job set beat = ${DATABASE_NOW}, todo = ${left}
    where id = ${id} and claim = ${claim} and state = ${JOB.running}
    returning 1`.execute(transaction);
  if (rows.length === 0) throw new JobLost();
};

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
    await renewClaim(transaction, job);
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
export const releaseClaim = (db: Database, job: Job): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await renewClaim(transaction, job);
    await sql`
      update job set state = ${JOB.waiting}, claim = null where id = ${job.id}`.execute(
      transaction,
    );
    await sql`
      update ${sql.table(job.entity)} set state = ${JOB.waiting} where id = ${job.recordId}
    `.execute(transaction);
  });
