import { isUtf8 } from 'node:buffer';
import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { DAY } from '../../domain/duration';
import type { Database } from '../db';

/** The key that passwords travel under. */
export interface LoginKey {
  /** SPKI as bare base64, which fits a cookie and a line of JSON. */
  publicKey: string;
  /**
   * Decrypts a text that a client encrypted with RSA, OAEP (SHA-256) or PKCS#1 v1.5. If anything is wrong with the
   * cipher, the answer is a random text: the caller goes on as with any wrong password, and an attacker does not learn
   * whether the padding was right.
   * @param cipher base64; zeros it begins with may be missing, as some clients drop them
   */
  decrypt: (cipher: string) => string;
}

/**
 * What a text becomes under a key of 2048 bits, as base64; zeros it begins with may be missing, as some clients drop
 * them. No password can look like it.
 */
export const CIPHER = /^[A-Za-z\d+/]{334,342}={0,2}$/;

/** How a password is encrypted, for the description of calls. */
export const CIPHER_DESCRIPTION =
  'Encrypted text, base64: RSA with OAEP (SHA-256, MGF1 with SHA-256, no label) or PKCS#1 v1.5. The key: publicKey of the ' +
  'answer to signing in; before that, loginKey of /config.json. Both are an SPKI as base64. Encrypt each text anew.';

/** 0x00 0x02, at least 8 bytes of padding, 0x00. */
const SHORTEST_HEADER = 11;
const RANDOM_TEXT_BYTES = 32;

/**
 * Takes the padding off a block without a branch that depends on it (RFC 8017, 7.2.2); random bytes where
 * it is wrong. By hand, because Node 20 refuses RSA_PKCS1_PADDING for decryption (CVE-2023-46809).
 */
const unpad = (block: Buffer): Buffer => {
  let wrong = block.readUInt8(0) | (block.readUInt8(1) ^ 2);
  let isPastPadding = 0;
  let start = 0;
  for (let i = 2; i < block.length; i++) {
    const isZero = (block.readUInt8(i) - 1) >>> 31;
    start |= -(isZero & (isPastPadding ^ 1)) & (i + 1);
    isPastPadding |= isZero;
  }
  // Without an end the start is still 0, and so too early as well.
  wrong |= (start - SHORTEST_HEADER) >>> 31;
  // All ones when nothing is wrong, else 0.
  const right = (wrong - 1) >> 31;
  const random = randomBytes(block.length);
  const chosen = Buffer.alloc(block.length);
  for (let i = 0; i < block.length; i++) {
    chosen.writeUInt8((block.readUInt8(i) & right) | (random.readUInt8(i) & ~right), i);
  }
  return chosen.subarray((start & right) | ((block.length - RANDOM_TEXT_BYTES) & ~right));
};

/** Both halves of a surrogate pair, each written in 3 bytes, as Latin-1: how JSEncrypt spells an emoji. */
const CESU_PAIR = /\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]/g;

const surrogate = (pair: string, at: number): number =>
  0xd000 | ((pair.charCodeAt(at + 1) & 0x3f) << 6) | (pair.charCodeAt(at + 2) & 0x3f);

/** UTF-8 or JSEncrypt's CESU-8; else Latin-1, for U+FFFD would make different passwords equal. */
const textOf = (bytes: Buffer): string => {
  const latin = bytes.toString('latin1').replace(CESU_PAIR, (pair) => {
    const character = String.fromCharCode(surrogate(pair, 0), surrogate(pair, 3));
    return Buffer.from(character).toString('latin1');
  });
  const utf8 = Buffer.from(latin, 'latin1');
  return isUtf8(utf8) ? utf8.toString() : latin;
};

/** A new 2048-bit RSA key, PKCS#8 PEM, to be kept secret and shared by all servers of an installation. */
export const makeLoginKey = async (): Promise<string> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
};

/**
 * Makes a stored key usable.
 * @param pem what makeLoginKey gave
 * @throws Error when that is no RSA private key
 */
export const openLoginKey = (pem: string): LoginKey => {
  const key = createPrivateKey(pem);
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (key.asymmetricKeyType !== 'rsa' || bits === undefined) {
    throw new Error('The login key is not an RSA private key.');
  }
  const blockBytes = Math.ceil(bits / 8);

  /** Undefined if the padding is not OAEP; OpenSSL takes as long for every reason of that. */
  const decryptOaep = (cipher: Buffer): Buffer | undefined => {
    if (cipher.length > blockBytes) return undefined;
    const block = Buffer.concat([Buffer.alloc(blockBytes - cipher.length), cipher]);
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    try {
      return privateDecrypt({ key, padding, oaepHash: 'sha256' }, block);
    } catch {
      return undefined;
    }
  };

  const decryptBlock = (cipher: Buffer): Buffer => {
    try {
      return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, cipher);
    } catch {
      // Longer than the key or not below its modulus, which anybody can tell from outside.
      return Buffer.alloc(blockBytes);
    }
  };

  return {
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
    decrypt: (base64) => {
      const cipher = Buffer.from(base64, 'base64');
      return textOf(decryptOaep(cipher) ?? unpad(decryptBlock(cipher)));
    },
  };
};

/** A cipher that opened the door once is remembered this long, ms: passwords are changed within it. */
const CIPHER_KEPT = 2 * 365 * DAY;

/**
 * Whether a cipher comes for the first time: everybody's padding is random, so only a captured one comes again, in a
 * body that whoever captured it has signed anew. Kept among the signs that were used.
 * @param now ms since 1970
 */
export const useCipher = async (db: Database, cipher: string, now: number): Promise<boolean> => {
  // However it is written: zeros it begins with may be missing, and base64 is read past what is none.
  const number = Buffer.from(cipher, 'base64').toString('hex').replace(/^0+/, '');
  const hash = createHash('sha256').update(`cipher ${number}`).digest('base64url');
  const { rows } = await sql`
    insert into seen_sign (hash, at) values (${hash}, ${now + CIPHER_KEPT})
    on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
};

const NAME = 'loginKey';

const read = async (db: Database): Promise<string | undefined> => {
  const { rows } = await sql<{ value: string }>`
    select value from secret where name = ${NAME}`.execute(db);
  return rows[0]?.value;
};

/** The installation's login key: made once, kept in the database, the same for every server that shares it. */
export const storedLoginKey = async (db: Database): Promise<LoginKey> => {
  const stored = await read(db);
  if (stored) return openLoginKey(stored);
  const newKey = await makeLoginKey();
  // Another server may have been quicker: its key stays.
  await sql`
    insert into secret (name, value) values (${NAME}, ${newKey})
    on conflict (name) do nothing`.execute(db);
  return openLoginKey((await read(db)) ?? newKey);
};
