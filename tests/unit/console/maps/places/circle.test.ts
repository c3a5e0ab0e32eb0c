import { describe, expect, it } from 'vitest';
import {
  cornersOf,
  eastOf,
  positionOf,
  RADIUS_STEP,
  radiusAt,
  radiusTo,
  roundedPlace,
} from '../../../../../src/console/maps/places/circle';
import { distance } from '../../../../../src/domain/geo/geometry';

const places = [
  ['the equator', { lat: 0, lon: 0 }],
  ['Shanghai', { lat: 31.23, lon: 121.47 }],
  ['the south', { lat: -54.8, lon: -68.3 }],
  ['the antimeridian', { lat: -17, lon: 179.99 }],
] as const;

describe.each(places)('a radius at %s', (_, centre) => {
  it.each([1, 500, 20_000])('reads %d m back from its handle', (metres) => {
    expect(radiusTo(centre, eastOf(centre, metres))).toBe(metres);
  });

  it('the corners enclose the circle', () => {
    const [low, high] = cornersOf(centre, 5_000);
    for (const corner of [low, high]) {
      expect(distance(centre, { lat: corner.lat, lon: centre.lon })).toBeCloseTo(5_000, 0);
      expect(distance(centre, { lat: centre.lat, lon: corner.lon })).toBeCloseTo(5_000, 0);
    }
    expect(low.lon).toBeLessThan(high.lon);
    expect(low.lat).toBeLessThan(high.lat);
  });
});

it('stays on the map near a pole', () => {
  const centre = { lat: 89.9, lon: 10 };
  expect(eastOf(centre, 20_000_000).lon).toBeLessThanOrEqual(190);
  expect(cornersOf(centre, 20_000_000)[1].lat).toBe(90);
});

it('a circle has a radius of one metre at least', () => {
  expect(radiusTo({ lat: 1, lon: 1 }, { lat: 1, lon: 1 })).toBe(1);
});

it.each([50, 100, 1000, 15_000, 100_000])('reads %d m back from the slider', (metres) => {
  expect(radiusAt(positionOf(metres))).toBe(metres);
});

it.each([
  [1, 0],
  [5_000_000, 1],
])('shows %d m at the end of the slider', (metres, position) => {
  expect(positionOf(metres)).toBe(position);
});

it('every key press changes the radius', () => {
  const steps = Math.round(1 / RADIUS_STEP) + 1;
  const all = Array.from({ length: steps }, (_, i) => radiusAt(i * RADIUS_STEP));
  expect(new Set(all).size).toBe(steps);
  expect(all).toEqual([...all].sort((a, b) => a - b));
});

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
])('stores %o as %o', (place, rounded) => {
  expect(roundedPlace(place)).toEqual(rounded);
});
