import { constants, createPublicKey, generateKeyPairSync, publicEncrypt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { encryptPassword } from '../../../../src/protocol';
import { type LoginKey, makeLoginKey, openLoginKey } from '../../../../src/server/auth/loginKey';

let key: LoginKey;
beforeAll(async () => {
  key = openLoginKey(await makeLoginKey());
});

const publicKey = () =>
  createPublicKey({ key: Buffer.from(key.publicKey, 'base64'), format: 'der', type: 'spki' });

/** Encrypts exactly this block, without padding. */
const cipherOf = (block: Buffer): string =>
  publicEncrypt({ key: publicKey(), padding: constants.RSA_NO_PADDING }, block).toString('base64');

/** Builds a block of 256 bytes: header, filler, text. */
const blockOf = (header: number[], filler: number, text: number[]): Buffer =>
  Buffer.from([...header, ...Array(256 - header.length - text.length).fill(filler), ...text]);

const MARK = [...Buffer.from('\0secret')];

describe('a login key', () => {
  it('has 2048 bits, and opens to the same public key again', async () => {
    const pem = await makeLoginKey();
    expect(openLoginKey(pem).publicKey).toBe(openLoginKey(pem).publicKey);
    expect(publicKey().asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(key.publicKey).toMatch(/^[A-Za-z0-9+/]+=*$/);
  });

  it('must be RSA', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => openLoginKey(pem)).toThrow('not an RSA private key');
    expect(() => openLoginKey('nonsense')).toThrow();
  });
});

describe('decrypt', () => {
  it.each([
    ['ASCII', 'abc123 +/=&"'],
    ['Chinese', '密码一二三'],
    ['accents', 'pässwörd'],
    ['emoji', 'a😀b👩‍🚀c'],
    ['nothing', ''],
    ['the longest text', 'x'.repeat(245)],
    ['the longest Chinese text', `${'中'.repeat(81)}12`],
  ])('reads a cipher of JSEncrypt: %s', async (_, plain) => {
    expect(key.decrypt(await encryptPassword(plain, key.publicKey))).toBe(plain);
  });

  it.each(['abc123', '密码', 'a😀b'])('reads a UTF-8 cipher of another library: %s', (plain) => {
    const padded = { key: publicKey(), padding: constants.RSA_PKCS1_PADDING };
    const cipher = publicEncrypt(padded, Buffer.from(plain)).toString('base64');
    expect(key.decrypt(cipher)).toBe(plain);
  });

  it('distinguishes texts that are not valid UTF-8', () => {
    const one = key.decrypt(cipherOf(blockOf([0, 2], 7, [0, 0xed, 0xa0, 0xbd])));
    const two = key.decrypt(cipherOf(blockOf([0, 2], 7, [0, 0xed, 0xa0, 0xbe])));
    expect([one, two]).toEqual(['\xed\xa0\xbd', '\xed\xa0\xbe']);
  });

  it('reads a cipher without its leading zeros', () => {
    for (let filler = 1; ; filler = (filler % 255) + 1) {
      const noise = [
        filler,
        1 + Math.floor(Math.random() * 255),
        1 + Math.floor(Math.random() * 255),
      ];
      const cipher = Buffer.from(cipherOf(blockOf([0, 2, ...noise], filler, MARK)), 'base64');
      if (cipher[0] !== 0) continue;
      expect(key.decrypt(cipher.subarray(1).toString('base64'))).toBe('secret');
      break;
    }
  });

  it('accepts the minimum padding of 8 bytes, and ends it at the first zero', () => {
    const text = [...Buffer.from('x'.repeat(245))];
    expect(key.decrypt(cipherOf(blockOf([0, 2], 9, [0, ...text])))).toBe('x'.repeat(245));
    expect(key.decrypt(cipherOf(blockOf([0, 2], 9, [0, 65, 0, 66])))).toBe('A\0B');
  });

  it.each<[name: string, block: () => Buffer]>([
    ['block type 1', () => blockOf([0, 1], 7, MARK)],
    ['block type 0', () => blockOf([0, 0], 7, MARK)],
    ['a first byte that is not 0', () => blockOf([1, 2], 7, MARK)],
    ['padding without an end', () => blockOf([0, 2], 7, MARK.slice(1))],
    ['7 bytes of padding', () => blockOf([0, 2, 7, 7, 7, 7, 7, 7, 7, 0], 7, MARK)],
    ['no padding', () => blockOf([0, 2, 0], 7, MARK)],
    ['all zeros', () => Buffer.alloc(256)],
  ])('returns a random text for %s', (_, block) => {
    expectRandom(cipherOf(block()));
  });

  it.each<[name: string, cipher: string]>([
    ['nothing', ''],
    ['invalid base64', '%%% 密码 %%%'],
    ['a few bytes', 'QUJD'],
    ['a cipher not below the modulus', Buffer.alloc(256, 0xff).toString('base64')],
    ['a cipher longer than the key', Buffer.alloc(300, 1).toString('base64')],
    ['noise', Buffer.alloc(256, 3).toString('base64')],
  ])('returns a random text for the cipher %s', (_, cipher) => {
    expectRandom(cipher);
  });

  it('returns a random text for a cipher of another key', async () => {
    const other = openLoginKey(await makeLoginKey());
    expectRandom(await encryptPassword('secret', other.publicKey));
  });
});

/** Expects 32 random bytes, different each time. */
const expectRandom = (cipher: string): void => {
  const [one, two] = [key.decrypt(cipher), key.decrypt(cipher)];
  expect(one).not.toBe(two);
  expect(one).not.toContain('secret');
  expect(one.length).toBeGreaterThan(8);
  expect(one.length).toBeLessThanOrEqual(32);
};

describe('OAEP', () => {
  it.each(['secret', '密码 abc', 'a 😀', 'x'.repeat(190)])(
    'decrypts %j from the console',
    async (plain) => {
      expect(key.decrypt(await encryptPassword(plain, key.publicKey, 'oaep'))).toBe(plain);
    },
  );

  it('decrypts a cipher of another client, with SHA-256 only', () => {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const encrypt = (oaepHash: string) =>
      publicEncrypt({ key: publicKey(), padding, oaepHash }, Buffer.from('secret')).toString(
        'base64',
      );
    expect(key.decrypt(encrypt('sha256'))).toBe('secret');
    expect(key.decrypt(encrypt('sha1'))).not.toBe('secret');
  });

  it('holds up to 190 bytes', async () => {
    await expect(encryptPassword('x'.repeat(191), key.publicKey, 'oaep')).rejects.toMatchObject({
      reason: 'tooLong',
    });
  });
});
