import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  hashAtCost,
  hashPassword,
  needsRehash,
  verifyPassword,
} from '../../../../src/server/auth/passwordHash';

const real = crypto.scrypt;
const scryptRuns = { now: 0, most: 0, total: 0, costs: new Set<number>() };

/** Counts the runs of the real scrypt. */
const counted: typeof real = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  ...rest: unknown[]
) => {
  const [options, done] = rest as [
    crypto.ScryptOptions,
    (error: Error | null, key: Buffer) => void,
  ];
  scryptRuns.now++;
  scryptRuns.total++;
  scryptRuns.most = Math.max(scryptRuns.most, scryptRuns.now);
  scryptRuns.costs.add(options.N ?? 0);
  real(password, salt, length, options, (error, key) => {
    scryptRuns.now--;
    done(error, key);
  });
};

/** Replaces `scrypt`, also in modules that have imported it already. */
const scryptIs = (scrypt: typeof real) => {
  crypto.scrypt = scrypt;
  syncBuiltinESMExports();
};

beforeAll(() => scryptIs(counted));
afterAll(() => scryptIs(real));

beforeEach(() => {
  Object.assign(scryptRuns, { now: 0, most: 0, total: 0, costs: new Set() });
});

const stored = (plain: string, ln: number, r = 8, p = 1): string => {
  const salt = Buffer.alloc(16, 7);
  const key = crypto.scryptSync(plain, salt, 32, { N: 2 ** ln, r, p, maxmem: 2 ** 27 });
  return `scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
};

describe('hashPassword', () => {
  it('verifies its own hash only, uses a salt, and needs no rehash', async () => {
    const [hash, again] = await Promise.all([hashPassword('密码abc1'), hashPassword('密码abc1')]);
    expect(hash).toMatch(/^scrypt\$ln=15,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(again).not.toBe(hash);
    expect(await verifyPassword('密码abc1', hash)).toBe(true);
    expect(await verifyPassword('密码abc2', hash)).toBe(false);
    expect(needsRehash(hash)).toBe(false);
  });
});

describe('verifyPassword', () => {
  it.each([
    [10, 8, 1],
    [11, 4, 2],
    [15, 8, 1],
  ])('verifies a hash of ln=%i, r=%i, p=%i', async (ln, r, p) => {
    expect(await verifyPassword('abc123', stored('abc123', ln, r, p))).toBe(true);
    expect(await verifyPassword('abc124', stored('abc123', ln, r, p))).toBe(false);
  });

  const [prefix, salt, key] = ['scrypt$ln=15,r=8,p=1', 'A'.repeat(22), 'A'.repeat(43)];

  it.each([
    ['no user', undefined],
    ['no password yet', null],
    ['an empty hash', ''],
    ['another scheme', '$2b$10$abcdefghijklmnopqrstuv'],
    ['no key', `${prefix}$${salt}$`],
    ['a short key', `${prefix}$${salt}$AA`],
    ['a long key', `${prefix}$${salt}$${key}A`],
    ['no cost', `scrypt$$${salt}$${key}`],
    ['a cost of 0', `scrypt$ln=0,r=8,p=1$${salt}$${key}`],
    ['a cost of gigabytes', `scrypt$ln=30,r=8,p=1$${salt}$${key}`],
  ])('returns false for %s, in the usual time', async (_, hash) => {
    expect(await verifyPassword('abc123', hash)).toBe(false);
    expect(scryptRuns).toMatchObject({ total: 1, costs: new Set([2 ** 15]) });
  });
});

describe('hashAtCost', () => {
  it('hashes at that cost, renews other hashes, and checks unknown users at that cost too', async () => {
    const usual = stored('abc123', 15);
    hashAtCost(11);
    expect(await hashPassword('abc123')).toMatch(/^scrypt\$ln=11,/);
    expect(await verifyPassword('abc123', usual)).toBe(true);
    expect(needsRehash(usual)).toBe(true);
    scryptRuns.costs.clear();
    expect(await verifyPassword('abc123', undefined)).toBe(false);
    expect(scryptRuns.costs).toEqual(new Set([2 ** 11]));
    hashAtCost(15);
  });
});

describe('needsRehash', () => {
  it.each([
    [stored('a', 10), true],
    [stored('a', 11, 4), true],
    [stored('a', 15, 8, 2), true],
    [stored('a', 15), false],
    ['damaged', true],
  ])('decides if %s needs a rehash: %s', (hash, expected) => {
    expect(needsRehash(hash)).toBe(expected);
  });
});

describe('many password checks', () => {
  it('run four at a time, whatever their results', async () => {
    const cheap = stored('abc123', 10);
    const tries = Array.from({ length: 20 }, (_, i) => (i % 3 ? 'abc123' : 'wrong1'));
    const answers = await Promise.all(tries.map((plain) => verifyPassword(plain, cheap)));
    expect(answers).toEqual(tries.map((plain) => plain === 'abc123'));
    expect(scryptRuns).toMatchObject({ most: 4, total: 20, now: 0 });
    await verifyPassword('abc123', cheap);
    expect(scryptRuns.total).toBe(21);
  });
});
