import { sql } from 'kysely';
import type { Store } from '../db';
import { hashPassword, initialPassword } from './passwordHash';

/** Root organisation, its administrator, and the role with every permission. */
export const ROOT = { orgId: 1, operId: 1, roleId: 1 } as const;

interface FirstStart {
  readonly store: Store;
  readonly title: string;
  /** First password of the administrator, who must change it; generated if undefined. */
  readonly adminPassword?: string;
  /** Public password of the demo, used instead of a generated one. It need not be changed. */
  readonly publicPassword?: string;
}

/**
 * Creates the root organisation and its administrator in an empty database.
 * @returns undefined if there is one already; the administrator's password if it was generated
 */
export const firstStart = async ({
  store,
  title,
  adminPassword,
  publicPassword,
}: FirstStart): Promise<{ readonly generated?: string } | undefined> => {
  const password = adminPassword ?? publicPassword ?? initialPassword();
  const isPublic = password === publicPassword;
  const isGenerated = adminPassword === undefined && !isPublic;
  const hash = await hashPassword(password);
  const now = Date.now();
  return store.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7203)`.execute(trx);
    const oper = await trx
      .selectFrom('oper')
      .select('id')
      .where('id', '=', ROOT.operId)
      .executeTakeFirst();
    if (oper) return undefined;
    await trx
      .insertInto('org')
      .values({ id: ROOT.orgId, org_name: title, org_type: 1, status: 1, create_time: now })
      .execute();
    await trx
      .insertInto('role')
      .values({ id: ROOT.roleId, roleName: 'System administrator', create_time: now })
      .execute();
    await trx
      .insertInto('oper')
      .values({
        id: ROOT.operId,
        operName: 'Administrator',
        loginName: 'admin',
        role_id: ROOT.roleId,
        org_id: ROOT.orgId,
        status: 1,
        create_time: now,
        password_hash: hash,
        must_change: !isPublic,
      })
      .execute();
    for (const table of ['org', 'role', 'oper']) {
      // Inserting explicit ids does not advance the sequence.
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1)`.execute(trx);
    }
    return { generated: isGenerated ? password : undefined };
  });
};
