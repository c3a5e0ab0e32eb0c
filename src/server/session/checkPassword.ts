import { sql } from 'kysely';
import type { Database, Sql } from '../store';
import { findOperators, type StoredOperator } from './operators';
import { hashPassword, needsRehash, verifyPassword } from './passwordHash';

/** Stores an operator's password. */
export const storePassword = async (db: Database, operId: number, plain: string): Promise<void> => {
  const hash = await hashPassword(plain);
  await sql`update oper set password_hash = ${hash} where id = ${operId}`.execute(db);
};

/**
 * The operator whose password this is, among those that a condition on `o` finds. It takes as long when there is none.
 */
export const checkPassword = async (
  db: Database,
  condition: Sql,
  plain: string,
): Promise<StoredOperator | undefined> => {
  const found = await findOperators(db, condition);
  if (found.length === 0) await verifyPassword(plain, undefined);
  for (const oper of found) {
    const { id, password_hash: hash } = oper;
    if (!(await verifyPassword(plain, hash))) continue;
    if (hash && needsRehash(hash)) await storePassword(db, id, plain);
    return oper;
  }
  return undefined;
};
