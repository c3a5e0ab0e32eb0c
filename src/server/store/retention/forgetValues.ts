import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import type { TableShape } from '../schema';

type Known = TableShape['known'][number];

/** Values looked at in one go. */
const BATCH = 2_000;

/** Whoever adds records waits meanwhile; better no tidying than a long wait. */
const PATIENCE = '3s';

interface Value {
  readonly org: number;
  readonly value: string;
}

const isGone = (table: string, { column, scope }: Known): Sql => {
  const own = scope === undefined ? sql`true` : sql`${sql.ref(`t.${scope}`)} = known.org`;
  return sql`not exists (
    select from ${sql.table(table)} as t
    where ${sql.ref(`t.${column}`)} = known.value and ${own}
  )`;
};

const nextValues = async (db: Database, { name }: Known, after?: Value): Promise<Value[]> => {
  const further = after
    ? sql`where (org, value) > (${after.org}::bigint, ${after.value}::text)`
    : sql``;
  const { rows } = await sql<Value>`
    select org, value from ${sql.table(name)} ${further} order by org, value limit ${BATCH}`.execute(
    db,
  );
  return rows;
};

const among = (values: readonly Value[]): Sql => sql`(known.org, known.value) in (
  select * from unnest(
    ${values.map(({ org }) => org)}::bigint[], ${values.map(({ value }) => value)}::text[]
  )
)`;

/** A record that is being added finds its value known and would not note it: so nobody adds any while it goes. */
const forget = (db: Database, table: string, known: Known, values: readonly Value[]) =>
  db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = ${sql.lit(PATIENCE)}`.execute(transaction);
    await sql`lock table ${sql.table(table)} in share mode`.execute(transaction);
    const { numAffectedRows } = await sql`
      delete from ${sql.table(known.name)} as known
      where ${among(values)} and ${isGone(table, known)}`.execute(transaction);
    return Number(numAffectedRows ?? 0);
  });

/**
 * Forgets known values that no record has any more. They are looked for without keeping anybody waiting; only what
 * seems to be gone is looked at again under a lock.
 * @returns how many there were
 * @throws the signal's reason
 */
export const forgetValues = async (
  db: Database,
  { name: table, known }: TableShape,
  signal?: AbortSignal,
) => {
  let total = 0;
  for (const one of known) {
    let values = await nextValues(db, one);
    while (values.length > 0) {
      signal?.throwIfAborted();
      const { rows: gone } = await sql<Value>`
        select org, value from ${sql.table(one.name)} as known
        where ${among(values)} and ${isGone(table, one)}`.execute(db);
      if (gone.length > 0) total += await forget(db, table, one, gone);
      values = await nextValues(db, one, values.at(-1));
    }
  }
  return total;
};
