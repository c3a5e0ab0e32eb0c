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
    .split(/[\s,;，；、"']+/)
    .map((item) => item.replace(invisible, ''))
    .filter((item) => item !== '');

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

const wordIn = (scripts: string): string => {
  const letters = scripts.split(' ').map((script) => String.raw`\p{scx=${script}}`);
  return String.raw`(?:(?![\s${INVISIBLE_CLASS}]|${COMPATIBLE})[\p{scx=Common}\p{scx=Inherited}${letters.join('')}])+`;
};

/** Validation of a login name: "highly restrictive" by UTS 39, 5.2, so that no name passes for another in mixed scripts. */
export const loginName = {
  pattern: new RegExp(`^(?:${[...WRITTEN_TOGETHER, ...SCRIPTS].map(wordIn).join('|')})$`, 'u'),
  message: [
    'No spaces, no invisible or full-width characters, and letters of one script only (Chinese with Latin is fine)',
    '不能包含空格、不可见字符或全角字符，且不能混用不同文字（中文与拉丁字母可混用）',
  ],
} as const;

/** Cuts a text to at most `max` code points, which is what a column's length counts. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');

/** Cuts a text to at most `max` code points, and marks the cut with `…`. */
export const ellipsize = (text: string, max: number): string =>
  truncate(text, max) === text ? text : `${truncate(text, max - 1)}…`;
