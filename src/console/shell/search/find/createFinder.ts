import Fuse, { type FuseResultMatch, type FuseSortFunctionArg } from 'fuse.js/basic';
import { crossingTerms } from './crossing';
import { contains, type Entry, entryOf, type Findable } from './entry';
import { fuzzyMarks, type MarkedText, markIn, marksOf } from './marks';
import type { SyllablesOf } from './spelling';

export interface Found<T> {
  readonly item: T;
  readonly title: readonly MarkedText[];
  /** The code that was matched, where nothing of the title was. */
  readonly code: MarkedText | undefined;
  /** `typed`: the query is there as it is; `across`: in parts, in several steps; `like`: something similar is. */
  readonly how: 'typed' | 'across' | 'like';
}

export type Finder<T> = (query: string) => Found<T>[];

/** Specification section 9 and the header search that operators know. */
const weights: Readonly<Record<string, number>> = { title: 0.7, pinyin: 0.3, path: 0.3 };
const options = {
  threshold: 0.4,
  distance: 100,
  location: 0,
  includeMatches: true,
  keys: Object.entries(weights).map(([name, weight]) => ({ name, weight })),
};

/**
 * An entry is as good as its best match, as in fuse.js 3. By itself version 7 multiplies all matches, which puts
 * "Device basics > Device types" before "Devices" because the word stands in it twice.
 */
const bestScore = ({ matches = [] }: FuseSortFunctionArg): number =>
  Math.min(...matches.map(({ score, key }) => (score || 0.001) * (1 - (weights[key.id] ?? 0))));

const isMarked = ({ marks }: MarkedText) => marks.length > 0;

const foundAs = <T>(
  { item }: Entry<T>,
  how: Found<T>['how'],
  title: readonly MarkedText[],
  codes: readonly MarkedText[],
): Found<T> => ({
  item,
  how,
  title,
  code: title.some(isMarked) ? undefined : codes.find(isMarked),
});

const foundBy = <T>(entry: Entry<T>, how: Found<T>['how'], terms: readonly string[]): Found<T> => {
  const title = entry.segments.map((segment) => ({
    text: segment.text,
    marks: terms.flatMap((term) => marksOf(segment, term)),
  }));
  const codes = entry.path.map((text) => ({
    text,
    marks: terms.flatMap((term) => markIn(text, term)),
  }));
  return foundAs(entry, how, title, codes);
};

const foundAcross = <T>(entry: Entry<T>, query: string): Found<T>[] => {
  const terms = crossingTerms(query, entry.spellings);
  return terms ? [foundBy(entry, 'across', terms)] : [];
};

const foundNear = <T>(
  entry: Entry<T>,
  query: string,
  matches: readonly FuseResultMatch[],
): Found<T> => {
  if (contains(entry, query)) return foundBy(entry, 'typed', [query]);
  const [across] = foundAcross(entry, query);
  const like = (name: string, texts: readonly string[]) =>
    texts.map((text, i) => {
      const match = matches.find(({ key, refIndex }) => key === name && refIndex === i);
      return { text, marks: fuzzyMarks(match?.indices ?? []) };
    });
  return across ?? foundAs(entry, 'like', like('title', entry.title), like('path', entry.path));
};

/**
 * Makes a search over some things, by title, pinyin and code; small slips of the fingers are forgiven. Best first:
 * where nothing contains the query as it is, what contains it in parts comes before what is only like it.
 */
export const createFinder = <T>(
  things: readonly Findable<T>[],
  syllablesOf?: SyllablesOf,
): Finder<T> => {
  // The entries are complete before Fuse sees them: it copies their texts.
  const entries = things.map((thing) => entryOf(thing, syllablesOf));
  const fuse = new Fuse(entries, {
    ...options,
    sortFn: (a, b) => bestScore(a) - bestScore(b) || a.idx - b.idx,
  });
  return (text) => {
    // Apostrophes come from an input method that is still composing: jue'se.
    const query = text.trim().toLowerCase().replace(/['’]/g, '');
    if (query === '') return [];
    const results = fuse.search(query);
    const near = new Set(results.map(({ item }) => item));
    const found = [
      ...results.map(({ item, matches = [] }) => foundNear(item, query, matches)),
      ...entries.filter((entry) => !near.has(entry)).flatMap((entry) => foundAcross(entry, query)),
    ];
    return found.some(({ how }) => how === 'typed')
      ? found
      : [
          ...found.filter(({ how }) => how === 'across'),
          ...found.filter(({ how }) => how === 'like'),
        ];
  };
};
