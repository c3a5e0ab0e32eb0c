import { describe, expect, test } from 'vitest';
import {
  countryOf,
  openGazetteer as openPacked,
  worldGazetteer,
} from '../../../../src/server/gazetteer';
import { openPlaces } from '../../../../src/server/gazetteer/openPlaces';
import type { Town } from '../../../../src/server/gazetteer/placesFormat';
import { packPlaces } from '../../../tools/gazetteer/packPlaces';

const town = (english: string, chinese: string, lat: number, lon: number, population: number) =>
  ({ names: [english, chinese], lat, lon, population, country: 'CN' }) satisfies Town;

const openGazetteer = (towns: readonly Town[]) => openPacked(openPlaces(packPlaces(towns)));

describe('a position in words', () => {
  const city = town('Big', '大城', 0, 0, 1_000_000);
  // A degree is 111.2 km.
  const wordsFor = openGazetteer([city]);

  test.each([
    [0, 0, 'Big', '大城'],
    [0.035, 0, 'Big', '大城'],
    [0.06, 0, 'Big', '大城'],
    [0.08, 0, '8.9 km N of Big', '大城北 8.9 公里'],
    [0.3, 0.3, '47 km NE of Big', '大城东北 47 公里'],
    [0, 0.5, '56 km E of Big', '大城东 56 公里'],
    [-0.3, 0.3, '47 km SE of Big', '大城东南 47 公里'],
    [-0.5, 0, '56 km S of Big', '大城南 56 公里'],
    [-0.3, -0.3, '47 km SW of Big', '大城西南 47 公里'],
    [0, -0.5, '56 km W of Big', '大城西 56 公里'],
    [0.3, -0.3, '47 km NW of Big', '大城西北 47 公里'],
    [0, 179, '19904 km E of Big', '大城东 19904 公里'],
  ])('at %f, %f is “%s”', (lat, lon, en, zh) => {
    expect(wordsFor({ lat, lon }, 'en')).toBe(en);
    expect(wordsFor({ lat, lon }, 'zh')).toBe(zh);
  });

  test('refers to a known town, not to a hamlet beside it', () => {
    const wordsFor = openGazetteer([city, town('Tiny', 'Tiny', 0.2, 0.02, 1_200)]);
    expect(wordsFor({ lat: 0.17, lon: 0 }, 'en')).toBe('19 km N of Big');
    expect(wordsFor({ lat: 0.2, lon: 0.02 }, 'en')).toBe('Tiny');
  });

  test('names the same town in both languages, even if it has no Chinese name', () => {
    const near = town('Near', 'Near', 0.6, 0, 40_000);
    const wordsFor = openGazetteer([near, town('Named', '有名', 0.3, 0, 40_000)]);
    expect(wordsFor({ lat: 0.5, lon: 0 }, 'en')).toBe('11 km S of Near');
    expect(wordsFor({ lat: 0.5, lon: 0 }, 'zh')).toBe('Near 南 11 公里');
    expect(wordsFor({ lat: 0.595, lon: 0 }, 'zh')).toBe('Near');
  });

  test('finds a town across the antimeridian', () => {
    const wordsFor = openGazetteer([town('East', '东', 0, 179.9, 5_000)]);
    expect(wordsFor({ lat: 0, lon: -179.9 }, 'en')).toBe('22 km E of East');
  });

  test('is empty without a town', () => {
    expect(openGazetteer([])({ lat: 0, lon: 0 }, 'en')).toBe('');
  });
});

// Positions with their names in an atlas.
test.each([
  ['the Yellow Crane Tower', 30.5446, 114.2966, 'Wuhan', '武汉'],
  ['the town hall of Kunshan', 31.3855, 120.9809, 'Kunshan', '昆山'],
  ['Tonghui street in Jinyun', 28.659, 120.0915, 'Wuyun', '五云'],
  ['Burchardkai', 53.535, 9.92, 'Hamburg', '汉堡'],
  ['the town hall of Antwerp', 51.2212, 4.399, 'Antwerp', '安特卫普'],
  ['the milk market of Limerick', 52.6643, -8.6231, 'Limerick', '利默里克'],
  ['the cathedral of Tecomán', 18.9125, -103.8747, 'Tecomán', 'Tecomán'],
  ['the harbour of Malé', 4.1775, 73.508, 'Malé', '马累'],
  ['the Gateway Arch', 38.6247, -90.1848, 'St. Louis', '圣路易斯'],
  ['the airport of Pudong', 31.15, 121.8, /^\d+ km .* of /, /公里$/],
  ['Tokyo Tower', 35.6586, 139.7454, 'Tokyo', '东京'],
  [
    'the road from Kunming to Fumin',
    25.16,
    102.55,
    /^2\d km NW of Kunming$/,
    /^昆明西北 2\d 公里$/,
  ],
  ['the equator in the Pacific', 0, -150, /^2\d{3} km S of Honolulu$/, /^檀香山南 2\d{3} 公里$/],
  ['the north pole', 90, 0, /^\d{4} km N of /, /北 \d{4} 公里$/],
  ['Taipei 101', 25.034, 121.5645, 'Taipei', '台北'],
  ['the main station of Taipei', 25.0478, 121.517, 'Taipei', '台北'],
  ['Banqiao', 25.0143, 121.4672, 'New Taipei City', '新北'],
  ['the Sky Tower of Auckland', -36.8485, 174.7633, 'Auckland', '奥克兰'],
  ['the centre of Dubai', 25.2048, 55.2708, 'Dubai', '迪拜'],
  ['Port Said', 31.2565, 32.2841, 'Port Said', '塞得港'],
  ['Kigali', -1.9536, 30.0605, 'Kigali', '基加利'],
])('names the town near %s', (_, lat, lon, en, zh) => {
  const wordsFor = worldGazetteer();
  expect(wordsFor({ lat, lon }, 'en')).toMatch(en);
  expect(wordsFor({ lat, lon }, 'zh')).toMatch(zh);
});

test.each([
  ['Shanghai', 31.23, 121.47, 'CN'],
  ['Singapore beside Johor Bahru', 1.29, 103.85, 'SG'],
  ['Johor Bahru', 1.49, 103.74, 'MY'],
  ['the port of Rotterdam', 51.95, 4.05, 'NL'],
  ['Duisburg', 51.43, 6.76, 'DE'],
  ['a harbour of Hong Kong', 22.33, 114.13, 'CN'],
  ['Kaohsiung', 22.62, 120.28, 'CN'],
  ['the sea before Santos', -24.2, -46.2, 'BR'],
])('the country of %s', (_, lat, lon, country) => {
  expect(countryOf({ lat, lon })).toBe(country);
});
