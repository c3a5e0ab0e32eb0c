import { isPlace, type LatLon } from '../../domain/geo/geometry';
import { type Label, type Locale, textOf } from '../../domain/label';
import { CALL } from '../../protocol';
import { invalidInput, type SignedInEndpoint, serverLabel } from '../calls/endpoint';
import type { Database } from '../db';
import { readParameters } from '../db/parameters';
import { worldGazetteer } from '.';
import type { PlaceReader } from './ownPlaces';

/** Describes a position by a place of the organisation or, if it is in none, by the nearest town. */
export const describePosition = (
  place: LatLon,
  nameOf: (place: LatLon) => Label | undefined,
  locale: Locale,
): string => {
  const own = nameOf(place);
  return own ? textOf(own, locale) : worldGazetteer().wordsFor(place, locale);
};

interface PlaceDependencies {
  readonly db: Database;
  readonly places: PlaceReader;
}

/** Calls about places that belong to no entity. */
export const placeCalls = (dependencies: PlaceDependencies): readonly SignedInEndpoint[] => [
  wordsCall(dependencies),
  limitsCall(dependencies),
];

/** Maximum positions per call. */
const MAX_POSITIONS = 100;

/** Describes positions in the caller's language, for moving locks on screen, whose positions are in no record. */
const wordsCall = ({ db, places: placeReader }: PlaceDependencies): SignedInEndpoint => ({
  path: CALL.PLACE_WORDS,
  label: ['Place names', '位置描述'],
  code: 'place:words',
  kind: 'get',
  access: 'signedIn',
  changes: false,
  request: {
    type: 'object',
    properties: {
      places: {
        type: 'array',
        maxItems: MAX_POSITIONS,
        items: {
          type: 'object',
          properties: { lat: { type: 'number' }, lon: { type: 'number' } },
          required: ['lat', 'lon'],
        },
      },
    },
    required: ['places'],
  },
  answer: {
    type: 'object',
    properties: { words: { type: 'array', items: { type: 'string' } } },
  },
  work: async ({ body: { places }, locale }, { oper }) => {
    if (!Array.isArray(places) || places.length > MAX_POSITIONS || !places.every(isPlace)) {
      throw invalidInput({ places: serverLabel('places', { max: MAX_POSITIONS }) });
    }
    const nameOf = await placeReader.readFor(db, oper.org_id);
    return { words: places.map((place) => describePosition(place, nameOf, locale)) };
  },
});

/** Limits for drawing fences. The caller may lack the permission to read the system parameters. */
const limitsCall = ({ db }: PlaceDependencies): SignedInEndpoint => ({
  path: CALL.PLACE_LIMITS,
  label: ['Geofence limits', '围栏限制'],
  code: 'place:limits',
  kind: 'get',
  access: 'signedIn',
  changes: false,
  request: { type: 'object' },
  answer: { type: 'object', properties: { fence_max_points: { type: 'integer' } } },
  work: async () => {
    const { fence_max_points } = await readParameters(db);
    return { fence_max_points };
  },
});
