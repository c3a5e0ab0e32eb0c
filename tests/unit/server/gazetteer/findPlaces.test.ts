import { expect, test } from 'vitest';
import { openPlaceSearch, worldPlaceSearch } from '../../../../src/server/gazetteer/findPlaces';
import { openPlaces } from '../../../../src/server/gazetteer/openPlaces';
import { packPlaces } from '../../../tools/gazetteer/packPlaces';

const town = (english: string, chinese: string, population: number) => ({
  names: [english, chinese] as const,
  lat: 1,
  lon: 2,
  population,
  country: 'US',
});

const towns = [
  town('New York', '纽约', 8_000_000),
  town('York', '约克', 150_000),
  town('Yorkville', 'Yorkville', 20_000),
  town('Yorke', 'Yorke', 900_000),
  town('São Paulo', '圣保罗', 12_000_000),
];
const find = openPlaceSearch(openPlaces(packPlaces(towns)));

const names = (words: string, locale: 'en' | 'zh' = 'en', limit = 9) =>
  find(words, locale, limit).map(({ name, other }) => [name, other].filter(Boolean).join(' '));

test.each<[string, 'en' | 'zh', string[]]>([
  ['york', 'en', ['York 约克', 'Yorke', 'Yorkville', 'New York 纽约']],
  [' SAO p', 'en', ['São Paulo 圣保罗']],
  ['约', 'zh', ['约克 York', '纽约 New York']],
  ['ork', 'en', []],
  ['.*', 'en', []],
  ['  ', 'en', []],
])('finds %j in %s: exact name first, then beginnings, then words', (words, locale, expected) => {
  expect(names(words, locale)).toEqual(expected);
});

test('finds no more places than the limit', () => {
  expect(names('york', 'en', 2)).toEqual(['York 约克', 'Yorke']);
});

test.each([
  ['wuhan', 'Wuhan', 30.6, 114.3],
  ['武汉', 'Wuhan', 30.6, 114.3],
  ['tromso', 'Tromsø', 69.6, 19],
  ['TROMSØ', 'Tromsø', 69.6, 19],
  ['lodz', 'Łódź', 51.8, 19.5],
  ['Duesseldorf', 'Düsseldorf', 51.2, 6.8],
  ['dusseldorf', 'Düsseldorf', 51.2, 6.8],
  ['Wuerzb', 'Würzburg', 49.8, 9.9],
  ['giessen', 'Gießen', 50.6, 8.7],
  ['rotterdam', 'Rotterdam', 51.9, 4.5],
])('finds %s in the world', (words, name, lat, lon) => {
  const [first] = worldPlaceSearch()(words, 'en', 5);
  expect(first?.name).toBe(name);
  expect(first?.lat).toBeCloseTo(lat, 0);
  expect(first?.lon).toBeCloseTo(lon, 0);
});
