import { sql } from 'kysely';
import type { Database } from '../sql/database';
import { executeAll } from './migrate';

/** Tables whose changes increment `place_version`. */
const PLACES = ['fence', 'interestPoint'];
const LOANS = 'batchDisDevice';

/** Returns those of the tables that exist without the trigger. */
const tablesWithout = async (
  db: Database,
  trigger: string,
  tables: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${tables}::text[]) as name
    where to_regclass(quote_ident(name)) is not null and not exists (
      select 1 from pg_trigger
      where tgname = ${trigger} and tgrelid = to_regclass(quote_ident(name)))`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Adds the triggers that count changes of fences and points of interest, and the one that makes loans take effect.
 * Runs at every start, because a declaration may add these tables later.
 */
export const addLateTriggers = async (transaction: Database): Promise<void> => {
  const places = await tablesWithout(transaction, 'note_place', PLACES);
  const loans = await tablesWithout(transaction, 'note_lent', [LOANS]);
  await executeAll(transaction, [
    ...places.map(
      (name) => `create trigger note_place after insert or update or delete on "${name}"
        for each statement execute function note_place()`,
    ),
    ...loans.flatMap((name) => [
      `create trigger note_lent after insert or update or delete on "${name}"
        for each row execute function note_lent()`,
      `select refresh_lent(array(select unnest(devices) from "${name}" where state = 1))`,
    ]),
  ]);
};
