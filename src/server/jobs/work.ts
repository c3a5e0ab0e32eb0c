import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { textOf } from '../../domain/label';
import { isGranted, operatorOf, type Rights } from '../auth';
import { CallError, type Caller, type Operator, serverLabel } from '../calls/endpoint';
import type { Database } from '../db';
import { beginJob, claimJob, endJob, releaseClaim, renewClaim } from './claim';
import { type Job, type JobHandler, JobLost, type JobRun, type RowError, takeFirst } from './job';
import type { JobQueue } from './queue';

interface JobsDependencies {
  readonly db: Database;
  readonly queue: JobQueue;
  /** By entity name. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly rights: Rights;
  readonly log: { error(text: string): void };
  /** Clock, ms since 1970. */
  readonly now: () => number;
}

/** Heartbeat interval of a claim, ms; each beat also checks that the operator is still enabled. */
const BEAT_INTERVAL = 2_000;

/** Maximum parallel jobs of a server, in all and per tenant. */
const MAX_JOBS = 3;
const MAX_TENANT_JOBS = 2;
/** Interval at which the queue is checked for jobs of other servers, ms. */
const LOOK_INTERVAL = 1_000;

/** Runs jobs from the queue until it is closed. Running jobs are then returned to the queue. */
export const startJobs = ({ db, queue, handlers, rights, log, now }: JobsDependencies) => {
  const server = randomUUID();
  const entities = Object.keys(handlers);
  const running = new Map<Promise<void>, AbortController>();
  let closing = false;
  let looking: Promise<void> | undefined;

  /** Aborts the job if its claim is lost or its operator was disabled. */
  const watch = (job: Job, controller: AbortController) =>
    setInterval(() => {
      db.transaction()
        .execute((transaction) => renewClaim(transaction, job))
        .then(async () => {
          if (!(await operatorOf(db, job.operId))) controller.abort(notAllowed());
        })
        .catch((error: Error) => {
          // Ignore other errors, such as a short database outage: the next write checks the claim again.
          if (error instanceof JobLost) controller.abort(error);
        });
    }, BEAT_INTERVAL);

  const work = async (job: Job, oper: Operator, { signal }: AbortController): Promise<void> => {
    const permits = async (path: string) => isGranted(await rights.get(oper.role_id), path);
    await handlers[job.entity]?.(
      createRun({ db, job, caller: { oper, token: '' }, permits, signal }),
    );
    signal.throwIfAborted();
  };

  const perform = async (job: Job, controller: AbortController): Promise<void> => {
    const beats = watch(job, controller);
    try {
      await beginJob(db, job, now());
      const oper = await operatorOf(db, job.operId);
      if (!oper) throw notAllowed();
      await work(job, oper, controller);
      await endJob(db, job, { now: now() });
    } catch (thrown) {
      if (closing) return await releaseClaim(db, job);
      const error = controller.signal.aborted ? controller.signal.reason : thrown;
      if (error instanceof JobLost) return;
      await endJob(db, job, { failure: failureOf(job, error, log), now: now() });
    } finally {
      clearInterval(beats);
    }
  };

  const start = (job: Job): void => {
    const controller = new AbortController();
    const done = perform(job, controller)
      .catch((error: Error) => {
        if (!(error instanceof JobLost)) log.error(`Job ${job.id}: ${error.message}`);
      })
      .finally(() => {
        running.delete(done);
        look();
      });
    running.set(done, controller);
  };

  const claimAll = async (): Promise<void> => {
    while (!closing && running.size < MAX_JOBS) {
      const job = await claimJob(db, { entities, server, ofTenant: MAX_TENANT_JOBS });
      if (!job) return;
      start(job);
    }
  };

  const look = (): void => {
    looking ??= claimAll()
      .catch((error: Error) => {
        if (!closing) log.error(`Jobs: ${error.message}`);
      })
      .finally(() => {
        looking = undefined;
      });
  };

  queue.onWake(look);
  const timer = setInterval(look, LOOK_INTERVAL);
  look();
  return {
    /** Stops, and returns the running jobs to the queue. */
    close: async (): Promise<void> => {
      closing = true;
      clearInterval(timer);
      await looking;
      for (const controller of running.values()) controller.abort(new JobLost());
      await Promise.all(running.keys());
    },
  };
};

const notAllowed = () => new CallError('noPermission', serverLabel('jobOperator'));

interface RunDependencies {
  readonly db: Database;
  readonly job: Job;
  readonly caller: Caller;
  readonly permits: JobRun['permits'];
  readonly signal: AbortSignal;
}

/** Interval between progress writes, ms. */
const PROGRESS_INTERVAL = 500;

/** Creates the context of a job. Every write first checks that the claim is still valid. */
const createRun = ({ db, job, caller, permits, signal }: RunDependencies): JobRun => {
  const { entity, recordId } = job;
  const table = sql.table(entity);
  let writtenAt = 0;
  return {
    job,
    caller,
    permits,
    signal,
    parts: async (size, work) => {
      for (let { todo } = job; todo.length > 0; ) {
        signal.throwIfAborted();
        const [places, rest] = takeFirst(todo, size);
        await db.transaction().execute(async (transaction) => {
          await renewClaim(transaction, job, rest);
          const errors = await work(places, transaction);
          await storeErrors(transaction, job, errors);
          await sql`
            update ${table} set done = done + ${places.length - errors.length},
              failed = failed + ${errors.length}
            where id = ${recordId}`.execute(transaction);
        });
        todo = rest;
        // Lets other calls run in between.
        await setImmediate();
      }
    },
    reportProgress: async ({ done, total }, isLast = false) => {
      signal.throwIfAborted();
      if (!isLast && Date.now() - writtenAt < PROGRESS_INTERVAL) return;
      writtenAt = Date.now();
      await db.transaction().execute(async (transaction) => {
        await renewClaim(transaction, job);
        await sql`
          update ${table} set done = ${done}, total = ${total ?? null} where id = ${recordId}
        `.execute(transaction);
      });
    },
  };
};

const storeErrors = async (db: Database, { id }: Job, errors: readonly RowError[]) => {
  if (errors.length === 0) return;
  await sql`
    insert into job_error (job_id, place, given, why)
    select ${id}, place, given, why from jsonb_to_recordset(${JSON.stringify(
      errors.map(({ values: given, ...error }) => ({ ...error, given })),
    )}::jsonb) as (place integer, given jsonb, why jsonb)`.execute(db);
};

const failureOf = (job: Job, error: unknown, log: JobsDependencies['log']): string => {
  if (error instanceof CallError) return textOf(error.desc, job.locale);
  log.error(`Job ${job.id} of ${job.entity}: ${error instanceof Error ? error.stack : error}`);
  return textOf(serverLabel('fail'), job.locale);
};
