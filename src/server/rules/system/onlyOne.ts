import { sql } from 'kysely';
import type { Fields } from '../../../config';
import type { Label } from '../../../domain/label';
import { invalid } from '../../calls';
import type { Change } from '../../entities';

interface Together {
  readonly table: string;
  /** Columns whose values together must differ from those of every other row. */
  readonly columns: readonly [string, string];
  /** Which of them is told that it is taken, and how. */
  readonly says: string;
  readonly why: Label;
  readonly fields: Fields;
}

/**
 * Refuses a row that has two values in common with another. Two callers who add the same at once come one after the
 * other.
 * @throws CallError `invalid`
 */
export const onlyOne = async (
  { db, current, values }: Change,
  { table, columns, says, why, fields }: Together,
): Promise<void> => {
  const [one, other] = columns.map((name) => (name in values ? values[name] : current?.[name]));
  await sql`select pg_advisory_xact_lock(hashtext(${table}), hashtext(${`${one} ${other}`}))`.execute(
    db,
  );
  const { rows } = await sql`
    select 1 from ${sql.table(table)}
    where ${sql.ref(columns[0])} = ${one} and ${sql.ref(columns[1])} = ${other}
      and id <> ${current?.id ?? 0} limit 1`.execute(db);
  if (rows.length > 0) throw invalid({ [says]: why }, fields);
};
