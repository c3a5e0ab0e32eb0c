import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import declared from '../../../resources.config';
import { languages, type MessageTree } from '../../../src/console/i18n';
import { type Locale, locales } from '../../../src/domain/label';
import { ruleTexts } from '../../../src/fields';
import { serverTexts } from '../../../src/server/calls/texts';

/** Row of the glossary: the term in each language, and its forbidden synonyms. */
interface Term {
  readonly en: string;
  readonly zh: string;
  readonly never: readonly string[];
}

/** Returns the rows of the table under a heading of the page, without its head. */
const tableUnder = (heading: string): string[][] => {
  const page = readFileSync('docs/glossary.md', 'utf8');
  const part = page.split(/^## /m).find((each) => each.startsWith(heading)) ?? '';
  const rows = part.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

const wordsOf = (cell: string | undefined) =>
  (cell ?? '').split(/[,，、]/).flatMap((word) => word.trim() || []);

const terms = tableUnder('Terms').map(
  ([en = '', zh = '', , never]): Term => ({ en, zh, never: wordsOf(never) }),
);

/** Texts that the specification words itself. */
const fixed = new Set(tableUnder('What the specification words').map(([text]) => text));

const isLabel = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((each) => typeof each === 'string') &&
  /\p{Script=Han}/u.test(String(value[1]));

/** Returns every text of a tree with its path. A label is two texts; a row of choices is a value and two texts. */
const textsIn = (tree: unknown, path: string, seen = new Set<unknown>()): [string, string][] => {
  if (typeof tree === 'string') return [[path, tree]];
  if (tree === null || typeof tree !== 'object' || seen.has(tree)) return [];
  seen.add(tree);
  return Object.entries(tree).flatMap(([key, value]) => textsIn(value, `${path}.${key}`, seen));
};

/** Returns the texts of labels only. Names of fields and codes are not shown to users. */
const labelsIn = (tree: unknown, path: string, seen = new Set<unknown>()): [string, string][] => {
  if (tree === null || typeof tree !== 'object' || seen.has(tree)) return [];
  seen.add(tree);
  if (isLabel(tree)) return tree.map((text) => [path, text]);
  if (Array.isArray(tree) && tree.length === 3 && isLabel(tree.slice(1))) {
    return tree.slice(1).map((text) => [path, String(text)]);
  }
  return Object.entries(tree).flatMap(([key, value]) => labelsIn(value, `${path}.${key}`, seen));
};

const messagesOf = async (locale: Locale) => [
  ...textsIn(await languages[locale].login(), locale),
  ...textsIn(ownMessages(await languages[locale].console()), locale),
];

/** Removes react-admin's own messages. */
const ownMessages = ({ ra: _, ...own }: MessageTree) => own;

const texts: readonly (readonly [string, string])[] = [
  ...labelsIn(declared, 'declared'),
  ...labelsIn(ruleTexts, 'rules'),
  ...labelsIn(serverTexts, 'texts'),
  ...(await Promise.all(locales.map(messagesOf))).flat(),
];

/** Matches a word. Chinese has no spaces between words; English words match whole, in singular or plural. */
const finds = (word: string): RegExp =>
  /\p{Script=Han}/u.test(word) ? new RegExp(word, 'u') : new RegExp(`\\b${word}(s|es)?\\b`, 'i');

test('the glossary has terms, and texts to hold against them', () => {
  expect(terms.length).toBeGreaterThan(15);
  expect(texts.length).toBeGreaterThan(2500);
});

describe.each(terms)('$en, $zh', ({ never }) => {
  it.each(never)('is never called %s', (word) => {
    const wrong = texts.filter(([, text]) => !fixed.has(text) && finds(word).test(text));
    expect(wrong).toEqual([]);
  });
});

test('a number stands apart from the Chinese beside it', () => {
  const close = /\d(?=\p{Script=Han})|\p{Script=Han}(?=\d)/u;
  expect(texts.filter(([, text]) => close.test(text))).toEqual([]);
});

test('what the specification words is still said so', () => {
  const all = new Set(texts.map(([, text]) => text));
  expect([...fixed].filter((text) => !all.has(text ?? ''))).toEqual([]);
});
