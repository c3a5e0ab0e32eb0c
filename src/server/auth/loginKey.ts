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
import { DAY } from '../../domain/duration';
import { type Database, lit } from '../db';
import { storedSecret } from './secrets';

export interface LoginKey {
  /** SPKI as bare base64, which fits into a cookie and a line of JSON. */
  publicKey: string;
  /**
   * Decrypts a text that a client encrypted with RSA, OAEP (SHA-256) or PKCS#1 v1.5. Returns a random text if the
   * cipher is invalid: the caller goes on as with any wrong password, and an attacker does not learn whether the
   * padding was right.
   * @param cipher base64; leading zero bytes may be missing, because some clients drop them
   */
  decrypt: (cipher: string) => string;
}

/**
 * Base64 of a cipher under a 2048-bit key. Leading zero bytes may be missing, because some clients drop them. No
 * valid password matches.
 */
export const CIPHER = /^[A-Za-z\d+/]{334,342}={0,2}$/;

/** 0x00 0x02, at least 8 bytes of padding, 0x00. */
const SHORTEST_HEADER = 11;
const RANDOM_TEXT_BYTES = 32;

/**
 * Removes the padding of a block without a branch that depends on it (RFC 8017, 7.2.2). Returns random bytes if the
 * padding is invalid. Implemented by hand, because Node 20 refuses RSA_PKCS1_PADDING for decryption (CVE-2023-46809).
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
  // If no end was found, `start` is still 0, which is too early as well.
  wrong |= (start - SHORTEST_HEADER) >>> 31;
  // All ones if the padding is right, else 0.
  const right = (wrong - 1) >> 31;
  const random = randomBytes(block.length);
  const chosen = Buffer.alloc(block.length);
  for (let i = 0; i < block.length; i++) {
    chosen.writeUInt8((block.readUInt8(i) & right) | (random.readUInt8(i) & ~right), i);
  }
  return chosen.subarray((start & right) | ((block.length - RANDOM_TEXT_BYTES) & ~right));
};

/** Surrogate pair in CESU-8, each half in 3 bytes, read as Latin-1. JSEncrypt encodes emoji this way. */
const CESU_PAIR = /\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]/g;

const surrogate = (pair: string, at: number): number =>
  0xd000 | ((pair.charCodeAt(at + 1) & 0x3f) << 6) | (pair.charCodeAt(at + 2) & 0x3f);

/**
 * Decodes UTF-8 or JSEncrypt's CESU-8. Other bytes are read as Latin-1, because U+FFFD would make different passwords
 * equal.
 */
const textOf = (bytes: Buffer): string => {
  const latin = bytes.toString('latin1').replace(CESU_PAIR, (pair) => {
    const character = String.fromCharCode(surrogate(pair, 0), surrogate(pair, 3));
    return Buffer.from(character).toString('latin1');
  });
  const utf8 = Buffer.from(latin, 'latin1');
  return isUtf8(utf8) ? utf8.toString() : latin;
};

/** Generates a 2048-bit RSA key as PKCS#8 PEM. It is secret, and all servers of an installation share it. */
export const makeLoginKey = async (): Promise<string> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
};

/**
 * Opens a stored key.
 * @param pem result of `makeLoginKey`
 * @throws Error if it is not an RSA private key
 */
export const openLoginKey = (pem: string): LoginKey => {
  const key = createPrivateKey(pem);
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (key.asymmetricKeyType !== 'rsa' || bits === undefined) {
    throw new Error('The login key is not an RSA private key.');
  }
  const blockBytes = Math.ceil(bits / 8);

  /** Returns undefined if the padding is not OAEP. OpenSSL takes equally long for every cause. */
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
      // Longer than the key or not below its modulus. Both are visible from outside, so this reveals nothing.
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

/** Time for which a used cipher is rejected, ms. Passwords are expected to change within it. */
const CIPHER_KEPT = 2 * 365 * DAY;

/**
 * Records a cipher and returns true if it is used for the first time. Clients pad randomly, so a repeated cipher was
 * captured, and the attacker can sign the body anew. Recorded in `seen_sign`.
 * @param now epoch ms
 */
export const useCipher = async (db: Database, cipher: string, now: number): Promise<boolean> => {
  // Normalises the spelling: leading zero bytes may be missing, and Node's base64 decoder skips invalid characters.
  const number = Buffer.from(cipher, 'base64').toString('hex').replace(/^0+/, '');
  const hash = createHash('sha256').update(`cipher ${number}`).digest('base64url');
  const rows = await db
    .insertInto('seen_sign')
    .values({ hash, at: now + CIPHER_KEPT })
    .onConflict((conflict) => conflict.doNothing())
    .returning(lit(1).as('one'))
    .execute();
  return rows.length > 0;
};

export const storedLoginKey = async (db: Database): Promise<LoginKey> =>
  openLoginKey(await storedSecret(db, 'loginKey', makeLoginKey));
