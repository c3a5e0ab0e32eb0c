import { around, distance } from 'geokdbush';
import { describe, expect, test } from 'vitest';
import type { LatLon } from '../../../../src/domain/geo/geometry';
import { worldPlaceSearch } from '../../../../src/server/gazetteer/findPlaces';
import { openPlaces } from '../../../../src/server/gazetteer/openPlaces';
import { SIZES, searchableName } from '../../../../src/server/gazetteer/placesFormat';
import { readPlaces } from '../../../../src/server/gazetteer/readPlaces';
import { mergePlaces } from '../../../tools/gazetteer/joinPlaces';
import { packPlaces, searchableNames } from '../../../tools/gazetteer/packPlaces';
import { randomSource } from '../../domain/geo/random';

const towns = mergePlaces();
const places = readPlaces();
const random = randomSource(5);
const sample = Array.from({ length: 300 }, () => Math.floor(random() * towns.length));

describe('the packed places of the world', () => {
  test('match the sources, in order', () => {
    expect(places.count).toBe(towns.length);
    for (const number of sample) expect(places.town(number)).toEqual(towns[number]);
  });

  test('have the nearest town of each size class', () => {
    const classes = SIZES.map((size, i) => {
      const below = SIZES[i - 1] ?? Number.POSITIVE_INFINITY;
      return towns.filter(({ population }) => population >= size && population < below);
    });
    for (let i = 0; i < 5; i++) {
      const [lat, lon] = [random() * 140 - 60, random() * 360 - 180];
      const kmTo = (town: LatLon) => distance(lon, lat, town.lon, town.lat);
      const towns = places.layers.map(({ index, numbers }) =>
        places.town(numbers[around(index, lon, lat, 1)[0] ?? -1] ?? -1),
      );
      const nearest = classes.map((all) =>
        all.reduce((km, town) => Math.min(km, kmTo(town)), Infinity),
      );
      expect(towns.map(kmTo)).toEqual(nearest);
    }
  });

  test('are found by name as in a scan of the sources', () => {
    const all = towns.map((town) => ({ town, names: town.names.flatMap(searchableNames) }));
    const find = worldPlaceSearch();
    for (const number of sample.slice(0, 30)) {
      const word = searchableName(towns[number]?.names[0].slice(0, 5) ?? '');
      const beginning = all.filter(({ names }) => names.some((name) => name.startsWith(word)));
      const whole = beginning.filter(({ names }) => names.includes(word));
      const expected = [...new Set([...whole, ...beginning])].slice(0, 5);
      const matches = find(word, 'en', 5).slice(0, expected.length);
      expect(matches.map(({ lat, lon }) => [lat, lon])).toEqual(
        expected.map(({ town: { lat, lon } }) => [lat, lon]),
      );
    }
  });

  test('load correctly from an unaligned memory address', () => {
    const place = { lat: 1.23456, lon: -2, population: 5, country: 'ST' };
    const some = [{ names: ['Big', '大城'] as const, ...place }];
    const file = packPlaces(some);
    const moved = new Uint8Array(file.length + 3).subarray(3);
    moved.set(file);
    expect(openPlaces(moved).town(0)).toEqual(some[0]);
  });
});
