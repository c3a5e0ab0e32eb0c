import md5 from 'md5';
import { type Langue, type Locale, langueOf } from '../domain/label';

/** Fields that every body has in addition to its own. */
interface SignedFields {
  langue: Langue;
  /** Epoch ms; the client's estimate of the server's clock. */
  timestamp: number;
  sign: string;
}

/**
 * Returns a signed copy of a body.
 * @param now epoch ms
 */
export const signedBody = <T extends object>(
  body: T,
  { locale, now, wire }: { locale: Locale; now: number; wire: SignWire },
): T & SignedFields => {
  const unsigned = { ...body, langue: langueOf(locale), timestamp: now };
  return { ...unsigned, sign: sign(unsigned, wire) };
};

/** Returns the MD5 of the UTF-8 bytes, in lower-case hex. */
type Md5 = (text: string) => string;

/** Hashes bytes instead of the text: it is faster, and a lone surrogate becomes U+FFFD instead of a URIError. */
const portableMd5: Md5 = (text) => md5(new TextEncoder().encode(text));

const signTravelled = (body: object, wire: SignWire, hash: Md5): string => {
  const hex = hash(canonicalText(body, wire));
  return wire.letterCase === 'lower' ? hex : hex.toUpperCase();
};

/** Compares in constant time, so that timing does not reveal how much of a guess is correct. */
const sameText = (expected: string, actual: string): boolean => {
  let difference = expected.length ^ actual.length;
  for (let i = 0; i < expected.length; i++) {
    difference |= expected.charCodeAt(i) ^ actual.charCodeAt(i);
  }
  return difference === 0;
};

/**
 * Returns the signature of a body in its JSON form (undefined removed, dates as ISO text). Java servers compute the
 * same if numbers are integers below 2^53 or decimals from 1e-3 to 1e7.
 * @param body fields to sign; a field `sign` is ignored
 * @returns 32 hex digits
 * @throws TypeError for a BigInt or a cycle, which JSON cannot represent
 */
export const sign = (body: object, wire: SignWire): string =>
  signTravelled(JSON.parse(JSON.stringify(body)), wire, portableMd5);

/**
 * Verifies the signature of a received body.
 * @param body result of JSON.parse; anything but an object with a text `sign` is false
 * @param hash a native MD5, if available, takes a tenth of the time
 */
export const verifySign = (body: unknown, wire: SignWire, hash: Md5 = portableMd5): boolean => {
  if (typeof body !== 'object' || body === null || !('sign' in body)) return false;
  if (typeof body.sign !== 'string') return false;
  try {
    return sameText(signTravelled(body, wire, hash), body.sign);
  } catch (error) {
    // A hostile body can be nested deeper than the stack allows.
    if (error instanceof RangeError) return false;
    throw error;
  }
};

/** Signature settings of a back end. Only the secret is required; the others are differences of customers' servers. */
export interface SignWire {
  secret: string;
  /** `key` (default) appends the secret as the last pair, `append` appends it alone, `prefix` prepends it alone. */
  secretMode?: 'key' | 'append' | 'prefix';
  /** Name of the last pair in mode `key`. Defaults to `key`. */
  keyName?: string;
  /** Separator of pairs. Defaults to `&`. */
  joiner?: string;
  /**
   * Arrays and objects: `json` (default) serialises them compactly in the order sent. `sorted` sorts the keys at every
   * depth and omits members that are null, like Java's fastjson. `skip` excludes them from the signature.
   */
  nested?: 'json' | 'sorted' | 'skip';
  /** Case of the hex digits. Defaults to `upper`. */
  letterCase?: 'upper' | 'lower';
}

/** Not by JSON.stringify: a rebuilt object would move integer-like keys to the front. */
const sortedJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${sortedJson(member)}`);
  return `{${members.join(',')}}`;
};

const valueText = (value: unknown, nested: SignWire['nested']): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'object') return String(value);
  if (nested === 'skip') return undefined;
  return nested === 'sorted' ? sortedJson(value) : JSON.stringify(value);
};

/**
 * Returns the text whose MD5 is the signature: the top-level fields except `sign`, without null and '' (0, false, []
 * and {} stay), sorted by code unit, and the secret.
 * @param body result of JSON.parse; before sending it may still contain undefined or dates
 * @throws RangeError if a field is nested some thousand levels deep
 */
const canonicalText = (body: object, wire: SignWire): string => {
  const { secret, secretMode = 'key', keyName = 'key', joiner = '&', nested = 'json' } = wire;
  const fields: Readonly<Record<string, unknown>> = { ...body };
  const pairs = Object.keys(fields)
    .filter((name) => name !== 'sign')
    .sort()
    .flatMap((name) => {
      const text = valueText(fields[name], nested);
      return text === undefined ? [] : [`${name}=${text}`];
    });
  if (secretMode === 'key') return [...pairs, `${keyName}=${secret}`].join(joiner);
  const text = pairs.join(joiner);
  return secretMode === 'append' ? text + secret : secret + text;
};
