import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type SignWire, sign, signedBody, verifySign } from '../../../src/protocol';

const wire: SignWire = { secret: 'seal-console-demo-secret' };
const native = (text: string) => createHash('md5').update(text).digest('hex');
const upper = (text: string) => native(text).toUpperCase();

const vectors: [name: string, body: object, expected: string][] = [
  [
    'a body without fields',
    { langue: 'en_US', timestamp: 1700000000000 },
    '7721BF51252DA9AD88DEF4D236945E5E',
  ],
  [
    'base64 and an empty text',
    {
      username: 'admin',
      password: 'QUJD+/8=',
      phone: '',
      langue: 'zh_CN',
      timestamp: 1700000000001,
    },
    'EF4DC956A59D8532F5DA8FB6CBCF49EF',
  ],
  [
    '0 and false, without null and empty text',
    {
      page: 0,
      hidden: false,
      remark: null,
      keyword: '',
      langue: 'en_US',
      timestamp: 1700000000002,
    },
    'A7F55F4C620F9BD4237819DB2010F1A0',
  ],
  [
    'nested values as compact JSON',
    {
      ids: [3, 1, 2],
      filter: { status: 2, org_name: '', a: null },
      none: [],
      langue: 'en_US',
      timestamp: 1700000000003,
    },
    'B5EE05A6283A79863F176AA6215EDD60',
  ],
  [
    'code-unit order, Chinese and an emoji',
    {
      org_name: '深圳港口&A=B 😀',
      Zed: 'z',
      _u: 'u',
      abc: 'a',
      langue: 'zh_CN',
      timestamp: 1700000000004,
    },
    '4007D24CBE56FE5DFEFA270F9CA34CC7',
  ],
  [
    'numbers as in JSON, without an old sign',
    {
      lat: 22.5,
      lon: 114,
      big: 1e21,
      neg: -0,
      code: '001',
      sign: 'OLD',
      langue: 'en_US',
      timestamp: 1700000000005,
    },
    'A0AB6D13EADBFDD697BCC911AA8C4AF1',
  ],
];

describe('sign', () => {
  it.each(vectors)('signs and verifies %s', (_, body, expected) => {
    expect(sign(body, wire)).toBe(expected);
    expect(verifySign({ ...body, sign: expected }, wire)).toBe(true);
    expect(verifySign({ ...body, sign: expected }, wire, native)).toBe(true);
  });

  it('matches WeChat Pay’s published example', () => {
    const body = {
      appid: 'wxd930ea5d5a258f4f',
      mch_id: '10000100',
      device_info: '1000',
      body: 'test',
      nonce_str: 'ibuaiVcKdpRxkhJA',
    };
    const secret = '192006250b4c09247ec02edce69f6a2d';
    expect(sign(body, { secret })).toBe('9A0A8659F005D6984697E2CA0A9CF3B7');
  });

  it.each<[name: string, body: object, text: string]>([
    [
      'undefined, functions and NaN are dropped',
      { a: undefined, b: () => 1, c: Number.NaN, d: 1 },
      'd=1&',
    ],
    ['a date is its ISO text', { a: new Date(0) }, 'a=1970-01-01T00:00:00.000Z&'],
    ['a blank text is included', { a: ' ' }, 'a= &'],
    ['empty lists and objects are included', { a: [], b: {} }, 'a=[]&b={}&'],
    ['nested null and undefined are as in JSON', { a: [null, { b: undefined }] }, 'a=[null,{}]&'],
    ['half a surrogate pair is U+FFFD', { a: '\ud83d' }, 'a=\ufffd&'],
    ['an empty body has the key only', {}, ''],
  ])('applies this rule: %s', (_, body, text) => {
    expect(sign(body, wire)).toBe(upper(`${text}key=${wire.secret}`));
  });

  const body = { b: { z: 1, 10: 'x', 9: null, a: [{ y: 1, x: null }] }, a: 'one', c: 0 };
  const plainB = '{"9":null,"10":"x","z":1,"a":[{"y":1,"x":null}]}';

  it.each<[knobs: Omit<SignWire, 'secret'>, text: string]>([
    [{}, `a=one&b=${plainB}&c=0&key=S`],
    [{ keyName: 'apiKey' }, `a=one&b=${plainB}&c=0&apiKey=S`],
    [{ joiner: '' }, `a=oneb=${plainB}c=0key=S`],
    [{ secretMode: 'append' }, `a=one&b=${plainB}&c=0S`],
    [{ secretMode: 'prefix' }, `Sa=one&b=${plainB}&c=0`],
    [{ nested: 'skip' }, 'a=one&c=0&key=S'],
    [{ nested: 'sorted' }, 'a=one&b={"10":"x","a":[{"y":1}],"z":1}&c=0&key=S'],
  ])('applies the options %j', (knobs, text) => {
    expect(sign(body, { secret: 'S', ...knobs })).toBe(upper(text));
    expect(sign(body, { secret: 'S', ...knobs, letterCase: 'lower' })).toBe(native(text));
  });
});

