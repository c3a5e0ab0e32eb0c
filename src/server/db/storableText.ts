/** What no text of a database holds: the character 0, and half a surrogate pair. One refuses all rows written with it. */
const unstorable = /[\0\p{Surrogate}]/gu;

export const isStorableText = (text: string): boolean => text.search(unstorable) < 0;

/** A text that every database takes: what it does not hold is shown as a character that was not understood. */
export const toStorableText = (text: string): string => text.replace(unstorable, '\uFFFD');

/** The beginning of a text, of so many UTF-16 units at the most: none of its characters is cut in half. */
export const truncate = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/\p{Surrogate}$/u, '');

/** JSON that every database takes: it writes such characters as escapes. */
export const toStorableJson = (json: string): string =>
  json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '$1\ufffd');
