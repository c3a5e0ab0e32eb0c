import { sql } from 'kysely';
import { changeSchema } from '../sql/changeSchema';
import { type Database, TREE_LOCK } from '../sql/database';
import type { TableShape } from './desiredTables';
import { identifierName } from './identifier';
import { defaultPartition } from './planTables';

/**
 * Creates the partitions of the month of `now`, the one before (for late reports) and the one after (so that no
 * insert waits at midnight) for every partitioned table.
 * @param now epoch ms
 * @returns names of the partitions created
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

/** Calendar month in UTC, epoch ms. `from` is inclusive, `to` exclusive. */
interface Month {
  /** yyyyMM */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Returns the month of a time, or one `away` months from it. */
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
 * Makes autovacuum mark pages as all-visible soon. Index-only scans for counting need that, and the newest records,
 * which are read most, would otherwise wait until a fifth of the month is new.
 */
const VACUUMED = sql`autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000`;

/**
 * Creates a table and attaches it, because creating a partition in place would block other servers. Rows of the month
 * that are already in the default partition would make attaching fail, so they are moved first.
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
