import { sql } from 'kysely';
import type { Database } from '../database';
import { lockSchema, type TableShape } from '../schema';

/** Dropping locks the whole table: better later than keeping everybody waiting behind a long query. */
const PATIENCE = '3s';

interface Partition {
  readonly name: string;
  /** Its first moment and the first after it, ms since 1970. */
  readonly bounds: string;
}

/** `FOR VALUES FROM ('1') TO ('2')`; the default partition has no end. */
const endOf = ({ bounds }: Partition): number =>
  Number(/ TO \('?(-?\d+)'?\)$/.exec(bounds)?.[1] ?? Number.POSITIVE_INFINITY);

const partitionsOf = async (db: Database, table: string): Promise<Partition[]> => {
  const { rows } = await sql<Partition>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${`"${table}"`})`.execute(db);
  return rows;
};

const dropOne = (db: Database, name: string) =>
  db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(PATIENCE)}`.execute(transaction);
    await lockSchema(transaction);
    await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
  });

/**
 * Drops the months of records that are over before a moment.
 * @param before ms since 1970
 * @returns the names of what was dropped
 * @throws when one is in use for longer than 3 s; those before it are gone
 */
export const dropPartitions = async (
  db: Database,
  { name, partitionedBy }: TableShape,
  before: number,
): Promise<string[]> => {
  if (partitionedBy === undefined) return [];
  const old = (await partitionsOf(db, name)).filter((partition) => endOf(partition) <= before);
  for (const partition of old) await dropOne(db, partition.name);
  return old.map((partition) => partition.name);
};
