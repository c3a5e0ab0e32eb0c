import { sql } from 'kysely';
import type { Database } from '../database';

/** Any number that nothing else in the database locks by. */
const KEY = 7_325_377;

/** Lets one server at a time change tables; held until the transaction ends. */
export const lockSchema = async (transaction: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${KEY})`.execute(transaction);
};
