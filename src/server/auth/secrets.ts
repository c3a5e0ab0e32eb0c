import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Database } from '../db';

/** Encrypts texts before they are stored, so that read access to the table does not reveal them. */
export interface Sealer {
  /** Uses a random IV: equal texts give different results. */
  seal(text: string): string;
  /** @throws Error if the text was not sealed here or was changed since */
  open(sealed: string): string;
}

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
/** Length that NIST SP 800-38D recommends for random IVs. */
const IV_BYTES = 12;

/**
 * Creates a sealer that uses AES-256-GCM with a key derived from a secret.
 * @param purpose separates the keys: a text sealed for one purpose cannot be opened for another
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

/**
 * Returns a random secret of the installation. It is generated once and kept in the database, which all servers
 * share.
 */
export const storedSecret = async (db: Database, name: string): Promise<string> => {
  await db
    .insertInto('secret')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const rows = await db.selectFrom('secret').select('value').where('name', '=', name).execute();
  if (!rows[0]) throw new Error(`The secret ${name} is missing`);
  return rows[0].value;
};
