import type { Padding } from '../domain/system';

/** Content of `/config.json`, loaded at start, so that one build serves every customer. */
export interface RuntimeConfig {
  /** Base URL of every call, without a trailing slash; '' for the page's origin. */
  apiBase: string;
  /** RSA public key for the login: PEM, or its base64 body. */
  loginKey: string;
  /** Secret of the signature. It is not confidential: every visitor of the page can read it. */
  signSecret: string;
  mapService: string;
  /** Base URL of uploaded files. A login response may override it. */
  imageServerUrl: string;
  title: string;
  /** Starts of the shifts: `HH:mm`, separated by `/`. */
  shifts?: string;
  /** Only http and https links are shown. */
  appDownload?: { ios?: string; android?: string };
  /** True if the database is for a demo only. */
  demoDatabase?: true;
  /** Changes with every release of the console on the server. A page with a different version is outdated. */
  version?: string;
  /** Version of the server, with the name of its configuration: `<version>+harbour`. */
  release?: string;
}

/** Encryption failure: no key, a key that is no RSA public key, or a text too long for it. */
export class EncryptError extends Error {
  override readonly name = 'EncryptError';
  readonly reason: 'noKey' | 'badKey' | 'tooLong';

  constructor(reason: EncryptError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Padding overhead, bytes. */
const PADDING_BYTES: Readonly<Record<Padding, number>> = { pkcs1: 11, oaep: 66 };

/** Bytes in JSEncrypt's encoding: UTF-8, but each half of a surrogate pair separately, in 3 bytes. */
const writtenBytes = (text: string): number => {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return bytes;
};

/** Encodes as UTF-8, one character per byte. */
const utf8Bytes = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/**
 * Encrypts a password with RSA. OAEP encodes every text as UTF-8. With PKCS#1 v1.5 JSEncrypt encodes emoji as CESU-8
 * and other texts as UTF-8. This must stay so: a customer's server may have stored hashes of it.
 * For the main thread of a page only: elsewhere JSEncrypt takes its padding from Math.random.
 * @param plain trimmed text, at most 245 bytes for a 2048-bit key, 190 with OAEP
 * @param publicKey SPKI or PKCS#1, PEM or its base64 body
 * @returns base64
 * @throws EncryptError
 */
export const encryptPassword = async (
  plain: string,
  publicKey: string,
  padding: Padding = 'pkcs1',
): Promise<string> => {
  // Without a key JSEncrypt generates a random one, so that no server could decrypt the text.
  if (publicKey.trim() === '') throw new EncryptError('noKey', 'There is no public key.');
  const { JSEncrypt } = await import('jsencrypt');
  const encryptor = new JSEncrypt();
  encryptor.setPublicKey(publicKey);
  const blockBytes = atob(encryptor.encrypt('') || '').length;
  if (blockBytes === 0) throw new EncryptError('badKey', 'The public key is not an RSA key.');
  // JSEncrypt counts characters here, and silently truncates a text whose bytes do not fit.
  const limit = blockBytes - PADDING_BYTES[padding];
  const bytes = utf8Bytes(plain);
  const length = padding === 'oaep' ? bytes.length : writtenBytes(plain);
  // Its OAEP treats each character as a byte.
  const encrypt = () =>
    padding === 'oaep' ? encryptor.encryptOAEP(bytes) : encryptor.encrypt(plain);
  const cipher = length > limit ? false : encrypt();
  if (cipher === false) throw new EncryptError('tooLong', `The text exceeds ${limit} bytes.`);
  return cipher;
};
