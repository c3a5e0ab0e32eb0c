import { sql } from 'kysely';
import type { Operator } from '../calls';
import type { Database } from '../store';
import { findOperators } from './operators';

/** The operator as it is now; undefined when there is none of that id, or it may no longer come in. */
export const operatorOf = async (db: Database, id: number): Promise<Operator | undefined> => {
  const [found] = await findOperators(db, sql`o.id = ${id}`);
  if (!found || found.disabled) return undefined;
  const { disabled: _, password_hash: _hash, ...oper } = found;
  return oper;
};
