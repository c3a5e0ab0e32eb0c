import { expect, it } from 'vitest';
import {
  positionOf,
  RADIUS_STEP,
  radiusAt,
} from '../../../../../src/console/maps/picker/radiusScale';

it.each([50, 100, 1000, 15_000, 100_000])('%d m come back from the slider', (metres) => {
  expect(radiusAt(positionOf(metres))).toBe(metres);
});

it.each([
  [1, 0],
  [5_000_000, 1],
])('%d m stand at the end', (metres, position) => {
  expect(positionOf(metres)).toBe(position);
});

it('every press of a key changes the radius', () => {
  const steps = Math.round(1 / RADIUS_STEP) + 1;
  const all = Array.from({ length: steps }, (_, i) => radiusAt(i * RADIUS_STEP));
  expect(new Set(all).size).toBe(steps);
  expect(all).toEqual([...all].sort((a, b) => a - b));
});
