import type { FuseResultMatch, FuseSortFunctionArg } from 'fuse.js/basic';
import Fuse from 'fuse.js/basic';

export interface Match<T> {
  readonly item: T;
  readonly title: readonly MarkedText[];
  /** Matched code, if nothing in the title matches. */
  readonly code: MarkedText | undefined;
  /** `typed`: contains the query literally; `across`: in parts, over several steps; `like`: resembles it. */
  readonly kind: 'typed' | 'across' | 'like';
}

export type Matcher<T> = (query: string) => Match<T>[];

/** Weights of the header search that operators know. */
const weights: Readonly<Record<string, number>> = { title: 0.7, pinyin: 0.3, path: 0.3 };
const options = {
  threshold: 0.4,
  distance: 100,
  location: 0,
  includeMatches: true,
  keys: Object.entries(weights).map(([name, weight]) => ({ name, weight })),
};

/**
 * Scores an entry by its best match, as fuse.js 3 did. Version 7 multiplies all matches, which puts "Device basics >
 * Device types" before "Devices" because the word occurs in it twice.
 */
const bestScore = ({ matches = [] }: FuseSortFunctionArg): number =>
  Math.min(...matches.map(({ score, key }) => (score || 0.001) * (1 - (weights[key.id] ?? 0))));

const isMarked = ({ marks }: MarkedText) => marks.length > 0;

const toMatch = <T>(
  { item }: Entry<T>,
  kind: Match<T>['kind'],
  title: readonly MarkedText[],
  codes: readonly MarkedText[],
): Match<T> => ({
  item,
  kind,
  title,
  code: title.some(isMarked) ? undefined : codes.find(isMarked),
});

const matchTerms = <T>(
  entry: Entry<T>,
  kind: Match<T>['kind'],
  terms: readonly string[],
): Match<T> => {
  const title = entry.segments.map((segment) => ({
    text: segment.text,
    marks: terms.flatMap((term) => marksOf(segment, term)),
  }));
  const codes = entry.path.map((text) => ({
    text,
    marks: terms.flatMap((term) => markMatches(text, term)),
  }));
  return toMatch(entry, kind, title, codes);
};

const matchAcross = <T>(entry: Entry<T>, query: string): Match<T>[] => {
  const terms = crossingTerms(query, entry);
  return terms ? [matchTerms(entry, 'across', terms)] : [];
};

const matchNear = <T>(
  entry: Entry<T>,
  query: string,
  matches: readonly FuseResultMatch[],
): Match<T> => {
  if (contains(entry, query)) return matchTerms(entry, 'typed', [query]);
  const [across] = matchAcross(entry, query);
  const like = (name: string, texts: readonly string[]) =>
    texts.map((text, i) => {
      const match = matches.find(({ key, refIndex }) => key === name && refIndex === i);
      return { text, marks: fuzzyMarks(match?.indices ?? []) };
    });
  return across ?? toMatch(entry, 'like', like('title', entry.title), like('path', entry.path));
};

/**
 * Returns a matcher over things by title, pinyin and code, tolerant of typing errors. The best match comes first; if no
 * entry contains the query literally, matches in parts come before similar ones.
 */
