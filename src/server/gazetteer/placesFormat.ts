import type { LatLon } from '../../domain/geo/geometry';
import type { Label } from '../../domain/label';

export interface Town extends LatLon {
  /** English and Chinese; both are the same if there is no Chinese name. */
  readonly names: Label;
  /** Inhabitants; 0 if unknown. */
  readonly population: number;
  /** ISO 3166-1 alpha-2 code; Hong Kong, Macao and Taiwan have China's. */
  readonly country: string;
}

/**
 * Sections of a file of places, which is read without parsing. It starts with a Uint32Array: the offset and the length of each
 * section, in bytes. Sections start at multiples of 8. Numbers are little-endian. Towns are in descending order of
 * population.
 */
export const SECTIONS = {
  /** Names as UTF-8: of each town the English one, then the Chinese one unless it is equal. */
  names: 0,
  /** Start of each name in `names`, two per town, and the end of the last: Uint32. */
  nameStarts: 1,
  /** Latitude and longitude of each town in units of 1e-5 degrees: Int32. */
  positions: 2,
  /** Uint32. */
  populations: 3,
  /** Names for the search, as UTF-8, each between line feeds; the server looks for a `searchableName`. */
  searchable: 4,
  /** Start of each town in `searchable`, and the end of the last: Uint32. */
  searchableStarts: 5,
  /** Codes of the countries in ASCII, two letters per town. */
  countries: 6,
  /** First of two sections per size class: the numbers of its towns (Uint32), and a KDBush of their positions. */
  layers: 7,
} as const;

/** Lower limits of the size classes, in inhabitants. The nearest town of each class is a candidate. */
export const SIZES = [1_000_000, 100_000, 15_000, 0] as const;

export const SECTION_COUNT = SECTIONS.layers + 2 * SIZES.length;

/** Units of `positions` per degree. Both sources have five decimals or fewer. */
export const UNITS_PER_DEGREE = 1e5;

/** Letters that Unicode does not decompose, as a keyboard without them writes them. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ı', 'i'],
  ['ə', 'e'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]);
const SPECIAL_LETTER = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'gu');

/** Returns a name in lower case and plain letters: `Łódź` is `lodz`. */
export const searchableName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .trim()
    .toLowerCase()
    .replace(SPECIAL_LETTER, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
