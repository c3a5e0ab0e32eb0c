import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../store';
import { operatorColumns, operatorJoins, type StoredOperator } from './operators';
import { hashPassword, needsRehash, verifyPassword } from './passwordHash';

/** A phone number may belong to several operators; each one tried costs a hash. */
const CANDIDATES = 3;

/** Stores an operator's password. */
export const storePassword = async (
  db: Kysely<Tables>,
  operId: number,
  plain: string,
): Promise<void> => {
  const hash = await hashPassword(plain);
  await sql`update oper set password_hash = ${hash} where id = ${operId}`.execute(db);
};

/**
 * The operator whose password this is, among those that a condition on `o` finds. It takes as long when there is none.
 */
export const checkPassword = async (
  db: Kysely<Tables>,
  condition: RawBuilder<unknown>,
  plain: string,
): Promise<StoredOperator | undefined> => {
  const { rows } = await sql<StoredOperator>`
    select ${operatorColumns} from oper o ${operatorJoins}
    where ${condition} order by o.id limit ${CANDIDATES}`.execute(db);
  if (rows.length === 0) await verifyPassword(plain, undefined);
  for (const row of rows) {
    if (!(await verifyPassword(plain, row.password_hash))) continue;
    if (row.password_hash && needsRehash(row.password_hash)) await storePassword(db, row.id, plain);
    return row;
  }
  return undefined;
};
