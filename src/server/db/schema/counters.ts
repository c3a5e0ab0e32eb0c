import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AnyEntity } from '../../../config';
import { HOUR } from '../../../domain/duration';
import { executeAll, FOLDING } from '../migrations/migrate';
import { changeSchema } from '../sql/changeSchema';
import { type Database, TREE_LOCK } from '../sql/database';
import { partitionColumn, scopeColumn, storedFields } from '../tables/columns';
import { identifierName, quoteIdentifier } from './identifier';
import { defaultPartition } from './planTables';

/** Counter of a table of records: totals by organisation and hour, and by the values of some columns. */
export interface Counter {
  readonly table: string;
  readonly time: string;
  readonly scope: string;
  readonly columns: readonly string[];
  /** Default partition, which holds records without a partition for their month. They are deleted there directly. */
  readonly spare?: string;
}

/** Returns the counters of all record entities that declare `counts`. */
export const countersOf = (entities: readonly AnyEntity[]): Counter[] => {
  const counters = new Map<string, Counter>();
  for (const entity of entities) {
    const scope = scopeColumn(entity);
    const time = entity.record?.time;
    if (entity.derived || scope === undefined || time === undefined) continue;
    const stored = new Set(storedFields(entity).map(([name]) => name));
    const counted = entity.counts.map(String).filter((name) => stored.has(name) && name !== time);
    if (entity.counts.length === 0) continue;
    const before = counters.get(entity.table)?.columns ?? [];
    const columns = [...new Set([...before, ...counted])].sort();
    const spare = partitionColumn(entity) && defaultPartition(entity.table);
    counters.set(entity.table, { table: entity.table, time: String(time), scope, columns, spare });
  }
  return [...counters.values()];
};

/** Length of a counted interval, ms. Days of every time zone with a whole-hour offset can be composed of it. */
export const COUNTER_SPAN = HOUR;

/** Selects the counted columns of rows, with a sign: +1 adds a row, -1 removes one. */
const rowsIn = ({ time, scope, columns }: Counter, table: string, sign: 1 | -1): string =>
  `select ${[scope, time, ...columns].map(quoteIdentifier).join(', ')}, ${sign} as sign from ${table}`;

/** Builds the statement that counts changed rows by hour, organisation and value. */
const countStatement = ({ table, time, scope, columns }: Counter, rows: string): string => {
  const hour = `${quoteIdentifier(time)} - ((${quoteIdentifier(time)} % ${COUNTER_SPAN}) + ${COUNTER_SPAN}) % ${COUNTER_SPAN}`;
  const values = [
    "('', '')",
    ...columns.map((name) => `('${name}', coalesce(${quoteIdentifier(name)}::text, ''))`),
  ];
  return `
    select '${table}', ${quoteIdentifier(scope)}, ${hour}, told.field, told.value, sum(sign) as count
    from (${rows}) as changed cross join lateral (values ${values.join(', ')}) as told(field, value)
    where ${quoteIdentifier(scope)} is not null and ${quoteIdentifier(time)} is not null
    group by 2, 3, 4, 5 having sum(sign) <> 0`;
};

const INTO_NEWS = 'insert into record_count_news (of_table, org, hour, field, value, count)';

const statementsOf = (counter: Counter): string[] => {
  const { table, spare } = counter;
  const note = quoteIdentifier(identifierName(table, 'count'));
  const [addedRows, goneRows] = [rowsIn(counter, 'added', 1), rowsIn(counter, 'gone', -1)];
  const rows = {
    insert: addedRows,
    update: `${addedRows} union all ${goneRows}`,
    delete: goneRows,
  };
  const tables = {
    insert: 'new table as added',
    update: 'old table as gone new table as added',
    delete: 'old table as gone',
  };
  const kinds = ['insert', 'update', 'delete'] as const;
  const triggers = kinds.flatMap((kind) =>
    (kind === 'delete' && spare ? [table, spare] : [table]).flatMap((on) => [
      `drop trigger if exists count_${kind} on ${quoteIdentifier(on)}`,
      `create trigger count_${kind} after ${kind} on ${quoteIdentifier(on)} referencing ${tables[kind]}
        for each statement execute function ${note}()`,
    ]),
  );
  const branches = kinds.map(
    (kind) =>
      `when '${kind.toUpperCase()}' then ${INTO_NEWS} ${countStatement(counter, rows[kind])};`,
  );
  return [
    `create or replace function ${note}() returns trigger language plpgsql as $$
      begin
        if current_setting('${TREE_LOCK}', true) = '1' then return null; end if;
        case tg_op
          ${branches.join('\n          ')}
        end case;
        return null;
      end
    $$`,
    ...triggers,
  ];
};

