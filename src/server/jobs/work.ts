import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { SECOND } from '../../domain/duration';
import { textOf } from '../../domain/label';
import { isGranted, operatorOf, type Rights } from '../auth';
import { CallError, serverLabel } from '../calls/endpoint';
import { type Database, insertRows } from '../db';
import type { Task, TaskRun } from '../work/worker';
import { beginJob, claimJob, endJob, releaseClaim, renewClaim } from './claim';
import { type Job, type JobHandler, JobLost, type JobRun, takeFirst } from './job';
import type { JobQueue } from './queue';

interface JobsDependencies {
  readonly db: Database;
  readonly queue: JobQueue;
  /** By entity name. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  readonly rights: Rights;
  readonly log: { error(text: string): void };
}

/** Heartbeat interval of a claim, ms; each beat also checks that the operator may still start it. */
const BEAT_INTERVAL = 2_000;

/** Maximum parallel jobs of a server. */
const MAX_JOBS = 3;

/**
 * Starts jobs of the queue, which continue after the task's run. When the worker closes, it returns them to the queue.
 */
export const jobTask = (dependencies: JobsDependencies): Task => {
  const { db, queue, handlers, log } = dependencies;
  const server = randomUUID();
  const entities = Object.keys(handlers);
  const running = new Set<Promise<void>>();
  const start = (job: Job, context: TaskRun): void => {
    const done = performJob({ ...dependencies, ...context }, job)
      .catch((error: Error) => {
        if (!(error instanceof JobLost)) log.error(`Job ${job.id}: ${error.message}`);
      })
      .finally(() => {
        running.delete(done);
        queue.wake();
      });
    running.add(done);
  };
  return {
    name: 'jobs',
    every: SECOND,
    onWake: queue.onWake,
    run: async (context) => {
      if (running.size >= MAX_JOBS) return false;
      const job = await claimJob(db, entities, server);
      if (job) start(job, context);
      return job !== undefined;
    },
    release: async () => {
      await Promise.all(running);
    },
  };
};

interface JobContext extends JobsDependencies, TaskRun {}

/** Performs a job until it ends, its claim is lost, its operator may no longer start it or the worker closes. */
const performJob = async (context: JobContext, job: Job): Promise<void> => {
  const { db, handlers, rights, log, now, signal: closing } = context;
  const stopped = new AbortController();
  const signal = AbortSignal.any([closing, stopped.signal]);
  const handler = handlers[job.entity];
  /** @throws CallError if the operator may no longer start the job */
  const readOperator = async () => {
    const oper = await operatorOf(db, job.operId, job.orgId);
    const permits = async (path: string) =>
      oper !== undefined && isGranted(await rights.get(oper.role_id), path);
    if (!oper || !(await permits(handler?.callOf(job) ?? ''))) throw notAllowed();
    return { caller: { oper, token: '' }, permits };
  };
  const beat = async () => {
    await db.transaction().execute((transaction) => renewClaim(transaction, job));
    await readOperator();
  };
  const beats = setInterval(() => {
    beat().catch((error: Error) => {
      // Ignore other errors, such as a short database outage: the next write checks the claim again.
      if (error instanceof JobLost || error instanceof CallError) stopped.abort(error);
    });
  }, BEAT_INTERVAL);
  try {
    await beginJob(db, job, now());
    const run = createRun(db, { job, ...(await readOperator()), signal });
    const lastStep = await handler?.work(run);
    signal.throwIfAborted();
    await endJob(db, job, { lastStep, now: now() });
  } catch (thrown) {
    if (closing.aborted) return await releaseClaim(db, job);
    const error = signal.aborted ? signal.reason : thrown;
    if (error instanceof JobLost) return;
    await endJob(db, job, { failure: failureOf(job, error, log), now: now() });
  } finally {
    clearInterval(beats);
  }
};

export const notAllowed = () => new CallError('noPermission', serverLabel('jobOperator'));

/** Interval between progress writes, ms. */
const PROGRESS_INTERVAL = 500;

/** Creates the context of a job. Every write first checks that the claim is still valid. */
const createRun = (
  db: Database,
  run: Pick<JobRun, 'job' | 'caller' | 'permits' | 'signal'>,
): JobRun => {
  const { job, signal } = run;
  const { id, entity, recordId } = job;
  const table = sql.table(entity);
  let writtenAt = 0;
  const whileHeld: JobRun['whileHeld'] = async (work) => {
    signal.throwIfAborted();
    await db.transaction().execute(async (transaction) => {
      await renewClaim(transaction, job);
      await work(transaction);
    });
  };
  return {
    ...run,
    whileHeld,
    parts: async (size, work) => {
      for (let { todo } = job; todo.length > 0; ) {
        signal.throwIfAborted();
        const [places, rest] = takeFirst(todo, size);
        await db.transaction().execute(async (transaction) => {
          await renewClaim(transaction, job, rest);
          const errors = await work(places, transaction);
          const rows = errors.map(({ values: given, ...error }) => ({
            ...error,
            job_id: id,
            given,
          }));
          await insertRows(transaction, 'job_error', rows);
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
      await whileHeld(async (transaction) => {
        await sql`
          update ${table} set done = ${done}, total = ${total ?? null} where id = ${recordId}
        `.execute(transaction);
      });
    },
  };
};

const failureOf = (job: Job, error: unknown, log: JobsDependencies['log']): string => {
  if (error instanceof CallError) return textOf(error.desc, job.locale);
  log.error(`Job ${job.id} of ${job.entity}: ${error instanceof Error ? error.stack : error}`);
  return textOf(serverLabel('fail'), job.locale);
};
