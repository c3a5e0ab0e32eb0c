import { expect, it } from 'vitest';
import { chooseLocale, plainTranslate } from '../../../../src/console/i18n';

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
])('chooses for stored %j and browser %j the language %s', (storedLocale, languages, locale) => {
  expect(chooseLocale(storedLocale, languages)).toBe(locale);
});

const translate = plainTranslate({ login: { hello: 'Hello %{name}, %{name}!', none: 'Nothing' } });

it.each([
  ['login.hello', { name: 'A&B' }, 'Hello A&B, A&B!'],
  ['login.hello', {}, 'Hello , !'],
  ['login.none', { name: 'x' }, 'Nothing'],
  ['login.missing', {}, 'login.missing'],
  ['login', {}, 'login'],
  ['login.none.deeper', {}, 'login.none.deeper'],
])('translates %s with %j as “%s”', (key, args, text) => {
  expect(translate(key, args)).toBe(text);
});
