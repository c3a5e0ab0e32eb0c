/** Why a text could not be encrypted: no key was given, the key is no RSA public key, or the text is too long for it. */
export class EncryptError extends Error {
  override readonly name = 'EncryptError';
  readonly reason: 'noKey' | 'badKey' | 'tooLong';

  constructor(reason: EncryptError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** PKCS#1 v1.5 spends 11 bytes of the block on padding. */
const PADDING_BYTES = 11;

/** Bytes as JSEncrypt writes them: UTF-8, but each half of a surrogate pair on its own, in 3 bytes. */
const writtenBytes = (text: string): number => {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return bytes;
};

/**
 * Encrypts a password for the server: RSA, PKCS#1 v1.5. A text of the Basic Multilingual Plane is encrypted as UTF-8.
 * JSEncrypt writes emoji as CESU-8, which stays so because a customer's server may have stored its hash from that.
 * For the main thread of a page only: elsewhere JSEncrypt draws its padding from Math.random.
 * @param plain already trimmed; at most 245 bytes for a key of 2048 bits
 * @param publicKey SPKI or PKCS#1, PEM or its bare base64
 * @returns base64
 * @throws EncryptError
 */
export const encryptPassword = async (plain: string, publicKey: string): Promise<string> => {
  // Without a key JSEncrypt makes one up and encrypts for nobody.
  if (publicKey.trim() === '') throw new EncryptError('noKey', 'There is no public key.');
  const { JSEncrypt } = await import('jsencrypt');
  const encryptor = new JSEncrypt();
  encryptor.setPublicKey(publicKey);
  const blockBytes = atob(encryptor.encrypt('') || '').length;
  if (blockBytes === 0) throw new EncryptError('badKey', 'The public key is not an RSA key.');
  // JSEncrypt counts characters here, and silently cuts a text whose bytes do not fit.
  const limit = blockBytes - PADDING_BYTES;
  const cipher = writtenBytes(plain) > limit ? false : encryptor.encrypt(plain);
  if (cipher === false) throw new EncryptError('tooLong', `The text exceeds ${limit} bytes.`);
  return cipher;
};
