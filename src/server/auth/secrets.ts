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

const randomSecret = async (): Promise<string> => randomBytes(32).toString('base64url');

/**
 * Returns a secret of the installation, by default a random one. It is generated once and kept in the database, which
 * all servers share.
 */
export const storedSecret = async (
  db: Database,
  name: string,
  generate = randomSecret,
): Promise<string> => {
  const read = db.selectFrom('secret').select('value').where('name', '=', name);
  const stored = await read.executeTakeFirst();
  if (stored) return stored.value;
  // If another server is quicker, its secret stays.
  await db
    .insertInto('secret')
    .values({ name, value: await generate() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await read.executeTakeFirstOrThrow()).value;
};

/** Opens the sealer of a purpose when it is first needed, or after a failure such as a database outage. */
export const lazySealer = (db: Database, purpose: string): (() => Promise<Sealer>) => {
  let opening: Promise<Sealer> | undefined;
  return () => {
    opening ??= storedSecret(db, purpose).then((secret) => createSealer(secret, purpose));
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
};
