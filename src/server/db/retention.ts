import { sql } from 'kysely';
import type { AnyEntity } from '../../config';
import { LOG, storeCutDigests } from './logChain';
import { ALARMS, IS_OPEN, RAISE_TIME } from './openAlarms';
import { dropCounters } from './schema/counters';
import type { TableShape } from './schema/desiredTables';
import { defaultPartition } from './schema/planTables';
import { LOCK_TIMEOUT, lockSchema } from './sql/changeSchema';
import type { Database, Sql } from './sql/database';
import { partitionColumn } from './tables/columns';

export interface RetentionResult {
  /** Names of dropped partitions, each a month of records. */
  readonly partitions: readonly string[];
  /** Number of records deleted individually. */
  readonly records: number;
}

interface RetentionOptions {
  readonly entities: readonly AnyEntity[];
  readonly shapes: readonly TableShape[];
  /** Ends it early, between two steps. */
  readonly signal?: AbortSignal;
}

/**
 * Deletes the records of all tables from before a time: drops whole months, and deletes rows of tables without
 * partitions. Other work continues meanwhile, and several servers may run it at once.
 * @param before epoch ms
 * @throws the signal's reason if it ends early
 */
export const deleteOldRecords = async (
  db: Database,
  { entities, shapes, signal }: RetentionOptions,
  before: number,
): Promise<RetentionResult> => {
  const partitions: string[] = [];
  let records = 0;
  const changedTables = new Set<string>();
  for (const shape of shapes) {
    signal?.throwIfAborted();
    const dropped = await dropPartitions(db, shape, before);
    if (dropped.length > 0) changedTables.add(shape.name);
    partitions.push(...dropped);
  }
  for (const leftover of leftovers(entities)) {
    const deleted = await deleteOld(db, { ...leftover, signal }, before);
    if (deleted > 0) changedTables.add(leftover.table);
    records += deleted;
  }
  records += await deleteOldBatches(db, before);
  await db.deleteFrom('former_owner').where('until', '<', before).execute();
  const changed = ({ name }: TableShape) =>
    changedTables.has(name) || changedTables.has(defaultPartition(name));
  for (const shape of shapes.filter(changed)) await deleteUnusedValues(db, shape, signal);
  return { partitions, records };
};

