import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type SignWire, sign, verifySign } from '../../../src/protocol';

const page = readFileSync('docs/own-server.md', 'utf8');
const [, part = ''] = page.split('## Sign a call');
const [chapter = ''] = part.split('\n## ');
const [, secret = ''] = /the secret `([^`]+)`/.exec(chapter) ?? [];
const [example = '', text = '', vectors = ''] = [
  ...chapter.matchAll(/```(?:json)?\n([\s\S]*?)```/g),
].map(([, block = '']) => block.trim());

interface DocumentedVector {
  readonly wire: Omit<SignWire, 'secret'>;
  readonly body: object;
  readonly sign: string;
}

it('the worked example of docs/own-server.md matches the console', () => {
  const [, documented] = /"sign": "(\w{32})"`/.exec(chapter) ?? [];
  const body = JSON.parse(example);
  expect(sign(body, { secret })).toBe(documented);
  expect(verifySign({ ...body, sign: documented }, { secret })).toBe(true);
  // Without its last pair the text is the body's own.
  const pairs = text.split('&').map((pair) => pair.split('='));
  expect(pairs.at(-1)).toEqual(['key', secret]);
  const fields = Object.fromEntries(pairs.slice(0, -1));
  expect(sign({ ...fields, sign: 'any' }, { secret })).toBe(documented);
});

it.each(JSON.parse(vectors) as DocumentedVector[])(
  'signs $body by $wire as documented',
  (vector) => {
    expect(sign(vector.body, { ...vector.wire, secret })).toBe(vector.sign);
  },
);

it('has a vector for each option of signing', () => {
  const names = (JSON.parse(vectors) as DocumentedVector[]).flatMap(({ wire }) =>
    Object.keys(wire),
  );
  expect(new Set(names)).toEqual(
    new Set(['secretMode', 'keyName', 'joiner', 'nested', 'letterCase']),
  );
});
