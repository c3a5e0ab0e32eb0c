import { sql } from 'kysely';
import { JOB } from '../../domain/job';
import type { Label, Locale } from '../../domain/label';
import type { Caller, CallValues } from '../calls/endpoint';
import type { Database } from '../db';
import { addRowNumbers, type RowRanges } from './job';

/** Stored error of a job's row. */
export interface StoredError {
  readonly place: number;
  readonly given: CallValues;
  readonly why: Readonly<Record<string, Label>>;
}

/** Job for a row that was just added to the entity's table. */
interface NewJob {
  readonly entity: string;
  readonly recordId: number;
  readonly caller: Caller;
  readonly locale: Locale;
  /** Input of the handler, as JSON. */
  readonly args: CallValues;
  /** Number of rows, if the job works row by row. */
  readonly rows?: number;
}

/**
 * Job queue of all servers on the database. Each function runs in the transaction of the change that it belongs to;
 * call `wake` after the commit. A library (pg-boss, graphile-worker) would not save much of this: rows, errors and
 * progress that commit together, fairness between tenants, and revoking the claim of a cancelled worker.
 */
export interface JobQueue {
  add(transaction: Database, job: NewJob): Promise<void>;
  /** Cancels jobs; rows that are done stay done. @returns the number of jobs cancelled */
  cancel(transaction: Database, entity: string, recordIds: readonly number[]): Promise<number>;
  /** Restarts ended jobs for the rows that failed or were not reached. */
  retry(transaction: Database, entity: string, recordIds: readonly number[]): Promise<number>;
  /** Deletes the jobs of rows that are about to be deleted. A running job stores nothing more. */
  remove(transaction: Database, entity: string, recordIds: readonly number[]): Promise<void>;
  /** Deletes the jobs whose rows were deleted. A running job ends and stores nothing more. */
  removeOrphans(db: Database, entity: string): Promise<void>;
  /** Returns the job's id, which names its files. */
  idOf(db: Database, entity: string, recordId: number): Promise<number | undefined>;
  errors(db: Database, entity: string, recordId: number): Promise<readonly StoredError[]>;
  /** Tells the workers to look for jobs. */
  wake(): void;
  onWake(listener: () => void): void;
}

interface EndedJob {
  readonly id: number;
  readonly record_id: number;
  readonly todo: RowRanges;
}

export const openJobQueue = (now: () => number): JobQueue => {
  const listeners: (() => void)[] = [];
  return {
    add: async (transaction, { entity, recordId, caller, locale, args, rows = 0 }) => {
      const todo = rows > 0 ? [[0, rows]] : [];
      await sql`
        insert into job (entity, record_id, oper_id, org_id, locale, args, todo)
        values (${entity}, ${recordId}, ${caller.oper.id}, ${caller.oper.org_id}, ${locale},
          ${JSON.stringify(args)}::jsonb, ${JSON.stringify(todo)}::jsonb)`.execute(transaction);
      if (rows === 0) return;
      await sql`
        update ${sql.table(entity)} set total = ${rows} where id = ${recordId}`.execute(
        transaction,
      );
    },
    cancel: async (transaction, entity, recordIds) => {
      const { rows } = await sql<{ record_id: number }>`
        update job set state = ${JOB.cancelled}, claim = null
        where entity = ${entity} and record_id = any(${recordIds}::bigint[])
          and state in (${JOB.waiting}, ${JOB.running})
        returning record_id`.execute(transaction);
      const cancelled = rows.map(({ record_id }) => record_id);
      await sql`
        update ${sql.table(entity)} set state = ${JOB.cancelled}, end_time = ${now()}
        where id = any(${cancelled}::bigint[])`.execute(transaction);
      return cancelled.length;
    },
    retry: async (transaction, entity, recordIds) => {
      const { rows } = await sql<EndedJob>`
        select id, record_id, todo from job
        where entity = ${entity} and record_id = any(${recordIds}::bigint[])
          and state not in (${JOB.waiting}, ${JOB.running})
        for update`.execute(transaction);
      for (const job of rows) await requeue(transaction, job);
      await showWaiting(
        transaction,
        entity,
        rows.map(({ record_id }) => record_id),
      );
      return rows.length;
    },
    remove: async (transaction, entity, recordIds) => {
      await sql`
        delete from job where entity = ${entity} and record_id = any(${recordIds}::bigint[])
      `.execute(transaction);
    },
    removeOrphans: async (db, entity) => {
      await sql`
        delete from job where entity = ${entity} and not exists (
          select 1 from ${sql.table(entity)} as t where t.id = job.record_id
        )`.execute(db);
    },
    idOf: async (db, entity, recordId) => {
      const { rows } = await sql<{ id: number }>`
        select id from job where entity = ${entity} and record_id = ${recordId}`.execute(db);
      return rows[0]?.id;
    },
    errors: async (db, entity, recordId) => {
      const { rows } = await sql<StoredError>`
        select e.place, e.given, e.why from job_error e join job j on j.id = e.job_id
        where j.entity = ${entity} and j.record_id = ${recordId} order by e.place`.execute(db);
      return rows;
    },
    wake: () => {
      for (const listener of listeners) listener();
    },
    onWake: (listener) => {
      listeners.push(listener);
    },
  };
};

const requeue = async (transaction: Database, { id, todo }: EndedJob): Promise<void> => {
  const { rows } = await sql<{ place: number }>`
    delete from job_error where job_id = ${id} returning place`.execute(transaction);
  const places = addRowNumbers(
    todo,
    rows.map(({ place }) => place),
  );
  await sql`
    update job set state = ${JOB.waiting}, todo = ${JSON.stringify(places)}::jsonb
    where id = ${id}`.execute(transaction);
};

/** Shows the job as waiting in its row. */
const showWaiting = (transaction: Database, entity: string, ids: readonly number[]) =>
  sql`
    update ${sql.table(entity)} set state = ${JOB.waiting}, failed = 0, message = null, end_time = null
    where id = any(${ids}::bigint[])`.execute(transaction);
