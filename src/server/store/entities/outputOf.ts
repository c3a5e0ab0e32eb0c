import { sql } from 'kysely';
import type { Sql } from '../database';

/** A column as it is read: pg would make a Date at local midnight of a day, which is another day elsewhere. */
export const outputOf = (name: string, type: string): Sql => {
  const column = sql.ref(`t.${name}`);
  return type === 'date' ? sql`to_char(${column}, 'YYYY-MM-DD')` : column;
};
