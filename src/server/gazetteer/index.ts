import { around, distance } from 'geokdbush';
import { bearing, type LatLon } from '../../domain/geo/geometry';
import { type Label, type Locale, textOf } from '../../domain/label';
import { serverLabel } from '../calls/texts';
import type { Places } from './openPlaces';
import type { Town } from './placesFormat';
import { readPlaces } from './readPlaces';

/**
 * Describes a position for a dispatcher: "Wuhan", "38 km NE of Wuhan". Both languages name the same town; a town
 * without a Chinese name keeps its own spelling.
 * @param position WGS-84 degrees
 */
type WordsFor = (position: LatLon, locale: Locale) => string;

const COMPASS = [
  'north',
  'northEast',
  'east',
  'southEast',
  'south',
  'southWest',
  'west',
  'northWest',
] as const;

/** Inhabitants per square kilometre of a built-up area: fewer than in Mumbai, more than in Hamburg. */
const DENSITY = 6_500;

/** Radius of a town in km, estimated from its population. */
const extentOf = ({ population }: Town): number =>
  Math.max(1, Math.sqrt(population / DENSITY / Math.PI));

/** Distance weighted by size: a well-known town wins over a nearer small one. */
const remoteness = ({ town, km }: { readonly town: Town; readonly km: number }): number =>
  (km + 2) / Math.max(town.population, 500) ** 0.25;

const distanceText = (km: number): string => (km < 10 ? km.toFixed(1) : String(Math.round(km)));

/** Returns the nearest town of each size class. */
const nearestTowns = ({ layers, town: townOf }: Places, { lat, lon }: LatLon) =>
  layers.flatMap(({ numbers, index }) => {
    const number = numbers[around(index, lon, lat, 1)[0] ?? -1];
    if (number === undefined) return [];
    const town = townOf(number);
    return [{ town, km: distance(lon, lat, town.lon, town.lat) }];
  });

export const openGazetteer =
  (places: Places): WordsFor =>
  (position, locale) => {
    const [best, ...rest] = nearestTowns(places, position);
    if (!best) return '';
    const { town, km } = rest.reduce((a, b) => (remoteness(b) < remoteness(a) ? b : a), best);
    return textOf(placeLabel(town, km, position), locale);
  };

const placeLabel = (town: Town, km: number, position: LatLon): Label => {
  if (km < extentOf(town)) return town.names;
  const point = COMPASS[Math.round(bearing(town, position) / 45) % COMPASS.length] ?? 'north';
  const [english, chinese] = town.names;
  // Chinese text puts a space after Latin letters.
  const apart = english === chinese ? `${chinese} ` : chinese;
  return serverLabel(point, { km: distanceText(km), name: [english, apart] });
};

let shipped: WordsFor | undefined;

/** Gazetteer that the server ships: all places with more than 1,000 inhabitants. Loaded on first use. */
export const worldGazetteer = (): WordsFor => {
  shipped ??= openGazetteer(readPlaces());
  return shipped;
};

/** Returns the country of a position: that of the nearest town. */
export const countryOf = (position: LatLon): string =>
  nearestTowns(readPlaces(), position).sort((a, b) => a.km - b.km)[0]?.town.country ?? '';
