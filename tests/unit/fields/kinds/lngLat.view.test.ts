import { expect, it } from 'vitest';
import { inputTexts, parseInputs, radiusOf } from '../../../../src/fields/kinds/lngLat.view';

it.each([
  [500, 500],
  ['750', 750],
  ['', null],
  [null, null],
  [undefined, null],
  ['wide', null],
  [0, null],
  [-3, null],
])('reads %o as a radius of %o', (value, radius) => {
  expect(radiusOf('radius', { radius: value })).toBe(radius);
});

it('returns no radius without a record', () => {
  expect(radiusOf('radius', undefined)).toBeNull();
});

it.each([
  [{ lat: '', lon: ' ' }, null],
  [
    { lat: '31.2', lon: '121.4' },
    { lat: 31.2, lon: 121.4 },
  ],
  [
    { lat: '31.2', lon: '' },
    { lat: 31.2, lon: '' },
  ],
])('reads a place from the inputs %o', (inputs, value) => {
  expect(parseInputs(inputs)).toEqual(value);
});

it('fills the inputs from a place', () => {
  expect(inputTexts({ lat: 31.2, lon: 121.4 })).toEqual({ lat: '31.2', lon: '121.4' });
  expect(inputTexts('nowhere')).toEqual({ lat: '', lon: '' });
});
