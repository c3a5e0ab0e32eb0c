import { createHash } from 'node:crypto';

/** PostgreSQL truncates longer identifiers without an error, so that two names could become one. */
const MAX_IDENTIFIER_BYTES = 63;

const plain = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/**
 * Quotes a declared name for SQL.
 * @throws Error for anything but a plain name
 */
export const quoteIdentifier = (name: string): string => {
  if (plain.test(name)) return `"${name}"`;
  throw new Error(`${JSON.stringify(name)} cannot be the name of a table or a column`);
};

export const columnList = (names: readonly string[]): string =>
  `(${names.map(quoteIdentifier).join(', ')})`;

/** Returns the name of an index, constraint or partition. A name that is too long ends in a hash of the whole. */
export const identifierName = (...parts: readonly string[]): string => {
  const name = parts.join('_');
  if (name.length <= MAX_IDENTIFIER_BYTES) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_IDENTIFIER_BYTES - 9)}_${hash}`;
};
