import { expect, test } from 'vitest';
import { isPlace, placeOf, placeText } from '../../../../src/domain/geo/place';

const shanghai = { lat: 31.2304, lon: 121.4737 };

test.each([
  ['31.2304, 121.4737', shanghai],
  ['31.2304 121.4737', shanghai],
  ['(31.2304°, 121.4737°)', shanghai],
  ['31.2304，121.4737', shanghai],
  ['-33.86, -151.2', { lat: -33.86, lon: -151.2 }],
  [{ lat: '31.2304', lng: '121.4737' }, shanghai],
  [{ lat: 31.2304, lon: 121.4737, zoom: 3 }, shanghai],
  [[121.4737, 31.2304], shanghai],
  ['0, 0', { lat: 0, lon: 0 }],
])('%o is a place', (given, place) => {
  expect(placeOf(given)).toEqual(place);
});

test.each([
  '',
  'Shanghai',
  '31.2304',
  '91, 0',
  '121.4737, 31.2304',
  '1,2,3',
  null,
  7,
  { lat: null, lon: null },
  { lat: 1 },
  [],
])('%o is none', (given) => {
  expect(placeOf(given)).toBeUndefined();
});

test('a place has two numbers', () => {
  expect([isPlace(shanghai), isPlace({ lat: '31', lon: 121 }), isPlace(null)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('is written so that it can be read back', () => {
  expect(placeText(shanghai)).toBe('31.230400, 121.473700');
  expect(placeOf(placeText(shanghai))).toEqual(shanghai);
});
