import { sql } from 'kysely';
import type { Sql } from './database';

/** Characters that end or escape a quoted element. */
const special = /["\\]/g;

const elementText = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return `"${String(value).replace(special, '\\$&')}"`;
};

/**
 * Returns the text of a one-dimensional SQL array, to be cast to its type. `pg` would format each element of a parameter
 * by itself, which is several times slower for the rows of a batch.
 */
export const arrayText = (values: readonly unknown[]): string => {
  let text = '';
  for (const value of values) {
    if (text !== '') text += ',';
    text += typeof value === 'number' ? value : elementText(value);
  }
  return `{${text}}`;
};

/** Returns values as an SQL array with one parameter. @param type of an element */
export const sqlArray = (values: readonly unknown[], type: string): Sql =>
  sql`cast(${arrayText(values)} as ${sql.raw(`${type}[]`)})`;
