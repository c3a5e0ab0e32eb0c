import { Pool, type PoolConfig, TypeOverrides } from 'pg';
import type { Log } from './engine';

const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;

const safeInteger = (text: string): number => {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`The database holds ${text}, which a JavaScript number cannot hold exactly`);
};

type Nested = string | null | Nested[];
const nestedIntegers = (value: Nested): unknown =>
  Array.isArray(value) ? value.map(nestedIntegers) : value === null ? null : safeInteger(value);

// Per pool instead of pg's global table, which other users of pg in the process would share.
const numbers = new TypeOverrides();
// The type declarations of pg know neither this oid nor that a parser takes text.
const parseInt8Array = numbers.getTypeParser(INT8_ARRAY) as unknown as (text: string) => Nested;
numbers.setTypeParser(INT8, safeInteger);
numbers.setTypeParser(INT8_ARRAY, (text) => nestedIntegers(parseInt8Array(text)));
numbers.setTypeParser(NUMERIC, Number);

/**
 * A pool whose numbers are numbers and whose broken connections are logged instead of ending the
 * process. Waiting for a free connection is given up after 30 s.
 */
export function openPool(config: PoolConfig, log: Log): Pool {
  const pool = new Pool({
    application_name: 'sealdesk',
    connectionTimeoutMillis: 30_000,
    types: numbers,
    ...config,
  });
  pool.on('error', (error) => log(`Storage: an idle connection broke: ${error.message}`));
  // The pool listens to idle clients only: a client that breaks while lent out would throw.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const PATIENCE = 5_000;

/** Ends a pool, but waits at most 5 s for clients somebody forgot to give back. */
export async function endPool(pool: Pool): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE);
  });
  await Promise.race([pool.end(), patience]);
  clearTimeout(timer);
}
