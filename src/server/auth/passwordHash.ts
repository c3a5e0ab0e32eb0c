import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { limitConcurrency } from '../work/concurrency';

interface Cost {
  /** log2 of scrypt's N. */
  ln: number;
  r: number;
  p: number;
}

interface StoredHash {
  cost: Cost;
  salt: Buffer;
  key: Buffer;
}

/** Default for log2 of scrypt's N: 32 MB and about 80 ms for each hash. */
export const PASSWORD_COST = 15;
/**
 * Range of the configurable cost. The minimum takes less time than an old phone would; the maximum takes as much
 * memory as MEMORY_LIMIT allows.
 */
export const PASSWORD_COSTS = { min: 10, max: 18 } as const;

/** Applies to new hashes; set by `hashAtCost`. */
let current: Cost = { ln: PASSWORD_COST, r: 8, p: 1 };

/**
 * Sets the cost of new hashes for the whole process. Hashes of another cost are replaced at their operators' next
 * login.
 * @param ln log2 of scrypt's N
 */
export const hashAtCost = (ln: number): void => {
  current = { ...current, ln };
};

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** More would occupy all four threads of libuv, and file access and DNS would wait for passwords. */
const AT_ONCE = 4;
/** Keeps a damaged row from making the server allocate gigabytes. */
const MEMORY_LIMIT = 256 * 2 ** 20;

const FORMAT =
  /^scrypt\$ln=([1-9]\d?),r=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

const memoryOf = ({ ln, r }: Cost): number => 128 * 2 ** ln * r;

const parse = (stored: string): StoredHash | undefined => {
  const [, ln, r, p, salt, key] = FORMAT.exec(stored) ?? [];
  if (salt === undefined || key === undefined) return undefined;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  if (memoryOf(cost) > MEMORY_LIMIT) return undefined;
  return { cost, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
};

const format = ({ cost, salt, key }: StoredHash): string =>
  `scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`;

const inTurn = limitConcurrency(AT_ONCE);

const derive = (plain: string, salt: Buffer, cost: Cost): Promise<Buffer> =>
  inTurn('scrypt', () => {
    const options = { N: 2 ** cost.ln, r: cost.r, p: cost.p, maxmem: 2 * memoryOf(cost) };
    return new Promise((resolve, reject) =>
      scrypt(plain, salt, KEY_BYTES, options, (error, key) =>
        error ? reject(error) : resolve(key),
      ),
    );
  });

/** Stands in for the hash of an unknown operator. Verifying takes as long, and no password has its random key. */
const nobody = { salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };

/** Returns the hash to store: `scrypt$ln=15,r=8,p=1$<salt>$<key>`, base64url. */
export const hashPassword = async (plain: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const cost = current;
  return format({ cost, salt, key: await derive(plain, salt, cost) });
};

/** Generates a password for a first sign-in, to be replaced after it. */
export const initialPassword = (): string => `${randomBytes(6).toString('hex')}A1`;

/**
 * True if a password matches the stored hash.
 * @param stored undefined or null for an unknown operator; the result is then false after the usual time, as for a
 * damaged hash
 */
export const verifyPassword = async (
  plain: string,
  stored: string | null | undefined,
): Promise<boolean> => {
  const { cost, salt, key } = parse(stored ?? '') ?? { ...nobody, cost: current };
  return timingSafeEqual(await derive(plain, salt, cost), key);
};

/** True if a hash was made with another cost than the current one. It is then replaced at the next login. */
export const needsRehash = (stored: string): boolean => {
  const cost = parse(stored)?.cost;
  return cost?.ln !== current.ln || cost.r !== current.r || cost.p !== current.p;
};
