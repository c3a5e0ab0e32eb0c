import { readFileSync } from 'node:fs';

/** Row of the glossary: the term in each language, and its forbidden synonyms. */
export interface Term {
  readonly en: string;
  readonly zh: string;
  readonly never: readonly string[];
}

const page = readFileSync('docs/glossary.md', 'utf8');

const sectionOf = (heading: string): string =>
  page.split(/^## /m).find((each) => each.startsWith(heading)) ?? '';

/** Returns the rows of the table under a heading, without its head. */
const tableUnder = (heading: string): string[][] => {
  const rows = sectionOf(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

export const terms = tableUnder('Terms').map(
  ([en = '', zh = '', , never = '']): Term => ({
    en,
    zh,
    never: never.split(/[,，、]/).flatMap((word) => word.trim() || []),
  }),
);

/** Texts that the specification words itself. */
export const specified = tableUnder('What the specification words').map(([text = '']) => text);

/** Beginnings of the texts that stand beside those of the specification. */
export const beside = [...sectionOf('Texts beside them').matchAll(/“([^”]+)”|"([^"]+)"/g)].map(
  ([, typographic, straight]) => (typographic ?? straight ?? '').replace(/\s+/g, ' '),
);

/** True if the specification words the text, so that no rule of the glossary holds. */
export const isSpecified = (en: string): boolean =>
  specified.includes(en) || beside.some((start) => en.startsWith(start));
