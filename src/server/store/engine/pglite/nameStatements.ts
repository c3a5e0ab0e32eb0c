import type { PoolClient } from 'pg';

let clients = 0;

const isNamed = (query: unknown): query is { name: string } =>
  typeof query === 'object' &&
  query !== null &&
  'name' in query &&
  typeof query.name === 'string' &&
  !('submit' in query);

/**
 * Gives the client's named statements names of its own. PGlite has one session for all its
 * clients, so a second client that prepares the same name would be refused (SQLSTATE 42P05).
 */
export function nameStatements(client: PoolClient): void {
  clients += 1;
  const prefix = `c${clients}_`;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const renamed = (first: unknown, ...rest: unknown[]) =>
    query(isNamed(first) ? { ...first, name: `${prefix}${first.name}` } : first, ...rest);
  client.query = renamed as PoolClient['query'];
}
