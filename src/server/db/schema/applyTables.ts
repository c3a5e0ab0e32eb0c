import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { changeSchema } from '../sql/changeSchema';
import { type Database, inSavepoint } from '../sql/database';
import { dividesExactly, QUOTIENT_FUNCTION } from '../tables/formula';
import type { TableShape } from './desiredTables';
import { quoteIdentifier } from './identifier';
import {
  type ActualColumns,
  type DeclaredColumn,
  type ExtensionState,
  introspect,
  storeDeclaredColumns,
} from './introspect';
import { needRanges } from './planExclusions';
import { needTrigrams } from './planIndexes';
import { planTables } from './planTables';
import { countRows, describeCheck, type RowCheck, rowsText } from './rowChecks';

/** Formats a conflict for an administrator. */
export const refusalLine = (clash: string): string => `Refused: ${clash}`;

/** Thrown if the database contradicts the declarations. The message lists all conflicts. */
export class SchemaConflict extends Error {
  readonly clashes: readonly string[];

  constructor(clashes: readonly string[]) {
    super(
      `The database does not fit the declarations, and nothing has changed. docs/configuration.md lists what a start changes:\n${clashes.map((clash) => `  ${refusalLine(clash)}`).join('\n')}`,
    );
    this.name = 'SchemaConflict';
    this.clashes = clashes;
  }
}

interface ApplyOptions {
  /** Views that depend on the tables. They are dropped and restored unchanged. */
  readonly views?: readonly string[];
  /** Called with a description of each change before it is made. */
  readonly log?: (line: string) => void;
  /**
   * Called before the first change, which it may prevent.
   * @param breaks true if no server of the declarations before could go on after it
   */
  readonly beforeChange?: (breaks: boolean) => Promise<void>;
  /** False if there are no other connections beside which indexes could be built. */
  readonly concurrently?: boolean;
}

/**
 * Creates and changes the tables, except for indexes of large ones: all or nothing, one server at a time.
 * @returns the statements executed; empty if nothing had to change
 * @throws SchemaConflict
 */
export const applyTables = (
  db: Database,
  shapes: readonly TableShape[],
  { views = [], log = () => undefined, beforeChange, concurrently = true }: ApplyOptions = {},
): Promise<readonly string[]> =>
  changeSchema(db, async (transaction) => {
    const before = await introspect(transaction, shapes);
    const actual = await ensureExtensions(transaction, shapes, before, log);
    const plan = planTables(shapes, concurrently ? actual : { ...actual, largeTables: new Set() });
    const { lines, clashes, isChange } = await describePlan(transaction, plan);
    if (clashes.length > 0) throw new SchemaConflict(clashes);
    if (isChange) await beforeChange?.(plan.breaks);
    for (const line of lines) log(line);
    const restore = plan.alters ? await setViewsAside(transaction, views) : undefined;
    if (plan.statements.some(dividesExactly)) await apply(transaction, QUOTIENT_FUNCTION);
    for (const statement of plan.statements) await apply(transaction, statement);
    await restore?.();
    if (isNews(plan.declarations, actual.declaredColumns))
      await storeDeclaredColumns(transaction, plan.declarations);
    return plan.statements;
  });

/** Changes that applyTables would make, with the number of rows concerned, and its conflicts. */
export interface TablePlan {
  readonly lines: readonly string[];
  readonly clashes: readonly string[];
  /** False if there are only indexes to build in the background. */
  readonly isChange: boolean;
  /** True if no server of the declarations before could go on after it. */
  readonly breaks: boolean;
}

export const planChanges = async (
  db: Database,
  shapes: readonly TableShape[],
): Promise<TablePlan> => {
  const actual = await introspect(db, shapes);
  const later = (state: ExtensionState) => (state === 'creatable' ? 'ready' : state);
  const { trigrams, ranges } = actual;
  return describePlan(
    db,
    planTables(shapes, { ...actual, trigrams: later(trigrams), ranges: later(ranges) }),
  );
};

type Planned = ReturnType<typeof planTables>;

