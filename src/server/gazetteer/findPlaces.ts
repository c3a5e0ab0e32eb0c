import { type Locale, textOf } from '../../domain/label';
import { CALL, type PlaceResult } from '../../protocol';
import { invalidInput, type SignedInEndpoint, serverLabel } from '../calls/endpoint';
import type { Town } from './joinPlaces';
import { readPlaces } from './readPlaces';

interface Findable {
  readonly town: Town;
  /** Both names without accents and in lower case. */
  readonly names: readonly string[];
}

/** Finds places by text in both languages, sorted by quality of the match, then by population. */
type FindPlaces = (words: string, locale: Locale, limit: number) => PlaceResult[];

/** Creates a search over towns. It scans all of them, which takes some milliseconds for the whole world. */
export const openPlaceSearch = (towns: readonly Town[]): FindPlaces => {
  const searchable = [...towns]
    .sort((a, b) => b.population - a.population)
    .map((town): Findable => ({ town, names: [...new Set(town.names.map(plain))] }));
  return (words, locale, limit) => {
    const query = plain(words);
    if (query === '') return [];
    const buckets: Town[][] = [[], [], []];
    for (const { town, names } of searchable) {
      const bucket = buckets[Math.min(...names.map((name) => rankOf(name, query)))];
      if (bucket && bucket.length < limit) bucket.push(town);
    }
    return buckets
      .flat()
      .slice(0, limit)
      .map(({ names, lat, lon }) => {
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

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .trim()
    .toLowerCase();

const MAX_PLACES = 5;
const MAX_WORDS_LENGTH = 64;

let shipped: FindPlaces | undefined;

/** Search over all towns that the server ships. Created on first use, which takes 0.2 s. */
export const worldPlaceSearch = (): FindPlaces => {
  shipped ??= openPlaceSearch(readPlaces());
  return shipped;
};

/** Call that finds the position of a place by its name. */
export const findPlaceCall: SignedInEndpoint = {
  path: CALL.PLACE_FIND,
  label: ['Find a place', '查找地点'],
  code: 'place:find',
  kind: 'get',
  access: 'signedIn',
  changes: false,
  request: {
    type: 'object',
    properties: { text: { type: 'string', minLength: 1, maxLength: MAX_WORDS_LENGTH } },
    required: ['text'],
  },
  answer: {
    type: 'object',
    properties: {
      places: {
        type: 'array',
        maxItems: MAX_PLACES,
        items: {
          type: 'object',
          properties: {
            name: { type: 'string', description: "In the caller's language" },
            other: { type: 'string', description: 'In the other; empty for the same' },
            lat: { type: 'number' },
            lon: { type: 'number' },
          },
        },
      },
    },
  },
  work: async ({ body: { text: words }, locale }) => {
    if (typeof words !== 'string' || words.trim() === '' || words.length > MAX_WORDS_LENGTH) {
      throw invalidInput({ text: serverLabel('words', { max: MAX_WORDS_LENGTH }) });
    }
    return { places: worldPlaceSearch()(words, locale, MAX_PLACES) };
  },
};
