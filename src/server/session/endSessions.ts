import { sql } from 'kysely';
import type { Database, Sql } from '../store';

/** Signs out the operators `o` that a condition finds, on every server. */
export const endSessions = async (db: Database, condition: Sql): Promise<void> => {
  await sql`
    delete from session where oper_id in (select o.id from oper o where ${condition})`.execute(db);
};
