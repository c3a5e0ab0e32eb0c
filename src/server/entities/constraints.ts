import { sql } from 'kysely';
import { type AnyEntity, comparedColumns, constraintRules } from '../../config';
import type { CallValues } from '../calls/endpoint';
import type { Database } from '../db';

/** Locks of a table. One for each value could exceed the locks that PostgreSQL has room for. */
const MAX_LOCKS = 64;

/**
 * Makes changes of records with the same values wait for each other until the transaction ends. Otherwise two that have
 * stored their records would both wait for the other when the rules are checked.
 * @param records as they are and as they will be stored
 */
export const lockComparedValues = async (
  db: Database,
  { table, fields, rules }: AnyEntity,
  records: readonly CallValues[],
): Promise<void> => {
  const keys = constraintRules(rules).flatMap((rule) =>
    records.map((record) => {
      const values = comparedColumns(rule).map((name) => record[name] ?? fields[name]?.initial);
      return JSON.stringify([...comparedColumns(rule), ...values]).toLowerCase();
    }),
  );
  if (keys.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtext(${table}), lock) from (
    select distinct abs(hashtext(key) % ${sql.lit(MAX_LOCKS)}) as lock from unnest(${keys}::text[]) as key
    order by 1
  ) as locks`.execute(db);
};

/** Checks the rules that the database enforces for all that the transaction has stored. */
export const checkConstraints = async (db: Database, { rules }: AnyEntity): Promise<void> => {
  if (constraintRules(rules).length === 0) return;
  await sql`set constraints all immediate`.execute(db);
  await sql`set constraints all deferred`.execute(db);
};
