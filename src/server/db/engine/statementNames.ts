import { LRUCache } from 'lru-cache';
import type { PoolClient } from 'pg';
import { codeOf, messageOf } from './engine';

/** Each name takes memory in every connection of PostgreSQL. */
const MAX_NAMES = 300;
/** A text gets its name at this use. */
const MIN_USES = 10;
const MAX_COUNTED_TEXTS = 1_000;

/**
 * Operators whose best plan may depend on the value. After five runs PostgreSQL plans a named statement once for all
 * values, so texts with these stay unnamed.
 */
const VALUE_DEPENDENT =
  /\b(i?like|similar|between|any|unnest|count|offset)\b|\b(limit|cast\() ?\$|[<>]=?\s*(\$|cast)|~|&&|@>|<@/i;
/** Rows read by their ids: every value has the same plan. */
const BY_ID = /\bwhere "?t"?\."?id"? = any\(\$\d+::bigint\[\]\)/i;

/** True if one plan suits all values of a text. */
export const hasOnePlan = (text: string): boolean =>
  BY_ID.test(text) || !VALUE_DEPENDENT.test(text);

/** Creates the names of the texts that a process uses often. PostgreSQL parses a named statement once per connection. */
export const createStatementNames = () => {
  const names = new Map<string, string>();
  const uses = new LRUCache<string, number>({ max: MAX_COUNTED_TEXTS });
  let age = 0;
  return {
    /** Counts a use of the text and returns its name, if it has one. */
    use: (text: string): string | undefined => {
      const name = names.get(text);
      if (name !== undefined || names.size >= MAX_NAMES || !hasOnePlan(text)) return name;
      const count = (uses.get(text) ?? 0) + 1;
      uses.set(text, count);
      if (count < MIN_USES) return undefined;
      const newName = `s${age}_${names.size}`;
      names.set(text, newName);
      return newName;
    },
    /** Replaces all names of the age of `name`, because prepared statements no longer fit the tables. */
    replace: (name: string): void => {
      if (!name.startsWith(`s${age}_`)) return;
      age += 1;
      names.clear();
    },
  };
};

/** True if another server changed the tables of a prepared statement: a column has another type or length now. */
const isOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && messageOf(error).includes('cached plan');

type Query = (...args: unknown[]) => unknown;

/**
 * Sends frequent texts of a client under their names. An outdated statement is sent again without its name, except in
 * a transaction, which PostgreSQL has aborted by then.
 */
export const nameStatements = (
  client: PoolClient,
  names: ReturnType<typeof createStatementNames>,
): void => {
  const query: Query = (...args) =>
    (Object.getPrototypeOf(client) as { query: Query }).query.apply(client, args);
  let isInTransaction = false;

  const retry = (name: string, text: string, values: unknown) => (error: unknown) => {
    if (!isOutdated(error)) throw error;
    names.replace(name);
    if (isInTransaction) throw error;
    return query(text, values);
  };
  const named: Query = (text, values, ...rest) => {
    if (typeof text !== 'string') return query(text, values, ...rest);
    if (/^(begin|start transaction)\b/.test(text)) isInTransaction = true;
    if (text === 'commit' || text === 'rollback') isInTransaction = false;
    const name = Array.isArray(values) && values.length > 0 ? names.use(text) : undefined;
    if (name === undefined) return query(text, values, ...rest);
    const result = query({ name, text, values }, ...rest);
    return result instanceof Promise ? result.catch(retry(name, text, values)) : result;
  };
  client.query = named as PoolClient['query'];
};
