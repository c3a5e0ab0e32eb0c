import type { LiveDevice } from '../../../domain/live';
import type { Period } from '../../../domain/period';
import type { Fleet } from '../../data';
import { parseTimePhrase } from './views';

/** Query that names a lock and what to do with it, such as `play back SD2600282 yesterday`. */
export interface Sentence {
  /** Locks that the name is part of, the best first; empty for an unknown lock. */
  readonly devices: readonly LiveDevice[];
  /** Name of the lock as typed. */
  readonly name: string;
  /** Words besides the lock and the time, in lower case; may be empty. */
  readonly phrase: string;
  readonly time: Period | undefined;
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

const FILLERS = new Set(['', 'the', 'of', 'for', 'on', 'lock', 'device', '锁', '设备']);

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

/**
 * Parses a sentence: the time, then the longest run of words that is part of a lock's SN or name. The rest is the
 * phrase. Undefined if the query names no lock together with a phrase or a time.
 */
export const parseSentence = (
  query: string,
  fleet: Pick<Fleet, 'search' | 'at'>,
): Sentence | undefined => {
  const text = spaced(query);
  const timed = parseTimePhrase(text);
  const words = (timed?.rest ?? text).split(/\s+/).filter((word) => word !== '');
  const { time } = timed ?? {};
  for (const { start, end } of runsOf(words)) {
    const name = words.slice(start, end).join(' ');
    const isWhole = end - start === words.length;
    // A word without a digit names no lock: "seal" is part of many names.
    const isName = name.length >= MIN_NAME && (end - start > 1 || /\d/.test(name));
    if (!isName || (isWhole && !time)) continue;
    const { rows } = fleet.search(name, MAX_LOCKS);
    const devices = rows.flatMap((row) => fleet.at(row) ?? []);
    const phrase = phraseOf([...words.slice(0, start), ...words.slice(end)]);
    if (devices.length > 0) return { devices, name, phrase, time };
  }
  const name = words.find((word) => word.length >= MIN_NAME && /\d/.test(word));
  const phrase = phraseOf(words.filter((word) => word !== name));
  return name === undefined || phrase === '' ? undefined : { devices: [], name, phrase, time };
};
