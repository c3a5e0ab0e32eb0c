import { sql } from 'kysely';
import { changeSchema } from '../changeSchema';
import type { Database, Sql } from '../database';
import type { TableShape } from './desiredTables';
import {
  type ActualColumns,
  type DeclaredColumn,
  introspect,
  storeDeclaredColumns,
} from './introspect';
import { type DataLoss, planTables } from './planTables';

/** The database holds what the declarations contradict; the message lists all of it. */
export class SchemaConflict extends Error {
  readonly clashes: readonly string[];

  constructor(clashes: readonly string[]) {
    super(
      `The database does not fit the declarations, and what it holds is never converted or left without a meaning by itself. Alter it by hand or declare it as it is:\n${clashes.map((clash) => `  ${clash}`).join('\n')}`,
    );
    this.name = 'SchemaClash';
    this.clashes = clashes;
  }
}

interface ApplyOptions {
  /** Views that may stand in the way; they are as they were afterwards. */
  readonly views?: readonly string[];
  /** Hears each change in words before it is made. */
  readonly say?: (line: string) => void;
  /** False if indexes cannot be built beside other connections, because there are none. */
  readonly concurrently?: boolean;
}

const planFor = (
  shapes: readonly TableShape[],
  actual: ActualColumns,
  concurrently: boolean,
): Planned => planTables(shapes, concurrently ? actual : { ...actual, largeTables: new Set() });

/**
 * Makes the database hold the tables, apart from indexes of large ones: all of it or nothing, one server at a time.
 * @returns the statements that were needed; none when the tables were there
 * @throws SchemaConflict
 */
export const applyTables = (
  db: Database,
  shapes: readonly TableShape[],
  { views = [], say = () => undefined, concurrently = true }: ApplyOptions = {},
): Promise<readonly string[]> =>
  changeSchema(db, async (transaction) => {
    const actual = await introspect(transaction);
    const plan = planFor(shapes, actual, concurrently);
    const { lines, clashes } = await describePlan(transaction, plan);
    if (clashes.length > 0) throw new SchemaConflict(clashes);
    for (const line of lines) say(line);
    const restore = plan.alters ? await setViewsAside(transaction, views) : undefined;
    for (const statement of plan.statements) await apply(transaction, statement);
    await restore?.();
    if (isNews(plan.declarations, actual.declaredColumns))
      await storeDeclaredColumns(transaction, plan.declarations);
    return plan.statements;
  });

/** What applyTables would do, in words, with how many rows it is about; and what it would refuse. */
export interface TablePlan {
  readonly lines: readonly string[];
  readonly clashes: readonly string[];
}

/** What applyTables would do to the database as it is; nothing is changed. */
export const planChanges = async (
  db: Database,
  shapes: readonly TableShape[],
): Promise<TablePlan> => describePlan(db, planTables(shapes, await introspect(db)));

type Planned = ReturnType<typeof planTables>;

const isNews = (
  declarations: Planned['declarations'],
  before: ActualColumns['declaredColumns'],
): boolean =>
  declarations.some(([table, columns]) => {
    const previous = before.get(table) ?? new Map<string, DeclaredColumn>();
    const names = Object.keys(columns);
    // PostgreSQL orders the keys of what it keeps as JSON in its own way.
    const same = (one: DeclaredColumn = {}, other: DeclaredColumn = {}) =>
      one.refers === other.refers &&
      one.gone === other.gone &&
      JSON.stringify(one.choices) === JSON.stringify(other.choices);
    return (
      names.length !== previous.size ||
      names.some((name) => !previous.has(name) || !same(columns[name], previous.get(name)))
    );
  });

/** Rows are counted up to this limit; beyond it the text says "more". */
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
  { changes, clashes, losses }: Planned,
): Promise<TablePlan> => {
  const lines: string[] = [];
  for (const { text, table, column } of changes) {
    const where = column === undefined ? sql`true` : sql`${sql.ref(column)} is not null`;
    const rows = table === undefined ? '' : ` (${rowsText(await countOf(db, table, where))})`;
    lines.push(`${text}${rows}`);
  }
  const lost: string[] = [];
  for (const loss of losses) lost.push(...(await lostOf(db, loss)));
  return { lines, clashes: [...clashes, ...lost] };
};

/** Why a change is refused, a line for each value that rows would lose; none where no row holds one. */
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

interface Definition {
  readonly name: string;
  readonly query: string;
  readonly comment: string | null;
}

/**
 * Drops those of the views that are there: no column that a view reads can be made longer.
 * @returns what makes them again as they were
 */
const setViewsAside = async (
  transaction: Database,
  names: readonly string[],
): Promise<() => Promise<void>> => {
  const { rows } = await sql<Definition>`
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
