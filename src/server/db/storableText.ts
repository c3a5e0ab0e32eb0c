/** Characters that PostgreSQL cannot store: NUL and lone surrogates. One of them makes a whole insert fail. */
const unstorable = /[\0\p{Surrogate}]/gu;

export const isStorableText = (text: string): boolean => text.search(unstorable) < 0;

/** Replaces characters that cannot be stored with U+FFFD. */
export const toStorableText = (text: string): string => text.replace(unstorable, '\uFFFD');

/** Cuts a text to at most `max` code points, which is what a column's length counts. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : [...text.slice(0, 2 * max)].slice(0, max).join('');

/** Cuts a text to at most `max` code points, and marks the cut with `…`. */
export const ellipsize = (text: string, max: number): string =>
  truncate(text, max) === text ? text : `${truncate(text, max - 1)}…`;

/** Replaces escapes of characters that cannot be stored in a JSON text. */
export const toStorableJson = (json: string): string =>
  json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '$1\ufffd');
