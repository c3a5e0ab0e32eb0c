import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db';

/** Keeps texts unreadable to whoever sees the table they are in. */
export interface Sealer {
  /** The same text is sealed differently every time. */
  seal(text: string): string;
  /** @throws Error for a text that was not sealed here, or was changed since */
  open(sealed: string): string;
}

const CIPHER = 'aes-256-gcm';
/** Of the form, should there ever be another. */
const VERSION = 'v1';
/** As NIST SP 800-38D wants it for random ones. */
const IV_BYTES = 12;

/**
 * AES-256-GCM with a key made from a secret.
 * @param purpose what is sealed: a text of one purpose cannot be passed off as another's
 */
export const createSealer = (secret: string, purpose: string): Sealer => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `sealdesk:${purpose}`, 32));
  return {
    seal: (text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv);
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const parts = [iv, cipher.getAuthTag(), content].map((part) => part.toString('base64url'));
      return [VERSION, ...parts].join('.');
    },
    open: (sealed) => {
      const [version, ...parts] = sealed.split('.');
      const [iv, tag, content] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (version !== VERSION || !iv || tag?.length !== 16 || !content) {
        throw new Error(`Not a sealed text of ${purpose}`);
      }
      const decipher = createDecipheriv(CIPHER, key, iv).setAuthTag(tag);
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
    },
  };
};

/** A random secret of the installation: made once, kept in the database, the same for every server that shares it. */
export const storedSecret = async (db: Database, name: string): Promise<string> => {
  await sql`
    insert into secret (name, value) values (${name}, ${randomBytes(32).toString('base64url')})
    on conflict (name) do nothing`.execute(db);
  const { rows } = await sql<{ value: string }>`
    select value from secret where name = ${name}`.execute(db);
  if (!rows[0]) throw new Error(`The secret ${name} is missing`);
  return rows[0].value;
};
