import { sql } from 'kysely';
import type { Database } from '../database';
import type { Described } from './describe';
import { patternOf } from './filterConditions';
import { isOneOf } from './visible';

/** With more matches than this, looking at records in the order of time finds enough of them soon. */
const MATCHES = 200;

/**
 * Filters with the parts of texts replaced by the whole texts they match, where those are known and few: records are
 * found by whole texts at once, and by parts only one by one.
 */
export const narrow = async (
  db: Database,
  { columns, scope }: Described,
  filters: Readonly<Record<string, unknown>>,
  orgs: readonly number[],
): Promise<Readonly<Record<string, unknown>>> => {
  const narrowed = { ...filters };
  for (const [name, part] of Object.entries(filters)) {
    const known = columns.get(name)?.known;
    if (known === undefined || typeof part !== 'string' || part === '') continue;
    const visible = isOneOf(sql.ref('org'), scope === undefined ? [0] : orgs);
    const { rows } = await sql<{ value: string }>`
      select distinct value from ${sql.table(known)}
      where ${visible} and value ilike ${patternOf(part)} limit ${MATCHES + 1}`.execute(db);
    if (rows.length <= MATCHES) narrowed[name] = rows.map(({ value }) => value);
  }
  return narrowed;
};
