import { createHash, randomBytes } from 'node:crypto';

/** A new session token: 256 random bits as 43 characters that are safe in headers and cookies. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token, so that a stolen database opens no session. SHA-256, lower-case hex. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('hex');
