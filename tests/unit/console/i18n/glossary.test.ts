import { describe, expect, it, test } from 'vitest';
import declared from '../../../../resources.config';
import { catalogues, type Text } from './catalogues';
import { beside, isSpecified, specified, terms } from './glossaryPage';
import { rules } from './glossaryRules';

/** Least number of texts by catalogue. A catalogue that is no longer read would pass every rule. */
const LEAST: Readonly<Record<string, number>> = {
  console: 800,
  'labels of the console': 60,
  'labels of the resources': 900,
  server: 250,
};

/** Forbidden words with the language that they belong to. */
const forbidden = terms.flatMap(({ never }) => never);

/** Matches a word. Chinese has no spaces between words; English words match whole, in singular or plural. */
const matcherOf = (word: string): RegExp =>
  /\p{Script=Han}/u.test(word) ? new RegExp(word, 'u') : new RegExp(`\\b${word}(s|es)?\\b`, 'i');

const wordsIn = ({ en, zh }: Text): string[] =>
  forbidden.filter((word) => matcherOf(word).test(/\p{Script=Han}/u.test(word) ? zh : en));

/** Returns what breaks a rule as a list to read. */
const breaches = (texts: readonly Text[], breaks: (text: Text) => unknown) =>
  texts
    .filter((text) => !isSpecified(text.en) && breaks(text))
    .map(({ place, key, en, zh }) => `${place} ${key}: ${en} / ${zh}`);

test('the glossary has terms and forbidden words', () => {
  expect(terms.length).toBeGreaterThan(40);
  expect(forbidden.length).toBeGreaterThan(90);
  expect(specified.length).toBeGreaterThan(20);
  expect(beside.length).toBeGreaterThan(5);
});

test.each(rules)('the rule “$name” finds an example that breaks it', ({ breaks, example }) => {
  const [en, zh] = example;
  expect(breaks({ place: '', key: '', en, zh })).toBe(true);
});

test.each([
  ['an English word', 'Company details', '机构详情', ['company']],
  ['its plural', 'Padlocks', '锁', ['padlock']],
  ['a Chinese word', 'Alarms', '告警记录', ['告警']],
  ['whole words only', 'Companionship', '机构', []],
])('searches a text for %s', (_, en, zh, words) => {
  expect(wordsIn({ place: '', key: '', en, zh })).toEqual(words);
});

describe.each(Object.entries(catalogues))('the catalogue %s', (name, texts) => {
  it('has texts in both languages', () => {
    expect(texts.length).toBeGreaterThan(LEAST[name] ?? Number.POSITIVE_INFINITY);
    expect(texts.filter(({ en, zh }) => en === '' || zh === '')).toEqual([]);
  });

  it('has no word that the glossary forbids', () => {
    expect(breaches(texts, (text) => wordsIn(text).length > 0)).toEqual([]);
  });

  it.each(rules)('follows the rule “$name”', ({ breaks }) => {
    expect(breaches(texts, breaks)).toEqual([]);
  });
});

test('menu names fit the sidebar', () => {
  const menus = (catalogues['labels of the resources'] ?? []).filter(
    ({ place }) => place === 'src/resources/menus.ts',
  );
  expect(menus.length).toBeGreaterThan(40);
  expect(menus.filter(({ en, zh }) => en.length > 20 || [...zh].length > 9)).toEqual([]);
});

test('uses the specified terms', () => {
  const all = Object.values(catalogues).flatMap((texts) => texts.map(({ en }) => en));
  expect(specified.filter((text) => !all.includes(text))).toEqual([]);
  expect(beside.filter((start) => !all.some((text) => text.includes(start)))).toEqual([]);
});

test('each entity has a name for use within sentences', () => {
  const unnamed = declared.entities.filter(({ noun }) => noun === undefined);
  expect(unnamed.map(({ name }) => name)).toEqual([]);
  const capital = /(^|\|\|\|\| )[A-Z][a-z]/;
  expect(declared.entities.filter(({ noun }) => capital.test(noun?.[0] ?? ''))).toEqual([]);
});
