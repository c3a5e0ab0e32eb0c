import { type Locale, textOf } from '../../domain/label';
import type { PlaceResult } from '../../protocol';
import { MAX_PLACES, placeFind } from '../../protocol/contracts/places';
import { answering } from '../calls/answering';
import type { Places } from './openPlaces';
import { searchableName, type Town } from './placesFormat';
import { readPlaces } from './readPlaces';

/** Finds places by text in both languages, sorted by quality of the match, then by population. */
type FindPlaces = (words: string, locale: Locale, limit: number) => PlaceResult[];

/** Creates a search over towns. It scans the text of all names, which takes a few milliseconds for the whole world. */
export const openPlaceSearch = (places: Places): FindPlaces => {
  const { searchable } = places;

  const rankTown = (start: number, end: number, query: string): number => {
    const names = searchable.toString('utf8', start, end).split('\n');
    return Math.min(...names.map((name) => rankOf(name, query)));
  };

  const findRanked = (query: string, rank: number, limit: number): Town[] => {
    const bytes = Buffer.from(RANKED_TEXTS[rank]?.(query) ?? query);
    const towns: Town[] = [];
    let at = searchable.indexOf(bytes);
    while (at !== -1 && towns.length < limit) {
      const { number, start, end } = places.townAt(at);
      if (rankTown(start + 1, end, query) === rank) towns.push(places.town(number));
      at = searchable.indexOf(bytes, end);
    }
    return towns;
  };

  return (words, locale, limit) => {
    const query = searchableName(words);
    if (query === '') return [];
    const towns: Town[] = [];
    for (const rank of RANKED_TEXTS.keys()) {
      towns.push(...findRanked(query, rank, limit - towns.length));
    }
    return towns.map(({ names, lat, lon }) => {
      const name = textOf(names, locale);
      return { name, other: names.find((each) => each !== name) ?? '', lat, lon };
    });
  };
};

/** Rank of a match: 0 the whole name, 1 its beginning, 2 the beginning of one of its words; 3 no match. */
const rankOf = (name: string, query: string): number => {
  const at = name.indexOf(query);
  if (at === -1) return 3;
  if (at === 0) return name.length === query.length ? 0 : 1;
  return /[\s-]/.test(name[at - 1] ?? '') || !/[a-z]/.test(query) ? 2 : 3;
};

/** Text that the names of a match contain, by its rank. Each name is between line feeds. */
const RANKED_TEXTS: readonly ((query: string) => string)[] = [
  (query) => `\n${query}\n`,
  (query) => `\n${query}`,
  (query) => query,
];

let shipped: FindPlaces | undefined;

/** Search over all towns that the server ships. */
export const worldPlaceSearch = (): FindPlaces => {
  shipped ??= openPlaceSearch(readPlaces());
  return shipped;
};

/** Call that finds the position of a place by its name. */
export const findPlaceCall = answering(placeFind, {
  code: 'place:find',
  kind: 'get',
  access: 'signedIn',
  changes: false,
  work: async ({ body: { text: words }, locale }) => ({
    places: worldPlaceSearch()(words, locale, MAX_PLACES),
  }),
});
