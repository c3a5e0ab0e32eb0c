import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hashPassword } from '../session';
import type { Store } from '../store';

/** The organisation above all others, its administrator and the role that may do everything. */
export const ROOT = { orgId: 1, operId: 1, roleId: 1 } as const;

interface FirstStart {
  readonly store: Store;
  readonly title: string;
  /** Made up when missing. */
  readonly adminPassword?: string;
}

/**
 * Makes the root organisation and its administrator in an empty database.
 * @returns the administrator's password when it was made now, undefined when there was one already
 */
export const firstStart = async ({
  store,
  title,
  adminPassword,
}: FirstStart): Promise<string | undefined> => {
  const password = adminPassword ?? `${randomBytes(6).toString('hex')}A1`;
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
      // Rows with a chosen id do not move the sequence behind it.
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1)`.execute(trx);
    }
    return password;
  });
};
