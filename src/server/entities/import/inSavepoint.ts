import { sql } from 'kysely';
import type { Database } from '../../store';

/** Does a part of a transaction; when it fails, the rest of the transaction goes on without it. */
export const inSavepoint = async <T>(transaction: Database, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint part`.execute(transaction);
  try {
    const answer = await work();
    await sql`release savepoint part`.execute(transaction);
    return answer;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(transaction);
    throw error;
  }
};
