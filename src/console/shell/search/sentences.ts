import type { LiveDevice } from '../../../domain/live';
import type { Fleet } from '../../data';
import { looksLikeTime, type NamedTime, parseTimePhrase, type TimePhrase } from './times';

/** Query that names a lock and what to do with it, such as `play back SD2600282 yesterday`. */
export interface Sentence {
  /** Locks that the name is part of, the best first; empty for an unknown lock. */
  readonly devices: readonly LiveDevice[];
  /** Name of the lock as typed. */
  readonly name: string;
  /** Words besides the lock and the time, in lower case; may be empty. */
  readonly phrase: string;
  readonly time: NamedTime | undefined;
  /** Times that are not understood. */
  readonly unclear: readonly string[];
}

/** Minimum length of a lock's name among other words. */
const MIN_NAME = 3;
/** Limit of the locks that a sentence is offered for. */
const MAX_LOCKS = 3;

/**
 * Separates a name from Han characters beside it, because input methods insert no space: `施封SD2600282`. Shorter runs
 * are parts of times, such as 近7天.
 */
const spaced = (text: string): string =>
  text.replace(
    /(?<=\p{Script=Han})(?=[A-Za-z0-9]{3})|(?<=[A-Za-z0-9]{3})(?=\p{Script=Han})/gu,
    ' ',
  );

const FILLERS = new Set(['', 'the', 'of', 'for', 'on', 'at', 'lock', 'device', '锁', '设备']);

const phraseOf = (words: readonly string[]): string =>
  words
    .map((word) => word.toLowerCase().replace(/^[的把对]|的$/g, ''))
    .filter((word) => !FILLERS.has(word))
    .join(' ');

const runsOf = (words: readonly string[]): { readonly start: number; readonly end: number }[] => {
  const lengths = words.map((_, i) => words.length - i);
  return lengths.flatMap((length) =>
    Array.from({ length: words.length - length + 1 }, (_, start) => ({
      start,
      end: start + length,
    })),
  );
};

/** Moves words that look like a time, and were not read as one, from the phrase to the unclear times. */
const describe = (words: readonly string[], timed: TimePhrase | undefined) => ({
  phrase: phraseOf(words.filter((word) => !looksLikeTime(word))),
  time: timed?.time,
  unclear: [...(timed?.unclear ?? []), ...words.filter(looksLikeTime)],
});

/**
 * Parses a sentence: the time, then the longest run of words that is part of a lock's SN or name. The rest is the
 * phrase. Undefined if the query names no lock together with a phrase or a time.
 */
export const parseSentence = (
  query: string,
  fleet: Pick<Fleet, 'search' | 'at'>,
  now = Date.now(),
): Sentence | undefined => {
  const text = spaced(query);
  // A name can look like a time.
  if (fleet.search(query, 1).rows.length > 0) return undefined;
  const timed = parseTimePhrase(text, now);
  const words = (timed?.rest ?? text).split(/\s+/).filter((word) => word !== '');
  for (const { start, end } of runsOf(words)) {
    const name = words.slice(start, end).join(' ');
    const isWhole = end - start === words.length;
    // A word without a digit names no lock: "seal" is part of many names.
    const isName = name.length >= MIN_NAME && (end - start > 1 || /\d/.test(name));
    if (!isName || (isWhole && !timed)) continue;
    const { rows } = fleet.search(name, MAX_LOCKS);
    const devices = rows.flatMap((row) => fleet.at(row) ?? []);
    const rest = [...words.slice(0, start), ...words.slice(end)];
    if (devices.length > 0) return { devices, name, ...describe(rest, timed) };
  }
  const name = words.find(
    (word) => word.length >= MIN_NAME && /\d/.test(word) && !looksLikeTime(word),
  );
  const about = describe(
    words.filter((word) => word !== name),
    timed,
  );
  return name === undefined || about.phrase === '' ? undefined : { devices: [], name, ...about };
};

/** Returns the times of a query about no lock that are not understood; none in a query of one word. */
export const unclearTimes = (query: string, now = Date.now()): readonly string[] => {
  const timed = parseTimePhrase(query, now);
  const words = (timed?.rest ?? query).trim().split(/\s+/);
  const { unclear, phrase } = describe(words, timed);
  return phrase === '' ? [] : unclear;
};
