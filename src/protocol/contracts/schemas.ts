import { type Static, type TSchema, Type } from 'typebox';
import { says } from './contract';

type Options = Readonly<Record<string, unknown>>;

/** Value of `type`, or null. */
export const orNull = <T>(type: string, options: Options = {}) =>
  Type.Unsafe<T | null>({ ...options, type: [type, 'null'] });

/** Reference to a schema among the components of the description, which the server adds. */
export const component = <T>(name: string) =>
  Type.Unsafe<T>({ $ref: `#/components/schemas/${name}` });

/** Objects whose members the configuration declares. */
export const Row = (options: Options = {}) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ ...options, type: 'object' });

/** Whole number within limits, which its message names. */
export const Whole = (minimum: number, maximum: number, options: Options = {}) =>
  Type.Integer({ ...options, minimum, maximum });

/** Highest page number of a list. */
export const LAST_PAGE = 10_000_000;

/** End of the year 9999, epoch ms. The days and months around it are still within the range of a `Date`. */
const MAX_TIME = 253_402_300_799_999;

export const Moment = (description: string) =>
  Type.Integer({ description, minimum: -MAX_TIME, maximum: MAX_TIME, ...says('moment') });

/** Encryption of passwords, for the API description. */
export const CIPHER_DESCRIPTION =
  'Encrypted text, base64: RSA with OAEP (SHA-256, MGF1 with SHA-256, no label) or PKCS#1 v1.5. The key: publicKey of the ' +
  'answer to signing in; before that, loginKey of /config.json. Both are an SPKI as base64. Encrypt each text anew.';

/** Password. It is trimmed; a text that is no cipher counts as a wrong password. */
export const Cipher = Type.String({
  description: CIPHER_DESCRIPTION,
  contentEncoding: 'base64',
  writeOnly: true,
});

export const Binary = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

/** Values, or a file in their place. */
export const OrFile = <T extends TSchema>(values: T) =>
  Type.Unsafe<Static<T>>({ anyOf: [values, Binary] });

/** Primary key. A customer's server may use texts. */
export const Id = Type.Unsafe<number | string>(Type.Integer());

/** No serial number is longer. */
export const MAX_SN_LENGTH = 64;

export const Sn = Type.String({ minLength: 1, maxLength: MAX_SN_LENGTH, ...says('notSns') });

/** Serial numbers of at least one lock. */
export const Sns = (maxItems: number) =>
  Type.Array(Sn, { minItems: 1, maxItems, ...says({ maxItems: 'sns', default: 'noDevice' }) });

export const Texts = (options: Options = {}) => Type.Array(Type.String(), options);