/** Installs the counting triggers. Counts the existing rows if a counter is new or has changed. */
export const applyCounters = async (db: Database, counters: readonly Counter[]): Promise<void> => {
  await changeSchema(db, async (transaction) => {
    const rows = await transaction
      .selectFrom('record_counter')
      .select(['of_table', 'mark'])
      .execute();
    const marks = new Map(rows.map(({ of_table, mark }) => [of_table, mark]));
    for (const counter of counters) {
      const statements = statementsOf(counter);
      const mark = createHash('sha256').update(statements.join(';')).digest('hex');
      if (marks.get(counter.table) === mark) continue;
      await executeAll(transaction, statements);
      await recountOne(transaction, counter);
      await transaction
        .insertInto('record_counter')
        .values({ of_table: counter.table, mark })
        .onConflict((conflict) =>
          conflict.column('of_table').doUpdateSet((eb) => ({ mark: eb.ref('excluded.mark') })),
        )
        .execute();
    }
  });
};

/** Recounts all records. Writers to the tables wait meanwhile. */
export const recount = async (db: Database, counters: readonly Counter[]): Promise<void> => {
  for (const counter of counters) {
    await db.transaction().execute((transaction) => recountOne(transaction, counter));
  }
};

const recountOne = async (transaction: Database, counter: Counter): Promise<void> => {
  const { table } = counter;
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${FOLDING})`.execute(transaction);
  await transaction.deleteFrom('record_count').where('of_table', '=', table).execute();
  await transaction.deleteFrom('record_count_news').where('of_table', '=', table).execute();
  const all = rowsIn(counter, quoteIdentifier(table), 1);
  await sql.raw(`${INTO_NEWS} ${countStatement(counter, all)}`).execute(transaction);
  while ((await fold(transaction)) === AT_ONCE);
};

const AT_ONCE = 20_000;

/**
 * Adds the noted changes to the counts of their organisation and those above it. Writers only append notes, so that
 * they never wait for each other. The sum of counts and notes, which readers use, stays the same.
 * @returns number of notes folded
 */
const fold = async (transaction: Database): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with news as (
      delete from record_count_news where id in (
        select id from record_count_news order by id limit ${AT_ONCE}
      ) returning of_table, org, hour, field, value, count
    ), summed as (
      insert into record_count as counter (of_table, org, hour, field, value, own, count)
      select of_table, above, hour, field, value,
        sum(case when above = org then count else 0 end), sum(count)
      from news cross join lateral org_above(org) as above
      group by 1, 2, 3, 4, 5
      on conflict (of_table, org, field, hour, value)
      do update set own = counter.own + excluded.own, count = counter.count + excluded.count
    )
    select count(*)::int as count from news`.execute(transaction);
  return rows[0]?.count ?? 0;
};

/** Folds the noted changes, unless another server is doing so. */
export const foldCounts = async (db: Database): Promise<void> => {
  for (let round = 0; ; round++) {
    const noteCount = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ acquired: boolean }>`
        select pg_try_advisory_xact_lock(${FOLDING}) as acquired`.execute(transaction);
      return rows[0]?.acquired ? fold(transaction) : 0;
    });
    if (noteCount === AT_ONCE) continue;
    // After many changes the tables are slow to read until autovacuum runs, which may take a minute.
    if (round > 0) await sql`vacuum (analyze) record_count, record_count_news`.execute(db);
    return;
  }
};

/** Deletes the counts of a time range whose records are dropped; epoch ms. */
export const dropCounters = async (
  transaction: Database,
  table: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> => {
  for (const name of ['record_count', 'record_count_news']) {
    await sql`delete from ${sql.table(name)}
      where of_table = ${table} and hour >= ${from} and hour < ${to}`.execute(transaction);
  }
};
