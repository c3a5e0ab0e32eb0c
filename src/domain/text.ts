import type { Label } from './label';

/** Characters that fonts do not draw, so that two texts look alike: Unicode's Cc, Cf and others of no width. */
const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800`;

/** For a character class of a pattern with the flag `u`, beside what else a code may not contain. */
export const INVISIBLE_CLASS = INVISIBLE;

const invisible = new RegExp(`[${INVISIBLE}]`, 'gu');

/** Joiners and variation selectors, which shape letters of some scripts and emoji; tabs and line breaks. */
const SHAPING = /\u200c|\u200d|\ufe0e|\ufe0f|[\t\n\r]/;

/** Returns the first invisible character of a name, other than one that shapes it. */
export const invisibleIn = (name: string): string | undefined =>
  name.match(invisible)?.find((character) => !SHAPING.test(character));

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
  pattern: new RegExp(`^[^${INVISIBLE}]+$`, 'u'),
  message: NO_INVISIBLE,
} as const;

/** Scripts of living languages, UAX 31, table 5. */
const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati Oriya ' +
  'Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer'
).split(' ');

/** Scripts that are written together: Chinese, Japanese and Korean, each with Latin. */
const WRITTEN_TOGETHER = ['Latin Han Bopomofo', 'Latin Han Hiragana Katakana', 'Latin Han Hangul'];

const wordIn = (scripts: string): string => {
  const letters = scripts.split(' ').map((script) => String.raw`\p{scx=${script}}`);
  return String.raw`(?:(?![\s${INVISIBLE}])[\p{scx=Common}\p{scx=Inherited}${letters.join('')}])+`;
};

/** Validation of a login name: "highly restrictive" by UTS 39, 5.2, so that no name passes for another in mixed scripts. */
export const loginName = {
  pattern: new RegExp(`^(?:${[...WRITTEN_TOGETHER, ...SCRIPTS].map(wordIn).join('|')})$`, 'u'),
  message: [
    'No spaces, no invisible characters, and letters of one script only (Chinese with Latin is fine)',
    '不能包含空格或不可见字符，且不能混用不同文字（中文与拉丁字母可混用）',
  ],
} as const;

/** Cuts a text to at most `max` code points, which is what a column's length counts. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');

/** Cuts a text to at most `max` code points, and marks the cut with `…`. */
export const ellipsize = (text: string, max: number): string =>
  truncate(text, max) === text ? text : `${truncate(text, max - 1)}…`;

/** The encoding of an XML declaration, XML 1.0, 2.8. */
const DECLARED = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;

/** First bytes of a byte order mark, or of `<?` in UTF-16 (XML 1.0, appendix F), and what they tell. */
const SIGNATURES: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0x3c, 0, 0x3f, 0]],
  ['utf-16be', [0, 0x3c, 0, 0x3f]],
];

/** Returns the encoding that a text states. A declared UTF-16 that was read as ASCII is not true. */
const statedEncoding = (bytes: Uint8Array): string | undefined => {
  const signature = SIGNATURES.find(([, start]) => start.every((byte, i) => bytes[i] === byte));
  if (signature) return signature[0];
  const [, declared] =
    DECLARED.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 200))) ?? [];
  return declared === undefined || /^utf-?16/i.test(declared) ? undefined : declared;
};

/**
 * Decodes a text file of another program: by its byte order mark or XML declaration; else as UTF-8 or, if it is none,
 * as GB18030, in which Chinese Excel and older programs write.
 * @throws TypeError or RangeError if the bytes are no text in that encoding, or the encoding is unknown
 */
export const decodeText = (bytes: Uint8Array): string => {
  const decode = (encoding: string): string => {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // UTF-16 without a mark is valid UTF-8 with NUL characters.
    if (text.includes('\0')) throw new TypeError('The file is no text');
    return text;
  };
  const stated = statedEncoding(bytes);
  if (stated !== undefined) return decode(stated);
  try {
    return decode('utf-8');
  } catch {
    return decode('gb18030');
  }
};
