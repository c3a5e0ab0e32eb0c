import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type ContactReason, REFUSED } from '../../domain/connection';
import type { Database } from '../db';

/** Without what is easily taken for something else: somebody may have to type it into a lock. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 24;

/** A new password: 24 of 31 letters and digits, 118 bits. */
const newPassword = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Nobody can guess 118 bits: a digest that is quick to compute is as good as a slow one. */
const digestOf = (password: string): string =>
  createHash('sha256').update(password).digest('base64url');

/**
 * Gives locks new passwords for the embedded broker; those they had are not good any more. Only digests are kept.
 * @param by who does it
 * @returns each password by serial number: it can never be told again
 */
export const issueAccess = async (
  db: Database,
  sns: readonly string[],
  by: string,
): Promise<ReadonlyMap<string, string>> => {
  const passwords = new Map(sns.map((sn) => [sn, newPassword()]));
  const digests = [...passwords].map(([sn, password]) => ({ sn, digest: digestOf(password) }));
  await storeDigests(db, digests, by);
  return passwords;
};

/** Lets locks in no more, whatever password they show, until they are given a new one. */
export const revokeAccess = (db: Database, sns: readonly string[], by: string): Promise<void> =>
  storeDigests(
    db,
    sns.map((sn) => ({ sn, digest: null })),
    by,
  );

/** Stores each lock's password digest; null revokes its access. */
const storeDigests = async (
  db: Database,
  digests: readonly { readonly sn: string; readonly digest: string | null }[],
  by: string,
): Promise<void> => {
  await sql`
    insert into lock_access (sn, digest, issued_at, issued_by)
    select sn, digest, ${Date.now()}, ${by}
    from jsonb_to_recordset(${JSON.stringify(digests)}::jsonb) as input(sn varchar, digest text)
    on conflict (sn) do update set digest = excluded.digest, issued_at = excluded.issued_at,
      issued_by = excluded.issued_by`.execute(db);
};

/**
 * The password of a lock that was never given one: made from the server's secret and the serial number. Nobody is told
 * it; simulated locks, and tools on the server's own machine, come in by it. 32 characters.
 */
export const lockPassword = (secret: string, sn: string): string =>
  createHmac('sha256', secret).update(`mqtt:${sn}`).digest('base64url').slice(0, 32);

const equalSecrets = (expected: string, actual: string): boolean => {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Whether a password is that of a lock that was never given one, in constant time. */
export const isLockPassword = (secret: string, sn: string, password: string): boolean =>
  equalSecrets(lockPassword(secret, sn), password);

interface LockAccess {
  readonly was_issued: boolean;
  /** null when it was revoked. */
  readonly digest: string | null;
}

/** Judges who comes to the embedded broker: why a lock with this password is not let in, undefined where it is. */
export const createAuthenticator =
  (db: Database, secret: string) =>
  async (sn: string, password: string): Promise<ContactReason | undefined> => {
    const { rows } = await sql<LockAccess>`
      select lock_access.sn is not null as was_issued, lock_access.digest
      from device left join lock_access on lock_access.sn = device.sn
      where device.sn = ${sn}`.execute(db);
    const [access] = rows;
    if (!access) return REFUSED.unknown;
    if (access.was_issued && access.digest === null) return REFUSED.revoked;
    const isRight =
      access.digest === null
        ? isLockPassword(secret, sn, password)
        : equalSecrets(access.digest, digestOf(password));
    return isRight ? undefined : REFUSED.wrongPassword;
  };
