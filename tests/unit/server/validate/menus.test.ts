import { expect, test } from 'vitest';
import config from '../../../../resources.config';
import type { MenuSeed } from '../../../../src/config';
import { validateConfig } from '../../../../src/server/validate';

const seed = (menu: Partial<MenuSeed>): MenuSeed => ({
  code: 'own',
  label: ['Own', '自有'],
  icon: 'lock',
  url: 'device',
  ...menu,
});

/** Errors of the shipped configuration with one more menu. */
const errorsWith = (menu: Partial<MenuSeed>): readonly string[] =>
  validateConfig({ ...config, menus: [...config.menus, seed(menu)] }).errors;

const noAddress = 'its code is part of an address: letters, digits, dashes and underscores';

test.each([
  ['login', 'menu login: its address opens a fixed page'],
  ['Profile', 'menu Profile: its address opens a fixed page'],
  ['404', 'menu 404: its address opens a fixed page'],
  ['api', 'menu api: its address opens a fixed page'],
  ['my berth', `menu my berth: ${noAddress}`],
  ['a/b', `menu a/b: ${noAddress}`],
  ['', `menu : ${noAddress}`],
])('a menu whose address opens another page is an error: %j', (code, error) => {
  expect(errorsWith({ code })).toEqual([error]);
});

test('a third level of menus is an error', () => {
  const deep = seed({ code: 'deep' });
  const middle = seed({ code: 'middle', children: [deep] });
  expect(errorsWith({ url: undefined, children: [middle] })).toEqual([
    'menu middle: has menus below it: menus have two levels',
  ]);
});

test('accepts a menu one level deeper, with a plain code', () => {
  expect(errorsWith({ url: undefined, children: [seed({ code: 'berth_2-b' })] })).toEqual([]);
});