export const createMatcher = <T>(
  things: readonly Searchable<T>[],
  syllablesOf?: SyllablesOf,
): Matcher<T> => {
  // Complete the entries first, because Fuse copies their texts.
  const entries = things.map((thing) => entryOf(thing, syllablesOf));
  const fuse = new Fuse(entries, {
    ...options,
    sortFn: (a, b) => bestScore(a) - bestScore(b) || a.idx - b.idx,
  });
  return (text) => {
    // Input methods insert apostrophes while composing: jue'se.
    const query = text.trim().toLowerCase().replace(/['’]/g, '');
    if (query === '') return [];
    const results = fuse.search(query);
    const near = new Set(results.map(({ item }) => item));
    const matches = [
      ...results.map(({ item, matches = [] }) => matchNear(item, query, matches)),
      ...entries.filter((entry) => !near.has(entry)).flatMap((entry) => matchAcross(entry, query)),
    ];
    return matches.some(({ kind }) => kind === 'typed')
      ? matches
      : [
          ...matches.filter(({ kind }) => kind === 'across'),
          ...matches.filter(({ kind }) => kind === 'like'),
        ];
  };
};

export interface Searchable<T> {
  readonly item: T;
  /** From the group to the thing itself. */
  readonly title: readonly string[];
  /** Codes that find it in any language, with a leading slash: `/deviceList`. */
  readonly codes: readonly string[];
}

interface Entry<T> {
  readonly item: T;
  readonly segments: readonly Segment[];
  /** Steps of the title in each spelling, in lower case: words, pinyin, initials. */
  readonly ways: readonly (readonly string[])[];
  /** In lower case. */
  readonly codes: readonly string[];
  /** This and the next two are the keys of fuse.js. */
  readonly title: readonly string[];
  readonly pinyin: readonly string[];
  readonly path: readonly string[];
}

const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());

const entryOf = <T>({ item, title, codes }: Searchable<T>, syllablesOf?: SyllablesOf): Entry<T> => {
  const segments = title.map((text) => segmentOf(text, syllablesOf));
  const pronunciations = syllablesOf
    ? [segments, segments.map(apartOf)].flatMap((variant) => [
        variant.map(fullPinyin),
        variant.map(initials),
      ])
    : [];
  return {
    item,
    segments,
    ways: [lower(title), ...pronunciations],
    codes: lower(codes),
    title,
    pinyin: [...new Set(pronunciations.flat())],
    path: codes,
  };
};

/**
 * True if an entry contains a text literally.
 * @param query in lower case
 */
const contains = ({ ways, codes }: Entry<unknown>, query: string): boolean =>
  [...ways.flat(), ...codes].some((text) => text.includes(query));

/** Minimum length of a query's beginning that may stand for a group. */
const GROUP = 2;

/** Cuts `系统角色` into 系统 and 角色, the beginnings of one step and of a later one. */
const cutOf = (query: string, ways: Entry<unknown>['ways']): string[] | undefined => {
  const cuts = Array.from({ length: query.length - GROUP }, (_, i) => i + GROUP);
  for (const at of cuts) {
    const [group, page] = [query.slice(0, at), query.slice(at)];
    const crosses = (way: readonly string[]) =>
      way.some(
        (step, i) =>
          step.startsWith(group) && way.slice(i + 1).some((later) => later.startsWith(page)),
      );
    if (ways.some(crosses)) return [group, page];
  }
  return undefined;
};

/**
 * Returns the terms of a query that matches across the steps of a title: several words in any order, or one word that
 * continues from a group into its page. Undefined without a match.
 * @param query in lower case
 */
const crossingTerms = (query: string, { ways, codes }: Entry<unknown>): string[] | undefined => {
  const terms = query.split(/[\s>]+/).filter((word) => word !== '');
  if (terms.length > 1) {
    const texts = [...ways.flat(), ...codes];
    return terms.every((term) => texts.some((text) => text.includes(term))) ? terms : undefined;
  }
  return query.length > GROUP ? cutOf(query, ways) : undefined;
};

/** Matched range of a text; the end is exclusive. */
type Mark = readonly [start: number, end: number];

export interface MarkedText {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Minimum length of a fuzzy match to mark: shorter ones are coincidences. */
const RUN = 2;

/**
 * Returns the first occurrence of a term as a range, or none.
 * @param term in lower case
 */
export const markMatches = (text: string, term: string): Mark[] => {
  const at = text.toLowerCase().indexOf(term);
  return at < 0 || term === '' ? [] : [[at, at + term.length]];
};

/**
 * Returns the range of characters whose pinyin contains a term.
 * @param part returns the typed part of a syllable
 */
const markSpoken = ({ text, syllables }: Segment, term: string, part: (s: string) => string) => {
  const sounds = syllables.map(part);
  const at = sounds.join('').toLowerCase().indexOf(term);
  if (at < 0 || term === '') return [];
  const ends = sounds.map((_, i) => sounds.slice(0, i + 1).join('').length);
  const first = ends.findIndex((end) => end > at);
  const last = ends.findIndex((end) => end >= at + term.length);
  const characters = Array.from(text);
  const lengthOf = (count: number) => characters.slice(0, count).join('').length;
  return [[lengthOf(first), lengthOf(last + 1)]] satisfies Mark[];
};

/** Returns the ranges of a term in a title, by text, pinyin or initials: `juese` and `js` both mark 角色. */
export const marksOf = (segment: Segment, term: string): Mark[] => {
  const literalMarks = markMatches(segment.text, term);
  if (literalMarks.length > 0) return literalMarks;
  const ways = [segment, apartOf(segment)].flatMap((reading) => [
    markSpoken(reading, term, (syllable) => syllable),
    markSpoken(reading, term, ([first = '']) => first),
  ]);
  return ways.find((marks) => marks.length > 0) ?? [];
};

/** Converts the match indices of fuse.js, whose ends are inclusive. */
export const fuzzyMarks = (indices: readonly (readonly [number, number])[]): Mark[] =>
  indices.map(([from, to]): Mark => [from, to + 1]).filter(([from, to]) => to - from >= RUN);

export const splitMarks = ({ text, marks }: MarkedText) => {
  const parts: { readonly text: string; readonly marked: boolean }[] = [];
  let done = 0;
  for (const [start, end] of [...marks].sort(([a], [b]) => a - b)) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    parts.push({ text: text.slice(done, from), marked: false });
    parts.push({ text: text.slice(from, end), marked: true });
    done = end;
  }
  parts.push({ text: text.slice(done), marked: false });
  return parts.filter((piece) => piece.text !== '');
};

/**
 * Returns the toneless syllables of a text, one per character; other than Chinese characters stand for themselves.
 * `apart` reads each character alone, as many people type: `jiaose` for 角色, which is read `juese`.
 */
export type SyllablesOf = (text: string) => {
  readonly syllables: readonly string[];
  readonly apart: readonly string[];
};

/** Step of a title with its syllables; without pinyin it has none. */
interface Segment {
  readonly text: string;
  readonly syllables: readonly string[];
  readonly apart?: readonly string[];
}

const segmentOf = (text: string, syllablesOf?: SyllablesOf): Segment => ({
  text,
  ...(syllablesOf?.(text) ?? { syllables: [] }),
});

/** Returns a step with its characters read one by one. */
const apartOf = ({ text, syllables, apart = syllables }: Segment): Segment => ({
  text,
  syllables: apart,
});

/** Returns `jueseguanli` for 角色管理; empty without pinyin. */
const fullPinyin = ({ syllables }: Segment): string => syllables.join('').toLowerCase();

/** Returns `jsgl` for 角色管理; empty without pinyin. */
const initials = ({ syllables }: Segment): string =>
  lower(syllables.map(([first = '']) => first)).join('');

/** Loads the pinyin dictionary, which is large and only needed in Chinese. */
export const loadSyllables = async (): Promise<SyllablesOf> => {
  const { pinyin } = await import('pinyin-pro');
  // `v` for ü, as on keyboards.
  const toPinyin = (text: string) => pinyin(text, { toneType: 'none', type: 'array', v: true });
  return (text) => ({ syllables: toPinyin(text), apart: Array.from(text).flatMap(toPinyin) });
};
