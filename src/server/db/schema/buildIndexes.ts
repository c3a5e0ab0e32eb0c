import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { changeSchema } from '../sql/changeSchema';
import type { Database } from '../sql/database';
import type { TableShape } from './desiredTables';
import { identifierName, quoteIdentifier } from './identifier';
import { introspect } from './introspect';
import { createIndex, dropIndex } from './planIndexes';
import { type DeferredIndex, planTables } from './planTables';

/** Key of the advisory lock on building; arbitrary, but unique in the database. */
const KEY = 7_325_378;

/** Interval at which another server's completion is checked, ms. */
const RETRY_INTERVAL = 10_000;

/**
 * Builds the missing indexes of large tables while other connections read and write. Rebuilds interrupted ones. One
 * server at a time.
 * @param signal ends it before the next index
 * @throws the signal's reason
 */
export const buildIndexes = async (
  db: Database,
  shapes: readonly TableShape[],
  { signal, log }: { readonly signal: AbortSignal; readonly log: (line: string) => void },
): Promise<void> => {
  // The catalogue's functions lock the tables one after the other, so a change of several tables would block both.
  const findMissing = () =>
    changeSchema(db, async (trx) => planTables(shapes, await introspect(trx, shapes)).deferred);
  while ((await findMissing()).length > 0) {
    const isDone = await db.transaction().execute(async (guard) => {
      if (!(await tryLock(guard))) return false;
      for (const missing of await findMissing()) {
        signal.throwIfAborted();
        await build(db, missing);
        log(`index ${missing.index.name} is built`);
      }
      return true;
    });
    if (isDone) return;
    await sleep(RETRY_INTERVAL, undefined, { signal });
  }
};

/**
 * Takes the lock until the transaction ends, without waiting. Building an index waits for every transaction with a
 * snapshot. Waiting for the lock would hold one, and so would a statement with parameters, whose portal stays open.
 */
const tryLock = async (guard: Database): Promise<boolean> => {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(guard);
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(KEY)}) as locked`.execute(guard);
  return rows[0]?.locked === true;
};

const execute = (db: Database, statement: string) => sql.raw(statement).execute(db);

const build = async (db: Database, deferred: DeferredIndex): Promise<void> => {
  const { table, index } = deferred;
  const { name, insteadOf } = index;
  await dropIfThere(db, name);
  const partitions = await partitionsOf(db, table);
  if (partitions === undefined) await execute(db, createIndex(table, index, 'concurrently'));
  else await buildPartitioned(db, deferred, partitions);
  if (insteadOf) await dropIfThere(db, insteadOf);
};

const dropIfThere = (db: Database, name: string): Promise<void> =>
  changeSchema(db, async (transaction) => {
    const { rows } = await sql<{ isThere: boolean }>`
      select to_regclass(${quoteIdentifier(name)}) is not null as "isThere"`.execute(transaction);
    if (rows[0]?.isThere) await execute(transaction, dropIndex(name));
  });

/** Builds the index of each partition, because PostgreSQL cannot build an index of a partitioned table concurrently. */
const buildPartitioned = async (
  db: Database,
  { table, index }: DeferredIndex,
  partitions: readonly string[],
): Promise<void> => {
  await changeSchema(db, (transaction) => execute(transaction, createIndex(table, index, 'only')));
  for (const partition of partitions) {
    const name = identifierName(partition, index.name);
    await dropIfThere(db, name);
    await execute(db, createIndex(partition, { ...index, name }, 'concurrently'));
    const attach = `alter index ${quoteIdentifier(index.name)} attach partition ${quoteIdentifier(name)}`;
    await changeSchema(db, (transaction) => execute(transaction, attach));
  }
};

/** Returns the partitions of a table; undefined if it is not partitioned. */
const partitionsOf = async (db: Database, table: string): Promise<string[] | undefined> => {
  const { rows } = await sql<{ partitioned: boolean; partitions: string[] }>`
    select relkind = 'p' as partitioned, array(
      select child.relname::text from pg_inherits join pg_class as child on child.oid = inhrelid
      where inhparent = pg_class.oid order by 1
    ) as partitions
    from pg_class where oid = to_regclass(${quoteIdentifier(table)})`.execute(db);
  return rows[0]?.partitioned ? rows[0].partitions : undefined;
};
