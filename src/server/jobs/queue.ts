import { sql } from 'kysely';
import { JOB } from '../../domain/job';
import type { Locale } from '../../domain/label';
import type { Caller, CallValues } from '../calls/endpoint';
import { anyOf, type Database, json, type RowOf } from '../db';
import { addRowNumbers, type RowRanges } from './job';

export type StoredError = Omit<RowOf<'job_error'>, 'job_id'>;

/** Job for a row that was just added to the entity's table. */
interface NewJob {
  readonly entity: string;
  readonly recordId: number;
  readonly caller: Caller;
  readonly locale: Locale;
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

export const openJobQueue = (now: () => number): JobQueue => {
  const listeners: (() => void)[] = [];
  return {
    add: async (transaction, { entity, recordId, caller, locale, args, rows = 0 }) => {
      const todo: RowRanges = rows > 0 ? [[0, rows]] : [];
      await transaction
        .insertInto('job')
        .values({
          entity,
          record_id: recordId,
          oper_id: caller.oper.id,
          org_id: caller.oper.org_id,
          locale,
          args: json(args),
          todo: json(todo),
        })
        .execute();
      if (rows === 0) return;
      await sql`
        update ${sql.table(entity)} set total = ${rows} where id = ${recordId}`.execute(
        transaction,
      );
    },
    cancel: async (transaction, entity, recordIds) => {
      const rows = await transaction
        .updateTable('job')
        .set({ state: JOB.cancelled, claim: null })
        .where('entity', '=', entity)
        .where('record_id', '=', anyOf(recordIds))
        .where('state', 'in', [JOB.waiting, JOB.running])
        .returning('record_id')
        .execute();
      const cancelled = rows.map(({ record_id }) => record_id);
      await sql`
        update ${sql.table(entity)} set state = ${JOB.cancelled}, end_time = ${now()}
        where id = any(${cancelled}::bigint[])`.execute(transaction);
      return cancelled.length;
    },
    retry: async (transaction, entity, recordIds) => {
      const rows = await transaction
        .selectFrom('job')
        .select(['id', 'record_id', 'todo'])
        .where('entity', '=', entity)
        .where('record_id', '=', anyOf(recordIds))
        .where('state', 'not in', [JOB.waiting, JOB.running])
        .forUpdate()
        .execute();
      for (const job of rows) await requeue(transaction, job);
      const ids = rows.map(({ record_id }) => record_id);
      await sql`
        update ${sql.table(entity)}
        set state = ${JOB.waiting}, failed = 0, message = null, end_time = null
        where id = any(${ids}::bigint[])`.execute(transaction);
      return rows.length;
    },
    remove: async (transaction, entity, recordIds) => {
      await transaction
        .deleteFrom('job')
        .where('entity', '=', entity)
        .where('record_id', '=', anyOf(recordIds))
        .execute();
    },
    removeOrphans: async (db, entity) => {
      await sql`
        delete from job where entity = ${entity} and not exists (
          select 1 from ${sql.table(entity)} as t where t.id = job.record_id
        )`.execute(db);
    },
    idOf: async (db, entity, recordId) => {
      const row = await db
        .selectFrom('job')
        .select('id')
        .where('entity', '=', entity)
        .where('record_id', '=', recordId)
        .executeTakeFirst();
      return row?.id;
    },
    errors: (db, entity, recordId) =>
      db
        .selectFrom('job_error as e')
        .innerJoin('job as j', 'j.id', 'e.job_id')
        .select(['e.place', 'e.given', 'e.why'])
        .where('j.entity', '=', entity)
        .where('j.record_id', '=', recordId)
        .orderBy('e.place')
        .execute(),
    wake: () => {
      for (const listener of listeners) listener();
    },
    onWake: (listener) => {
      listeners.push(listener);
    },
  };
};

const requeue = async (
  transaction: Database,
  { id, todo }: Pick<RowOf<'job'>, 'id' | 'todo'>,
): Promise<void> => {
  const rows = await transaction
    .deleteFrom('job_error')
    .where('job_id', '=', id)
    .returning('place')
    .execute();
  const failed = rows.map(({ place }) => place);
  await transaction
    .updateTable('job')
    .set({ state: JOB.waiting, todo: json(addRowNumbers(todo, failed)) })
    .where('id', '=', id)
    .execute();
};
