import { describe, expect, it } from 'vitest';
import { sign, signedBody, verifySign } from '../../../src/protocol';

const wire = { secret: 'S' };

describe('signedBody', () => {
  it.each([
    ['en', 'en_US'],
    ['zh', 'zh_CN'],
  ] as const)('adds langue, timestamp and sign in %s', (locale, langue) => {
    const body = { pageNum: 1 };
    const signed = signedBody(body, { locale, now: 1700000000000, wire });
    const unsigned = { pageNum: 1, langue, timestamp: 1700000000000 };
    expect(signed).toEqual({ ...unsigned, sign: sign(unsigned, wire) });
    expect(body).toEqual({ pageNum: 1 });
  });

  it('replaces what an earlier signing left', () => {
    const first = signedBody({ a: 1 }, { locale: 'en', now: 1, wire });
    const second = signedBody(first, { locale: 'zh', now: 2, wire });
    expect(second).toMatchObject({ a: 1, langue: 'zh_CN', timestamp: 2 });
    expect(verifySign(second, wire)).toBe(true);
  });

  it('still verifies after travelling as JSON', () => {
    const body = { from: new Date(5), to: undefined, ids: [undefined, -0], text: '中😀' };
    const signed = signedBody(body, { locale: 'zh', now: 1, wire });
    expect(verifySign(JSON.parse(JSON.stringify(signed)), wire)).toBe(true);
  });
});
