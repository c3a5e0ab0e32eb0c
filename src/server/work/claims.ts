import { sql } from 'kysely';
import { DAY, MINUTE } from '../../domain/duration';
import type { Database, Sql } from '../db';
import type { Task, TaskRun } from './worker';

export interface DueRow {
  readonly id: number;
  /** Epoch ms. */
  readonly next_run: number;
  /** Epoch ms. */
  readonly last_run: number | null;
}

/** Rows that run at their `next_run`. */
interface DueRows {
  readonly table: string;
  /** Excludes rows that do not run, for example paused ones. */
  readonly where?: Sql;
}

export interface DuePlan<R extends DueRow> extends DueRows, Pick<Task, 'name' | 'every'> {
  /** Returns the next planned time after a time, both in epoch ms; undefined if there is none. */
  nextRun(row: R, after: number): number | undefined;
  /** Performs a row. Its effect commits together with `markRun`. */
  perform(row: R, now: TaskRun['now']): Promise<unknown>;
  /** Marks a row that could not be performed. @param now epoch ms */
  fail(row: R, now: number): Promise<unknown>;
  readonly log: { error(text: string): void };
}

/** Maximum rows performed in a run. */
const MAX_DUE = 20;

/**
 * Returns the time after which a row runs again. A run that a clock dated up to a day ahead has taken place; one further
 * ahead tells nothing.
 */
const runAfter = ({ last_run }: DueRow, now: number): number =>
  last_run !== null && last_run - now <= DAY ? Math.max(now, last_run) : now;

/**
 * Creates the tasks of due rows. One performs them, oldest first; a row that fails holds up no other. The other one plans
 * rows again whose next run is later than planned, because the clock was ahead when it was computed.
 */
export const dueRowsTasks = <R extends DueRow>(
  db: Database,
  { name, every, table, where = sql`true`, nextRun, perform, fail, log }: DuePlan<R>,
): readonly Task[] => [
  {
    name: `${name} planned too late`,
    every: MINUTE,
    run: async ({ now }) => {
      const at = now();
      const { rows } = await sql<R>`
        select * from ${sql.table(table)} where ${where} and next_run > ${at}`.execute(db);
      for (const row of rows) {
        const next_run = nextRun(row, runAfter(row, at));
        if (next_run === undefined || next_run >= row.next_run) continue;
        await markRun(db, { table, where }, row, { next_run });
      }
    },
  },
  {
    name,
    every,
    run: async ({ now }) => {
      const { rows } = await sql<R>`
        select * from ${sql.table(table)} where ${where} and next_run <= ${now()}
        order by next_run, id limit ${MAX_DUE}`.execute(db);
      for (const row of rows) {
        await perform(row, now).catch((error: Error) => {
          log.error(`Task ${name}, row ${row.id}: ${error.message}`);
          return fail(row, now());
        });
      }
    },
  },
];

/**
 * Claims a run of a row: writes its result and its next run.
 * @returns false if another server ran it, or it was changed meanwhile
 */
export const markRun = async (
  db: Database,
  { table, where = sql`true` }: DueRows,
  { id, next_run }: DueRow,
  changes: Readonly<Record<string, number | null>>,
): Promise<boolean> => {
  const assignments = Object.entries(changes).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(assignments)}
    where ${where} and id = ${id} and next_run = ${next_run}`.execute(db);
  return Boolean(numAffectedRows);
};
