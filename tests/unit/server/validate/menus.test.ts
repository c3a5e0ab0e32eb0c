import { expect, test } from 'vitest';
import config from '../../../../resources.config';
import type { MenuSeed } from '../../../../src/config';
import { findingsOf } from './declared';

const seed = (menu: Partial<MenuSeed>): MenuSeed => ({
  code: 'own',
  label: ['Own', '自有'],
  icon: 'lock',
  url: 'device',
  ...menu,
});

/** Errors of the shipped configuration with one more menu. */
const errorsWith = (menu: Partial<MenuSeed>): readonly string[] =>
  findingsOf({ ...config, menus: [...config.menus, seed(menu)] }).errors;

test.each([
  ['login', 'menu login fixedAddress'],
  ['Profile', 'menu Profile fixedAddress'],
  ['404', 'menu 404 fixedAddress'],
  ['api', 'menu api fixedAddress'],
  ['my berth', 'menu my berth address'],
  ['a/b', 'menu a/b address'],
  ['', 'menu  address'],
])('a menu whose address opens another page is an error: %j', (code, error) => {
  expect(errorsWith({ code })).toEqual([error]);
});

test('a third level of menus is an error', () => {
  const deep = seed({ code: 'deep' });
  const middle = seed({ code: 'middle', children: [deep] });
  expect(errorsWith({ url: undefined, children: [middle] })).toEqual(['menu middle menuDepth']);
});

test('accepts a menu one level deeper, with a plain code', () => {
  expect(errorsWith({ url: undefined, children: [seed({ code: 'berth_2-b' })] })).toEqual([]);
});
