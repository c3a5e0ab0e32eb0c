import { createHash, createHmac, randomInt } from 'node:crypto';
import { type ContactReason, REFUSED } from '../../domain/connection';
import type { Database } from '../db';
import { equalSecrets } from './link';

/** Excludes characters that are easily confused, because a technician may have to type the password into a lock. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 24;

/** Generates a password of 24 characters out of 31, 118 bits. */
const newPassword = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A fast digest is enough, because 118 random bits cannot be guessed. */
const digestOf = (password: string): string =>
  createHash('sha256').update(password).digest('base64url');

/**
 * Issues new passwords for the embedded broker and invalidates the old ones. Only digests are stored.
 * @param by operator who issues them
 * @returns passwords by serial number; they cannot be read again
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

/** Revokes the access of locks until a new password is issued. */
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
  if (digests.length === 0) return;
  await db
    .insertInto('lock_access')
    .values(digests.map((entry) => ({ ...entry, issued_at: Date.now(), issued_by: by })))
    .onConflict((conflict) =>
      conflict.column('sn').doUpdateSet((eb) => ({
        digest: eb.ref('excluded.digest'),
        issued_at: eb.ref('excluded.issued_at'),
        issued_by: eb.ref('excluded.issued_by'),
      })),
    )
    .execute();
};

/**
 * Returns the password of a lock that was never issued one, derived from the server's secret and the serial number.
 * It is never displayed; simulated locks and tools on the server's own machine use it. 32 characters.
 */
export const lockPassword = (secret: string, sn: string): string =>
  createHmac('sha256', secret).update(`mqtt:${sn}`).digest('base64url').slice(0, 32);

/** True if a password is that of a lock that was never issued one. Compares in constant time. */
export const isLockPassword = (secret: string, sn: string, password: string): boolean =>
  equalSecrets(lockPassword(secret, sn), password);

/**
 * Creates the authenticator of the embedded broker. It returns the reason why a lock is refused, undefined if it is
 * accepted.
 */
export const createAuthenticator =
  (db: Database, secret: string) =>
  async (sn: string, password: string): Promise<ContactReason | undefined> => {
    const access = await db
      .selectFrom('device')
      .leftJoin('lock_access', 'lock_access.sn', 'device.sn')
      .select((eb) => eb('lock_access.sn', 'is not', null).as('was_issued'))
      .select('lock_access.digest')
      .where('device.sn', '=', sn)
      .executeTakeFirst();
    if (!access) return REFUSED.unknown;
    if (access.was_issued && access.digest === null) return REFUSED.revoked;
    const isRight =
      access.digest === null
        ? isLockPassword(secret, sn, password)
        : equalSecrets(access.digest, digestOf(password));
    return isRight ? undefined : REFUSED.wrongPassword;
  };
