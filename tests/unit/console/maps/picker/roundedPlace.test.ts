import { expect, it } from 'vitest';
import { roundedPlace } from '../../../../../src/console/maps/picker/roundedPlace';

it.each([
  [
    { lat: 31.23041649, lon: 121.47370051 },
    { lat: 31.230416, lon: 121.473701 },
  ],
  [
    { lat: 10, lon: 190 },
    { lat: 10, lon: -170 },
  ],
  [
    { lat: 10, lon: -541 },
    { lat: 10, lon: 179 },
  ],
  [
    { lat: 91, lon: 0 },
    { lat: 90, lon: 0 },
  ],
])('%o is stored as %o', (given, stored) => {
  expect(roundedPlace(given)).toEqual(stored);
});
