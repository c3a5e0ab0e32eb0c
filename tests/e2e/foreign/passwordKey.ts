import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';

/** The key under which passwords travel: PEM, as many servers write it. */
export const passwordKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  /** PKCS#1 v1.5, its padding taken off by hand because Node refuses to. */
  const decrypt = (cipher: string): string => {
    const padding = constants.RSA_NO_PADDING;
    const block = privateDecrypt({ key: privateKey, padding }, Buffer.from(cipher, 'base64'));
    return block.subarray(block.indexOf(0, 2) + 1).toString();
  };
  return { publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })), decrypt };
};
