import { sql } from 'kysely';
import { changeSchema } from '../changeSchema';
import { type Database, TREE_LOCK } from '../database';
import type { TableShape } from './desiredTables';
import { identifierName } from './identifier';
import { defaultPartition } from './planTables';

/**
 * Makes the partitions of the month of `now`, the one before (late reports) and the one after (so that nobody waits at
 * midnight) for every partitioned table.
 * @param now ms since 1970
 * @returns the names of those that were missing
 */
export const ensurePartitions = async (
  db: Database,
  shapes: readonly TableShape[],
  now: number,
): Promise<string[]> => {
  const months = [-1, 0, 1].map((away) => monthOf(now, away));
  const partitions = shapes.flatMap(({ name, partitionedBy }) =>
    partitionedBy
      ? months.map((month) => ({
          table: name,
          time: partitionedBy,
          partition: identifierName(name, month.name),
          month,
        }))
      : [],
  );
  return changeSchema(db, async (transaction) => {
    const existing = await readRelations(transaction);
    const missing = partitions.filter(({ partition }) => !existing.has(partition));
    for (const partition of missing) await addPartition(transaction, partition);
    return missing.map(({ partition }) => partition);
  });
};

/** A calendar month in UTC: from its first moment until before the next one's, ms since 1970. */
interface Month {
  /** yyyyMM */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The month of a moment, or the one so many months away from it. */
export const monthOf = (moment: number, away = 0): Month => {
  const date = new Date(moment);
  const startOf = (shift: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + shift);
  const from = startOf(away);
  return {
    name: new Date(from).toISOString().slice(0, 7).replace('-', ''),
    from,
    to: startOf(away + 1),
  };
};

const readRelations = async (db: Database): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relispartition and relkind = 'r'`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
};

interface MissingPartition {
  readonly table: string;
  readonly time: string;
  readonly partition: string;
  readonly month: Month;
}

/**
 * Counting reads indexes alone where a page is known to be visible to all, which a vacuum notes: the newest records,
 * which are asked for most, would wait for it until a fifth of the month is new.
 */
const VACUUMED = sql`autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000`;

/**
 * Attached instead of created in place, because that lets other servers go on writing. Rows of the month that came
 * before its partition are in the default partition and would make attaching fail: they are moved.
 */
const addPartition = async (db: Database, { table, time, partition, month }: MissingPartition) => {
  const parent = sql.table(table);
  const own = sql.table(partition);
  const spare = sql.table(defaultPartition(table));
  const [from, to] = [sql.lit(month.from), sql.lit(month.to)];
  const within = sql`${sql.ref(time)} >= ${from} and ${sql.ref(time)} < ${to}`;
  await sql`create table ${own} (like ${parent} including defaults) with (${VACUUMED})`.execute(db);
  await sql`lock table ${spare} in access exclusive mode`.execute(db);
  await sql`select set_config(${TREE_LOCK}, '1', true)`.execute(db);
  await sql`with moved as (delete from ${spare} where ${within} returning *)
    insert into ${own} select * from moved`.execute(db);
  await sql`select set_config(${TREE_LOCK}, '0', true)`.execute(db);
  await sql`alter table ${parent} attach partition ${own} for values from (${from}) to (${to})`.execute(
    db,
  );
};
