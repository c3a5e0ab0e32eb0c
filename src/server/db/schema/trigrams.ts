import { sql } from 'kysely';
import { type Database, inSavepoint } from '../sql/database';
import type { ActualColumns } from './introspect';

const ADVICE =
  'searching many locks by a part of a text is slow without the extension pg_trgm: let an administrator of the database run "create extension pg_trgm", or use PostgreSQL instead of PGlite';

/**
 * Creates the extension for trigram indexes if the database allows it. Otherwise it logs what to do, and searching reads
 * all rows.
 * @returns the schema as it is afterwards
 */
export const ensureTrigrams = async (
  transaction: Database,
  actual: ActualColumns,
  log: (line: string) => void,
): Promise<ActualColumns> => {
  if (actual.trigrams === 'ready') return actual;
  if (actual.trigrams === 'creatable' && (await tryCreate(transaction))) {
    return { ...actual, trigrams: 'ready' };
  }
  log(ADVICE);
  return { ...actual, trigrams: 'absent' };
};

/** Creates the extension in a savepoint, because its files may be missing on the database's host. */
const tryCreate = (transaction: Database): Promise<boolean> =>
  inSavepoint(transaction, () =>
    sql`create extension if not exists pg_trgm`.execute(transaction),
  ).then(
    () => true,
    () => false,
  );