/** Deletes command batches from before a time that have no tickets left. */
const deleteOldBatches = async (db: Database, before: number): Promise<number> => {
  const { numDeletedRows: numAffectedRows } = await db
    .deleteFrom('command_batch')
    .where('create_time', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('appointmentCommandRecord').whereRef('batch_id', '=', 'command_batch.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numAffectedRows ?? 0);
};

/**
 * Drops the partitions that end before a time.
 * @param before epoch ms
 * @returns names of the dropped partitions
 * @throws if one is in use for longer than 3 s; earlier ones are already dropped
 */
const dropPartitions = async (
  db: Database,
  { name, partitionedBy }: TableShape,
  before: number,
): Promise<string[]> => {
  if (partitionedBy === undefined) return [];
  const old = (await partitionsOf(db, name)).filter((partition) => spanOf(partition).to <= before);
  const dropped: string[] = [];
  for (const partition of old) {
    if (await dropOne(db, name, partition, before)) dropped.push(partition.name);
  }
  return dropped;
};

interface Partition {
  readonly name: string;
  /** Bounds as SQL, epoch ms: inclusive start, exclusive end. */
  readonly bounds: string;
}

const partitionsOf = async (db: Database, table: string): Promise<Partition[]> => {
  const { rows } = await sql<Partition>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${`"${table}"`})`.execute(db);
  return rows;
};

/** Returns start and end of a partition, epoch ms, from `FOR VALUES FROM ('1') TO ('2')`; infinity for the default one. */
const spanOf = ({ bounds }: Partition): { from: number; to: number } => {
  const [, from = 'Infinity', to = 'Infinity'] =
    / FROM \('?(-?\d+)'?\) TO \('?(-?\d+)'?\)$/.exec(bounds) ?? [];
  return { from: Number(from), to: Number(to) };
};

/** @returns false if the partition stays, because it has records that are kept at any age */
const dropOne = (
  db: Database,
  table: string,
  partition: Partition,
  before: number,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction);
    await lockSchema(transaction);
    const { name } = partition;
    if (table === ALARMS) {
      if (await hasLastingAlarms(transaction, name, before)) return false;
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction);
      // One may have arrived late meanwhile.
      if (await hasLastingAlarms(transaction, name, before)) return false;
    }
    await dropCounters(transaction, table, spanOf(partition));
    if (table === LOG) {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction);
      // Another server may have dropped it meanwhile.
      const left = await partitionsOf(transaction, table);
      if (!left.some((other) => other.name === name)) return true;
      await storeCutDigests(transaction, name, sql`true`);
    }
    await sql`drop table if exists ${sql.table(name)}`.execute(transaction);
    return true;
  });

/** True if a partition has alarms that were raised since a time, or that are open. */
const hasLastingAlarms = async (
  db: Database,
  partition: string,
  before: number,
): Promise<boolean> => {
  // Another server may have dropped it.
  const { rows: left } = await sql`select to_regclass(quote_ident(${partition})) as name
    where to_regclass(quote_ident(${partition})) is not null`.execute(db);
  if (left.length === 0) return false;
  const { rows } = await sql`
    select from ${sql.table(partition)} where ${IS_OPEN} or ${sql.ref(RAISE_TIME)} >= ${before} limit 1`.execute(
    db,
  );
  return rows.length > 0;
};

/**
 * Returns the tables whose old records are deleted individually, because no partition is dropped. Of alarms these are
 * all partitions: some are not dropped.
 */
const leftovers = (entities: readonly AnyEntity[]) =>
  entities.flatMap((entity) => {
    if (!entity.record || entity.derived) return [];
    const table: string = entity.table;
    const time = table === ALARMS ? RAISE_TIME : String(entity.record.time);
    const isSpare = partitionColumn(entity) !== undefined && table !== ALARMS;
    return [{ of: table, table: isSpare ? defaultPartition(table) : table, time }];
  });

/** Rows per statement. Other servers and reports of locks proceed in between. */
const BATCH = 5_000;

/**
 * Deletes the rows of a table from before a time, batch by batch. Skips rows that another server is deleting.
 * @returns number of deleted rows
 * @throws the signal's reason
 */
const deleteOld = async (
  db: Database,
  { of, table, time, signal }: { of: string; table: string; time: string; signal?: AbortSignal },
  before: number,
): Promise<number> => {
  let total = 0;
  for (;;) {
    signal?.throwIfAborted();
    const deleted = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: number }>`
        select id from ${sql.table(table)} where ${sql.ref(time)} < ${before}
          and ${of === ALARMS ? sql`not (${IS_OPEN})` : sql`true`}
        order by ${sql.ref(time)} limit ${BATCH} for update skip locked`.execute(transaction);
      const old = sql`id = any(${rows.map(({ id }) => id)}::bigint[]) and ${sql.ref(time)} < ${before}`;
      if (of === LOG) await storeCutDigests(transaction, table, old);
      await sql`delete from ${sql.table(table)} where ${old}`.execute(transaction);
      return rows.length;
    });
    total += deleted;
    if (deleted < BATCH) return total;
  }
};

interface Value {
  readonly org: number;
  readonly value: string;
}

/**
 * Deletes distinct values that no record has any more. Candidates are found without a lock, and checked again under
 * one.
 * @returns number of deleted values
 * @throws the signal's reason
 */
const deleteUnusedValues = async (
  db: Database,
  { name: table, distinctValues }: TableShape,
  signal?: AbortSignal,
) => {
  let total = 0;
  for (const one of distinctValues) {
    let values = await nextValues(db, one);
    while (values.length > 0) {
      signal?.throwIfAborted();
      const { rows: unusedValues } = await sql<Value>`
        select org, value from ${sql.table(one.name)} as entry
        where ${among(values)} and ${isGone(table, one)}`.execute(db);
      if (unusedValues.length > 0) total += await deleteValues(db, table, one, unusedValues);
      values = await nextValues(db, one, values.at(-1));
    }
  }
  return total;
};

type ValuesTable = TableShape['distinctValues'][number];

const VALUES_AT_ONCE = 2_000;

const nextValues = async (db: Database, { name }: ValuesTable, after?: Value): Promise<Value[]> => {
  const further = after
    ? sql`where (org, value) > (${after.org}::bigint, ${after.value}::text)`
    : sql``;
  const { rows } = await sql<Value>`
    select org, value from ${sql.table(name)} ${further} order by org, value limit ${VALUES_AT_ONCE}`.execute(
    db,
  );
  return rows;
};

const among = (values: readonly Value[]): Sql => sql`(entry.org, entry.value) in (
  select * from unnest(
    ${values.map(({ org }) => org)}::bigint[], ${values.map(({ value }) => value)}::text[]
  )
)`;

const isGone = (table: string, { column, scope }: ValuesTable): Sql => {
  const own = scope === undefined ? sql`true` : sql`${sql.ref(`t.${scope}`)} = entry.org`;
  return sql`not exists (
    select from ${sql.table(table)} as t
    where ${sql.ref(`t.${column}`)} = entry.value and ${own}
  )`;
};

/**
 * Deletes values while inserts are locked out. Otherwise a new record could find its value still present and not add
 * it.
 */
const deleteValues = (
  db: Database,
  table: string,
  valuesTable: ValuesTable,
  values: readonly Value[],
) =>
  db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction);
    await sql`lock table ${sql.table(table)} in share mode`.execute(transaction);
    const { numAffectedRows } = await sql`
      delete from ${sql.table(valuesTable.name)} as entry
      where ${among(values)} and ${isGone(table, valuesTable)}`.execute(transaction);
    return Number(numAffectedRows ?? 0);
  });