const isNews = (
  declarations: Planned['declarations'],
  before: ActualColumns['declaredColumns'],
): boolean =>
  declarations.some(([table, columns]) => {
    const previous = before.get(table) ?? new Map<string, DeclaredColumn>();
    const names = Object.keys(columns);
    return (
      names.length !== previous.size ||
      names.some((name) => !isDeepStrictEqual(columns[name], previous.get(name)))
    );
  });

const describePlan = async (
  db: Database,
  { changes, clashes, refusals, notices, statements, breaks }: Planned,
): Promise<TablePlan> => {
  const lines: string[] = [];
  for (const { text, table, column } of changes) {
    const where = column === undefined ? undefined : `${quoteIdentifier(column)} is not null`;
    const rows = table === undefined ? '' : ` (${rowsText(await countRows(db, table, where))})`;
    lines.push(`${text}${rows}`);
  }
  const describe = async (checks: readonly RowCheck[]) => {
    const sentences: string[] = [];
    for (const check of checks) {
      const sentence = await describeCheck(db, check);
      if (sentence !== undefined) sentences.push(sentence);
    }
    return sentences;
  };
  const refused = [...clashes, ...(await describe(refusals))];
  // A value in a column of another type cannot be judged.
  if (refused.length === 0) lines.push(...(await describe(notices)));
  return { lines, clashes: refused, isChange: statements.length > 0, breaks };
};

/**
 * Drops the existing views, because PostgreSQL cannot alter the type of a column that a view reads.
 * @returns a function that restores them
 */
const setViewsAside = async (
  transaction: Database,
  names: readonly string[],
): Promise<() => Promise<void>> => {
  const { rows } = await sql<{ name: string; query: string; comment: string | null }>`
    select relname as name, pg_get_viewdef(oid) as query,
      obj_description(oid, 'pg_class') as comment
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'v'
      and relname = any(${names}::text[])`.execute(transaction);
  for (const { name } of rows) await sql`drop view ${sql.table(name)}`.execute(transaction);
  return async () => {
    for (const { name, query, comment } of rows) {
      await sql`create view ${sql.table(name)} as ${sql.raw(query)}`.execute(transaction);
      await sql`comment on view ${sql.table(name)} is ${sql.lit(comment)}`.execute(transaction);
    }
  };
};

const apply = async (transaction: Database, statement: string): Promise<void> => {
  try {
    await sql.raw(statement).execute(transaction);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`The database refused "${statement}": ${why}`, { cause: error });
  }
};

const ADVICE =
  'searching many locks by a part of a text is slow without the extension pg_trgm: let an administrator of the database run "create extension pg_trgm", or use PostgreSQL instead of PGlite';

/**
 * Creates the extensions that the tables need, if the database allows it. Without trigrams it logs what to do, and
 * searching reads all rows. Without ranges `planTables` refuses the rules that need them.
 * @returns the schema as it is afterwards
 */
export const ensureExtensions = async (
  transaction: Database,
  shapes: readonly TableShape[],
  { trigrams, ranges, ...actual }: ActualColumns,
  log: (line: string) => void,
): Promise<ActualColumns> => {
  const ensure = async (state: ExtensionState, extension: string) =>
    state === 'creatable' ? tryCreate(transaction, extension) : state;
  const ensured = {
    ...actual,
    trigrams: needTrigrams(shapes) ? await ensure(trigrams, 'pg_trgm') : trigrams,
    ranges: needRanges(shapes) ? await ensure(ranges, 'btree_gist') : ranges,
  };
  if (needTrigrams(shapes) && ensured.trigrams === 'absent') log(ADVICE);
  return ensured;
};

/** Creates an extension in a savepoint, because its files may be missing on the database's host. */
const tryCreate = (transaction: Database, extension: string): Promise<ExtensionState> =>
  inSavepoint(transaction, () =>
    sql`create extension if not exists ${sql.id(extension)}`.execute(transaction),
  ).then(
    () => 'ready',
    () => 'absent',
  );
