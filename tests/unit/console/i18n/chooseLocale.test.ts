import { expect, it } from 'vitest';
import { chooseLocale } from '../../../../src/console/i18n';

it.each([
  ['zh', ['en-GB'], 'zh'],
  ['en', ['zh-CN'], 'en'],
  [undefined, ['zh-TW'], 'zh'],
  [undefined, ['ZH'], 'zh'],
  [undefined, ['en-GB', 'zh'], 'en'],
  [undefined, ['fr-FR', 'zh-CN', 'en'], 'zh'],
  [undefined, ['fr'], 'en'],
  [undefined, [], 'en'],
  ['ja', ['zh'], 'zh'],
  [5, ['fr'], 'en'],
  [{ zh: 1 }, ['fr'], 'en'],
])('stored %j, browser %j: %s', (stored, languages, locale) => {
  expect(chooseLocale(stored, languages)).toBe(locale);
});
