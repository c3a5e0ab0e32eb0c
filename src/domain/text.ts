import type { Label } from './label';

/**
 * Characters that fonts do not draw, so that two texts look alike: Unicode's Cc, Cf and others of no width. For a
 * character class of a pattern with the flag `u`.
 */
export const INVISIBLE_CLASS = String.raw`\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`;

const invisible = new RegExp(`[${INVISIBLE_CLASS}]`, 'gu');

/** Joiners and variation selectors, which shape letters of some scripts and emoji; tabs and line breaks. */
const SHAPING = /\u200c|\u200d|\ufe0e|\ufe0f|[\t\n\r]/;

/** True if a name has an invisible character, other than one that shapes it. */
export const hasInvisible = (name: string): boolean =>
  name.match(invisible)?.some((character) => !SHAPING.test(character)) ?? false;

/**
 * Splits a typed or pasted list at commas, semicolons, quotation marks, spaces and line breaks. Drops invisible
 * characters, which chat programs and web pages add to what is copied from them.
 */
export const parseList = (text: string): string[] =>
  text
    .split(/(?:(?!\ufeff)[\s\u0085,;，；、"'])+/)
    .map((item) => item.replace(invisible, ''))
    .filter((item) => item !== '');

/** Full-width letters and digits, which Chinese input methods type, as a range of a character class. */
export const FULL_WIDTH = String.raw`\uff10-\uff19\uff21-\uff3a\uff41-\uff5a`;

const fullWidth = new RegExp(`[${FULL_WIDTH}]`, 'g');

/** Drops invisible characters, and makes full-width letters and digits plain ones. */
export const plainText = (text: string): string =>
  text.replace(invisible, '').replace(fullWidth, (character) => character.normalize('NFKC'));

export const parseNumbers = (text: string): string[] => parseList(text).map(plainText);

const NO_INVISIBLE = ['No invisible characters', '不能包含不可见字符'] satisfies Label;

/** Validation of a code that people read and type, such as a group number. */
export const visibleCode = {
  pattern: new RegExp(`^[^${INVISIBLE_CLASS}]+$`, 'u'),
  message: NO_INVISIBLE,
} as const;

/** Scripts of living languages, UAX 31, table 5. */
const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati Oriya ' +
  'Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer'
).split(' ');

/** Scripts that are written together: Chinese, Japanese and Korean, each with Latin. */
const WRITTEN_TOGETHER = ['Latin Han Bopomofo', 'Latin Han Hiragana Katakana', 'Latin Han Hangul'];

/**
 * Characters that Unicode's compatibility form (NFKC) replaces by plain ones, which UTS 39 excludes from identifiers:
 * full-width and mathematical letters, ligatures, numbers in circles.
 */
const COMPATIBLE = String.raw`(?=\p{CWKCF})\P{CWCF}|[\u2100-\u218f\u24b6-\u24cf\ufb00-\ufb06\uff21-\uff3a]`;

/**
 * Characters that make another sequence or letter look like a plain one: combining marks that Unicode's composed form
 * (NFC) puts into the letter, parts of Hangul syllables, ı and ȷ, and phonetic and medieval letters such as small
 * capitals, which UTS 39 excludes as technical or obsolete.
 */
const LOOK_ALIKE =
  '[ıȷĸ\\u0180-\\u019f\\u01a2-\\u01ae\\u01b1-\\u01cc\\u01dd-\\u01f5\\u01f7\\u021c-\\u036f\\u0653-\\u0655\\u1100-\\u11ff\\u1c80-\\u1c8f\\u1d00-\\u1dff' +
  '\\u20d0-\\u20ff\\u2c60-\\u2c7f\\u3099\\u309a\\ua640-\\ua69f\\ua720-\\ua7ff\\uab30-\\uab6f\\ua960-\\ua97f\\ud7b0-\\ud7ff\\u{10780}-\\u{107bf}\\u{1df00}-\\u{1dfff}]';

const wordIn = (scripts: string): string => {
  const letters = scripts.split(' ').map((script) => String.raw`\p{scx=${script}}`);
  return String.raw`(?:(?![\s${INVISIBLE_CLASS}]|${COMPATIBLE}|${LOOK_ALIKE})[\p{scx=Common}\p{scx=Inherited}${letters.join('')}])+`;
};

/** Validation of a login name: "highly restrictive" by UTS 39, 5.2, so that no name passes for another in mixed scripts. */
export const loginName = {
  pattern: new RegExp(`^(?:${[...WRITTEN_TOGETHER, ...SCRIPTS].map(wordIn).join('|')})$`, 'u'),
  message: [
    'No spaces, no invisible, full-width or phonetic characters, no separate accents, and letters of one script only (Chinese with Latin is fine)',
    '不能包含空格、不可见字符、全角字符、音标字母或单独的组合附加符号，且不能混用不同文字（中文与拉丁字母可混用）',
  ],
} as const;

/** Cuts a text to at most `max` code points, which is what a column's length counts. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');

/** Cuts a text to at most `max` code points, and marks the cut with `…`. */
export const ellipsize = (text: string, max: number): string =>
  truncate(text, max) === text ? text : `${truncate(text, max - 1)}…`;

/** Cuts a title with a bracket, `Lock history (How: Remote unseal / RFID)`, at a word, and closes the bracket. */
export const cutTitle = (title: string, max: number): string => {
  const letters = [...title];
  if (letters.length <= max) return title;
  // With the letter after the last one that has room, which may end a word.
  const start = letters.slice(0, max - 1).join('');
  const words = start.replace(/[\s,/，、:：]+[^\s,/，、:：(（]*$/, '');
  const [bracket] = /[(（][^)）]*$/.exec(words.replace(/[(（][^()（）]*[)）]/g, '')) ?? [];
  if (!bracket) return ellipsize(title, max);
  return `${truncate(words, max - 2)}…${bracket.startsWith('（') ? '）' : ')'}`;
};

/** Number of letters to add, drop, replace or swap with the next to get from one text to the other. */
export const editDistance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  let before: number[] = [];
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const same = (row[j] ?? 0) + (letter === other ? 0 : 1);
      const isSwapped = j > 0 && letter === to[j - 1] && other === from[i - 1];
      const swapped = isSwapped ? (before[j - 1] ?? 0) + 1 : same;
      next.push(Math.min(same, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** Returns the allowed name that is most like a wrong one: of the fewest letters that differ, up to a third. */
export const nearestOf = (wrong: string, allowed: readonly string[]): string | undefined => {
  const [first] = allowed
    .map((name) => ({ name, distance: editDistance(wrong.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return first && first.distance <= Math.max(2, wrong.length / 3) ? first.name : undefined;
};
