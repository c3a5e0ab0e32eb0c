import type { Spellings } from './crossing';
import { fullPinyin, initials, type Segment, type SyllablesOf, segmentOf } from './spelling';

/** Something to find by its words. */
export interface Findable<T> {
  readonly item: T;
  /** From the group to the thing itself. */
  readonly title: readonly string[];
  /** Codes that find it in any language, with a slash in front: `/deviceList`. */
  readonly codes: readonly string[];
}

/** A thing with everything that finds it. */
export interface Entry<T> {
  readonly item: T;
  readonly segments: readonly Segment[];
  readonly spellings: Spellings;
  /** The next three are what fuse.js looks at. */
  readonly title: readonly string[];
  readonly pinyin: readonly string[];
  readonly path: readonly string[];
}

const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase());

export const entryOf = <T>(
  { item, title, codes }: Findable<T>,
  syllablesOf?: SyllablesOf,
): Entry<T> => {
  const segments = title.map((text) => segmentOf(text, syllablesOf));
  const spoken = syllablesOf ? [segments.map(fullPinyin), segments.map(initials)] : [];
  return {
    item,
    segments,
    spellings: { ways: [lower(title), ...spoken], codes: lower(codes) },
    title,
    pinyin: spoken.flat(),
    path: codes,
  };
};

/** Whether a text is somewhere in an entry as it was typed. @param query in lower case */
export const contains = ({ spellings: { ways, codes } }: Entry<unknown>, query: string): boolean =>
  [...ways.flat(), ...codes].some((text) => text.includes(query));
