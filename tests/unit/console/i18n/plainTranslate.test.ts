import { expect, it } from 'vitest';
import { plainTranslate } from '../../../../src/console/i18n';

const translate = plainTranslate({ login: { hello: 'Hello %{name}, %{name}!', none: 'Nothing' } });

it.each([
  ['login.hello', { name: 'A&B' }, 'Hello A&B, A&B!'],
  ['login.hello', {}, 'Hello , !'],
  ['login.none', { name: 'x' }, 'Nothing'],
  ['login.missing', {}, 'login.missing'],
  ['login', {}, 'login'],
  ['login.none.deeper', {}, 'login.none.deeper'],
])('%s %j', (key, args, text) => {
  expect(translate(key, args)).toBe(text);
});
