import { expect, it } from 'vitest';
import { radiusOf } from '../../../../src/fields/lngLat/view';

it.each([
  [500, 500],
  ['750', 750],
  ['', null],
  [null, null],
  [undefined, null],
  ['wide', null],
  [0, null],
  [-3, null],
])('%o is a radius of %o', (value, radius) => {
  expect(radiusOf('radius', { radius: value })).toBe(radius);
});

it('is none where there is no record', () => {
  expect(radiusOf('radius', undefined)).toBeNull();
});
