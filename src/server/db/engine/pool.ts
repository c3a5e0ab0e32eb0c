import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolConfig, TypeOverrides } from 'pg';
import type { Log } from './engine';
import { createStatementNames, nameStatements } from './statementNames';

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;

const safeInteger = (text: string): number => {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`The database holds ${text}, which a JavaScript number cannot hold exactly`);
};

type Nested = string | null | Nested[];
const nestedIntegers = (value: Nested): unknown =>
  Array.isArray(value) ? value.map(nestedIntegers) : value === null ? null : safeInteger(value);

// Set per pool, because pg's global table applies to all users of pg in the process.
const parsers = new TypeOverrides();
// The type declarations of pg lack this oid, and that a parser takes text.
const parseInt8Array = parsers.getTypeParser(INT8_ARRAY) as unknown as (text: string) => Nested;
parsers.setTypeParser(INT8, safeInteger);
parsers.setTypeParser(INT8_ARRAY, (text) => nestedIntegers(parseInt8Array(text)));
// A day has no time zone, so it stays a text.
parsers.setTypeParser(DATE, (day) => day);

/**
 * Breaks a connection that is idle or waits for an answer when the other machine has been silent for about 40 s. The
 * system's own limit is two hours.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 };

/**
 * Opens a pool that returns integers as numbers, `numeric` and days as texts, and logs broken connections instead of
 * ending the process. Waiting for a free connection times out after 30 s.
 * @param isNaming true if frequent statements get names. Each connection must have a session of its own
 */
export function openPool(config: PoolConfig, log: Log, isNaming = false): Pool {
  const pool = new Pool({
    application_name: 'sealdesk',
    connectionTimeoutMillis: 30_000,
    types: parsers,
    ...config,
  });
  pool.on('error', (error) => log(`Storage: an idle connection broke: ${error.message}`));
  // The pool listens to idle clients only; an error of a client in use would be thrown.
  pool.on('connect', (client) => client.on('error', () => {}));
  if (isNaming) {
    const names = createStatementNames();
    pool.on('connect', (client) => nameStatements(client, names));
  }
  return pool;
}

const PATIENCE = 5_000;

/** Ends a pool, but waits at most 5 s for clients that were not released. */
export async function endPool(pool: Pool): Promise<void> {
  await Promise.race([pool.end(), sleep(PATIENCE, undefined, { ref: false })]);
}
