import { expect, it } from 'vitest';
import { parseRange } from '../../../../src/server/http/downloads';

it.each([
  [undefined, undefined],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=10-19', { start: 10, end: 20 }],
  ['bytes=90-', { start: 90, end: 100 }],
  ['bytes=90-500', { start: 90, end: 100 }],
  ['bytes=-10', { start: 90, end: 100 }],
  ['bytes=-500', { start: 0, end: 100 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=20-10', undefined],
  ['bytes=-', undefined],
  ['bytes=1-2,4-5', undefined],
  ['lines=1-2', undefined],
  ['nonsense', undefined],
])('parses the range %j of 100 bytes as %j', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

it('refuses any range of an empty file', () => {
  expect([parseRange('bytes=0-', 0), parseRange('bytes=-5', 0)]).toEqual(['outside', 'outside']);
});
