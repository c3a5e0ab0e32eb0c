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
  return name.length <= MAX_IDENTIFIER_BYTES ? name : hashedName(name, name);
};

/** Returns a name that ends in the hash of a text, such as the definition of a constraint. */
export const hashedName = (name: string, text: string): string => {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_IDENTIFIER_BYTES - 9)}_${hash}`;
};

/** Names a table, or one of its columns, as the administrator declares it: `vehicle.axles (table vehicles)`. */
export const placeOf = (
  { name, entity = name }: { readonly name: string; readonly entity?: string },
  column?: string,
): string =>
  [
    entity,
    ...(column === undefined ? [] : ['.', column]),
    ...(entity === name ? [] : [` (table ${name})`]),
  ].join('');
