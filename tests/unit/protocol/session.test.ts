import { constants, createPublicKey, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { encryptPassword } from '../../../src/protocol';

const keys = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const key = keys(2048);
const small = keys(1024);
const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '');
const pkcs1 = createPublicKey(key.publicKey).export({ type: 'pkcs1', format: 'pem' }).toString();

/** Decrypts a cipher and returns the last `bytes` of its block. */
const tailOf = (cipher: string, privateKey: string, bytes: number): Buffer =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_NO_PADDING },
    Buffer.from(cipher, 'base64'),
  ).subarray(-bytes - 1);

afterEach(() => vi.restoreAllMocks());

describe('encryptPassword', () => {
  it.each([
    ['SPKI PEM', key.publicKey],
    ['bare SPKI', bare(key.publicKey)],
    ['PKCS#1 PEM', pkcs1],
    ['bare PKCS#1', bare(pkcs1)],
  ])('accepts a key as %s', async (_, publicKey) => {
    const cipher = await encryptPassword('密码 abc', publicKey);
    expect(tailOf(cipher, key.privateKey, 10)).toEqual(Buffer.from('\0密码 abc'));
  });

  it('returns a different cipher each time', async () => {
    const [one, two] = await Promise.all([
      encryptPassword('a', key.publicKey),
      encryptPassword('a', key.publicKey),
    ]);
    expect(one).not.toBe(two);
  });

  it.each([
    ['ASCII', 'x'.repeat(245), 'x'.repeat(246), key],
    ['two bytes each', `${'é'.repeat(122)}x`, 'é'.repeat(123), key],
    ['three bytes each', `${'中'.repeat(81)}xx`, '中'.repeat(82), key],
    ['emoji', `${'😀'.repeat(40)}xxxxx`, '😀'.repeat(41), key],
    ['a key of 1024 bits', 'x'.repeat(117), 'x'.repeat(118), small],
  ])(
    'encrypts a text up to the limit, and refuses a longer one: %s',
    async (_, fits, exceeds, pair) => {
      // JSEncrypt also complains on the console.
      vi.spyOn(console, 'error').mockReturnValue();
      const block = tailOf(await encryptPassword(fits, pair.publicKey), pair.privateKey, 245);
      expect(block.toString('latin1').endsWith(fits.slice(-1))).toBe(true);
      await expect(encryptPassword(exceeds, pair.publicKey)).rejects.toMatchObject({
        name: 'EncryptError',
        reason: 'tooLong',
      });
    },
  );

  it.each([
    ['', 'noKey'],
    [' \n', 'noKey'],
    ['not a key', 'badKey'],
    [bare(key.publicKey).slice(0, 40), 'badKey'],
    ['-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----', 'badKey'],
  ])('refuses the key %j', async (publicKey, reason) => {
    await expect(encryptPassword('abc123', publicKey)).rejects.toMatchObject({ reason });
  });
});
