import { sql } from 'kysely';
import type { Store } from '../db';
import { hashPassword, initialPassword } from './passwordHash';

/** Root organisation, its administrator, and the role with every permission. */
export const ROOT = { orgId: 1, operId: 1, roleId: 1 } as const;

interface FirstStart {
  readonly store: Store;
  readonly title: string;
  /** Generated if undefined. */
  readonly adminPassword?: string;
}

/**
 * Creates the root organisation and its administrator in an empty database.
 * @returns the administrator's password, or undefined if the administrator already existed
 */
export const firstStart = async ({
  store,
  title,
  adminPassword,
}: FirstStart): Promise<string | undefined> => {
  const password = adminPassword ?? initialPassword();
  const hash = await hashPassword(password);
  const now = Date.now();
  return store.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7203)`.execute(trx);
    const { rows } = await sql`select 1 from oper where id = ${ROOT.operId}`.execute(trx);
    if (rows.length > 0) return undefined;
    await sql`
      insert into org (id, org_name, org_type, status, create_time)
      values (${ROOT.orgId}, ${title}, 1, 1, ${now})`.execute(trx);
    await sql`
      insert into role (id, "roleName", create_time)
      values (${ROOT.roleId}, 'System administrator', ${now})`.execute(trx);
    await sql`
      insert into oper (id, "operName", "loginName", role_id, org_id, status, create_time,
                        password_hash, must_change)
      values (${ROOT.operId}, 'Administrator', 'admin', ${ROOT.roleId}, ${ROOT.orgId}, 1, ${now},
              ${hash}, ${adminPassword === undefined})`.execute(trx);
    for (const table of ['org', 'role', 'oper']) {
      // Inserting explicit ids does not advance the sequence.
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1)`.execute(trx);
    }
    return password;
  });
};
