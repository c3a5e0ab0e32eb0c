import type { LatLon } from '../../domain/geo/geometry';
import { type Label, type Locale, textOf } from '../../domain/label';
import { placeLimits, placeWords } from '../../protocol/contracts/places';
import { answering } from '../calls/answering';
import type { SignedInEndpoint } from '../calls/endpoint';
import type { Database } from '../db';
import { readParameters } from '../db/parameters';
import { countryOf, worldGazetteer } from '.';
import type { PlaceReader } from './ownPlaces';

/** Describes a position by a place of the organisation or, if it is in none, by the nearest town. */
export const describePosition = (
  place: LatLon,
  nameOf: (place: LatLon) => Label | undefined,
  locale: Locale,
): string => {
  const own = nameOf(place);
  return own ? textOf(own, locale) : worldGazetteer()(place, locale);
};

/** Calls about places that belong to no entity. */
export const placeCalls = (db: Database, placeReader: PlaceReader): readonly SignedInEndpoint[] => [
  answering(placeWords, {
    code: 'place:words',
    kind: 'get',
    access: 'signedIn',
    changes: false,
    work: async ({ body: { places }, locale }, { oper }) => {
      const nameOf = await placeReader.readFor(db, oper.org_id);
      return {
        words: places.map((place) => describePosition(place, nameOf, locale)),
        countries: places.map(countryOf),
      };
    },
  }),
  answering(placeLimits, {
    code: 'place:limits',
    kind: 'get',
    access: 'signedIn',
    changes: false,
    work: async () => {
      const { fence_max_points } = await readParameters(db);
      return { fence_max_points };
    },
  }),
];
