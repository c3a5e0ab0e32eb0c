import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { JOB } from '../../domain/job';
import type { Locale } from '../../domain/label';
import type { Values } from '../calls';
import type { Database } from '../store';
import { DATABASE_NOW } from './databaseClock';
import { holdJob } from './holdJob';
import type { Job } from './Job';
import type { Ranges } from './ranges';

/** A server that said nothing for so long is taken for dead, ms. */
const DEAD_AFTER = 10_000;

interface Claimed {
  readonly id: number;
  readonly entity: string;
  readonly record_id: number;
  readonly oper_id: number;
  readonly locale: Locale;
  readonly args: Values;
  readonly todo: Ranges;
}

interface Claiming {
  /** Whose work is known here. */
  readonly entities: readonly string[];
  readonly server: string;
  /** Jobs of one tenant that this server works on at a time. */
  readonly ofTenant: number;
}

const isAlive = sql`r.state = ${JOB.running} and r.beat >= ${DATABASE_NOW} - ${DEAD_AFTER}`;

/**
 * Takes a job that waits, or whose server has died: first those of the tenant with the fewest under way, then the
 * oldest. Several servers may do so at the same moment.
 */
export const claimJob = async (
  db: Database,
  { entities, server, ofTenant }: Claiming,
): Promise<Job | undefined> => {
  const claim = randomUUID();
  const { rows } = await sql<Claimed>`
    update job set state = ${JOB.running}, server = ${server}, claim = ${claim}, beat = ${DATABASE_NOW}
    where id = (
      select j.id from job j
      where j.entity = any(${entities}::text[])
        and (j.state = ${JOB.waiting}
          or (j.state = ${JOB.running} and j.beat < ${DATABASE_NOW} - ${DEAD_AFTER}))
        and (select count(*) from job r
          where r.org_id = j.org_id and r.server = ${server} and ${isAlive}) < ${ofTenant}
      order by (select count(*) from job r where r.org_id = j.org_id and ${isAlive}), j.id
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
    await holdJob(transaction, job);
    await sql`
      update ${sql.table(job.entity)}
      set state = ${JOB.running}, start_time = coalesce(start_time, ${now}), message = null
      where id = ${job.recordId}`.execute(transaction);
  });
