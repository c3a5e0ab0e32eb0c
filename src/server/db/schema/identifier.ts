import { createHash } from 'node:crypto';

/** PostgreSQL truncates longer identifiers without an error, so that two names could become one. */
const MAX_IDENTIFIER_BYTES = 63;

const plain = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/**
 * A declared name as it may stand in SQL text, in double quotes.
 * @throws Error for anything but a plain name
 */
export const quoteIdentifier = (name: string): string => {
  if (plain.test(name)) return `"${name}"`;
  throw new Error(`${JSON.stringify(name)} cannot be the name of a table or a column`);
};

/** Several names in one pair of parentheses. */
export const columnList = (names: readonly string[]): string =>
  `(${names.map(quoteIdentifier).join(', ')})`;

/** The name of an index, constraint or partition; what would be too long ends in a hash of the whole. */
export const identifierName = (...parts: readonly string[]): string => {
  const name = parts.join('_');
  if (name.length <= MAX_IDENTIFIER_BYTES) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_IDENTIFIER_BYTES - 9)}_${hash}`;
};
