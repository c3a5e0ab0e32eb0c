/** Characters that PostgreSQL cannot store: NUL and lone surrogates. One of them makes a whole insert fail. */
const unstorable = /[\0\p{Surrogate}]/gu;

export const isStorableText = (text: string): boolean => text.search(unstorable) < 0;

/** Replaces characters that cannot be stored with U+FFFD. */
export const toStorableText = (text: string): string => text.replace(unstorable, '\uFFFD');

/** Replaces escapes of characters that cannot be stored in a JSON text. */
export const toStorableJson = (json: string): string =>
  json.replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi, '$1\ufffd');
