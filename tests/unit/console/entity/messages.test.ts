import { expect, test } from 'vitest';
import { screens as en } from '../../../../src/console/i18n/en/screens';
import { screens as zh } from '../../../../src/console/i18n/zh/screens';

type Tree = { readonly [key: string]: string | Tree };

const flat = (tree: Tree, above = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[above + key, value]] : flat(value, `${above}${key}.`),
  );
const argumentsOf = (text: string) => new Set(text.match(/%\{\w+\}/g));
const english = new Map(flat(en));

test.each(flat(zh))('%s takes the arguments of the English one', (key, text) => {
  const given = argumentsOf(english.get(key) ?? '');
  expect([...argumentsOf(text)].filter((each) => !given.has(each))).toEqual([]);
});

test('Chinese has one plural form: a second would never be shown', () => {
  expect(flat(zh).filter(([, text]) => text.includes('||||'))).toEqual([]);
});
