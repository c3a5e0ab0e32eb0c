import { sql } from 'kysely';
import { changeSchema } from '../sql/changeSchema';
import { type Database, inSavepoint, type Sql } from '../sql/database';
import type { TableShape } from './desiredTables';
import {
  type ActualColumns,
  type DeclaredColumn,
  introspect,
  storeDeclaredColumns,
} from './introspect';
import { type DataLoss, needTrigrams, planTables } from './planTables';

/** Thrown if the database contradicts the declarations. The message lists all conflicts. */
export class SchemaConflict extends Error {
  readonly clashes: readonly string[];

  constructor(clashes: readonly string[]) {
    super(
      `The database does not fit the declarations, and what it holds is never converted or left without a meaning by itself. Alter it by hand or declare it as it is:\n${clashes.map((clash) => `  ${clash}`).join('\n')}`,
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
  /** Called before the first change, which it may prevent. */
  readonly beforeChange?: () => Promise<void>;
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
    const before = await introspect(transaction);
    const actual = needTrigrams(shapes) ? await ensureTrigrams(transaction, before, log) : before;
    const plan = planTables(shapes, concurrently ? actual : { ...actual, largeTables: new Set() });
    const { lines, clashes, isChange } = await describePlan(transaction, plan);
    if (clashes.length > 0) throw new SchemaConflict(clashes);
    if (isChange) await beforeChange?.();
    for (const line of lines) log(line);
    const restore = plan.alters ? await setViewsAside(transaction, views) : undefined;
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
}

export const planChanges = async (
  db: Database,
  shapes: readonly TableShape[],
): Promise<TablePlan> => {
  const actual = await introspect(db);
  const trigrams = actual.trigrams === 'creatable' ? 'ready' : actual.trigrams;
  return describePlan(db, planTables(shapes, { ...actual, trigrams }));
};

type Planned = ReturnType<typeof planTables>;

const isNews = (
  declarations: Planned['declarations'],
  before: ActualColumns['declaredColumns'],
): boolean =>
  declarations.some(([table, columns]) => {
    const previous = before.get(table) ?? new Map<string, DeclaredColumn>();
    const names = Object.keys(columns);
    // PostgreSQL stores the keys of JSON in its own order.
    const same = (one: DeclaredColumn = {}, other: DeclaredColumn = {}) =>
      one.refers === other.refers &&
      one.gone === other.gone &&
      JSON.stringify(one.choices) === JSON.stringify(other.choices);
    return (
      names.length !== previous.size ||
      names.some((name) => !previous.has(name) || !same(columns[name], previous.get(name)))
    );
  });

/** Limit of counting rows; beyond it the text says "more than". */
const COUNT_LIMIT = 100_000;

const countOf = async (db: Database, table: string, where: Sql): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sql.table(table)} where ${where} limit ${COUNT_LIMIT + 1}
    ) as found`.execute(db);
  return rows[0]?.count ?? 0;
};

const rowsText = (count: number): string => {
  if (count > COUNT_LIMIT) return `more than ${COUNT_LIMIT} rows`;
  return count === 1 ? '1 row' : `${count} rows`;
};

const holding = (count: number): string => `${rowsText(count)} ${count === 1 ? 'holds' : 'hold'}`;

const describePlan = async (
  db: Database,
  { changes, clashes, losses, statements }: Planned,
): Promise<TablePlan> => {
  const lines: string[] = [];
  for (const { text, table, column } of changes) {
    const where = column === undefined ? sql`true` : sql`${sql.ref(column)} is not null`;
    const rows = table === undefined ? '' : ` (${rowsText(await countOf(db, table, where))})`;
    lines.push(`${text}${rows}`);
  }
  const lost: string[] = [];
  for (const loss of losses) lost.push(...(await lostOf(db, loss)));
  return { lines, clashes: [...clashes, ...lost], isChange: statements.length > 0 };
};

/** Returns a conflict for each value that rows would lose; none if no row has one. */
const lostOf = async (
  db: Database,
  { table, column, values, text }: DataLoss,
): Promise<string[]> => {
  const place = `${table}.${column}`;
  if (!values) {
    const count = await countOf(db, table, sql`${sql.ref(column)} is not null`);
    return count === 0 ? [] : [`${place} ${text}, while ${holding(count)} a value`];
  }
  const lines: string[] = [];
  for (const value of values) {
    const count = await countOf(db, table, sql`${sql.ref(column)} = ${value}`);
    if (count > 0)
      lines.push(`${place}: ${JSON.stringify(value)} ${text}, while ${holding(count)} it`);
  }
  return lines;
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
 * Creates the extension for trigram indexes if the database allows it. Otherwise it logs what to do, and searching reads
 * all rows.
 * @returns the schema as it is afterwards
 */
export const ensureTrigrams = async (
  transaction: Database,
  actual: ActualColumns,
  log: (line: string) => void,
): Promise<ActualColumns> => {
  if (actual.trigrams === 'ready') return actual;
  if (actual.trigrams === 'creatable' && (await tryCreate(transaction))) {
    return { ...actual, trigrams: 'ready' };
  }
  log(ADVICE);
  return { ...actual, trigrams: 'absent' };
};

/** Creates the extension in a savepoint, because its files may be missing on the database's host. */
const tryCreate = (transaction: Database): Promise<boolean> =>
  inSavepoint(transaction, () =>
    sql`create extension if not exists pg_trgm`.execute(transaction),
  ).then(
    () => true,
    () => false,
  );
