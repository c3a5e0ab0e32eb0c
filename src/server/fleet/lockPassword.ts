import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The password a lock shows at the embedded broker: made from the server's secret and its serial number, so that it
 * can be told again when a lock is provisioned and is nowhere stored. 32 characters.
 */
export const lockPassword = (secret: string, sn: string): string =>
  createHmac('sha256', secret).update(`mqtt:${sn}`).digest('base64url').slice(0, 32);

/** Whether a password is the lock's, in constant time. */
export const isLockPassword = (secret: string, sn: string, password: string): boolean => {
  const right = Buffer.from(lockPassword(secret, sn));
  const given = Buffer.from(password);
  return given.length === right.length && timingSafeEqual(given, right);
};