describe('verifySign', () => {
  const body = { sn: 'A1', on: false, args: { value: 3 }, langue: 'en_US', timestamp: 1 };
  const good = { ...body, sign: sign(body, wire) };

  it('accepts an unchanged body, its fields in another order, and added empty fields', () => {
    expect(verifySign(good, wire)).toBe(true);
    expect(verifySign(Object.fromEntries(Object.entries(good).reverse()), wire)).toBe(true);
    expect(verifySign({ ...good, remark: '', note: null }, wire)).toBe(true);
  });

  it.each<[name: string, tampered: unknown]>([
    ['a changed text', { ...good, sn: 'A2' }],
    ['a changed boolean', { ...good, on: true }],
    ['a changed nested value', { ...good, args: { value: 4 } }],
    ['a changed timestamp', { ...good, timestamp: 2 }],
    ['an added field', { ...good, extra: 0 }],
    ['an emptied field', { ...good, sn: '' }],
    ['no sign', body],
    ['an empty sign', { ...good, sign: '' }],
    ['a sign in the wrong case', { ...good, sign: good.sign.toLowerCase() }],
    ['a longer sign', { ...good, sign: `${good.sign}0` }],
    ['a shorter sign', { ...good, sign: good.sign.slice(0, -1) }],
    ['a sign that is not text', { ...good, sign: [good.sign] }],
    ['null', null],
    ['a list', [1]],
    ['a text', 'sign'],
    [
      'nesting deeper than the stack',
      { ...good, sn: JSON.parse('['.repeat(1e5) + ']'.repeat(1e5)) },
    ],
  ])('refuses %s', (_, tampered) => {
    expect(verifySign(tampered, wire)).toBe(false);
  });

  it('refuses another secret', () => {
    expect(verifySign(good, { secret: 'another' })).toBe(false);
  });

  it('rethrows an error of the hash', () => {
    const broken = () => {
      throw new Error('no MD5 here');
    };
    expect(() => verifySign(good, wire, broken)).toThrow('no MD5 here');
  });
});

const signedBodyWire = { secret: 'S' };

describe('signedBody', () => {
  it.each([
    ['en', 'en_US'],
    ['zh', 'zh_CN'],
  ] as const)('adds langue, timestamp and sign in %s', (locale, langue) => {
    const body = { pageNum: 1 };
    const signed = signedBody(body, { locale, now: 1700000000000, wire: signedBodyWire });
    const unsigned = { pageNum: 1, langue, timestamp: 1700000000000 };
    expect(signed).toEqual({ ...unsigned, sign: sign(unsigned, signedBodyWire) });
    expect(body).toEqual({ pageNum: 1 });
  });

  it('replaces an earlier signature', () => {
    const first = signedBody({ a: 1 }, { locale: 'en', now: 1, wire: signedBodyWire });
    const second = signedBody(first, { locale: 'zh', now: 2, wire: signedBodyWire });
    expect(second).toMatchObject({ a: 1, langue: 'zh_CN', timestamp: 2 });
    expect(verifySign(second, signedBodyWire)).toBe(true);
  });

  it('verifies after a JSON round trip', () => {
    const body = { from: new Date(5), to: undefined, ids: [undefined, -0], text: '中😀' };
    const signed = signedBody(body, { locale: 'zh', now: 1, wire: signedBodyWire });
    expect(verifySign(JSON.parse(JSON.stringify(signed)), signedBodyWire)).toBe(true);
  });
});
