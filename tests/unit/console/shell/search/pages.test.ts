import { describe, expect, test } from 'vitest';
import { menuTree, visiblePages } from '../../../../../src/console/app/menus';
import { plainTranslate } from '../../../../../src/console/i18n';
import { addRecent, searchablePages } from '../../../../../src/console/shell/search/pages';
import type { MenuItem } from '../../../../../src/protocol';

const item = (id: number, sid: number, code: string, rest: Partial<MenuItem> = {}): MenuItem => ({
  id,
  sid,
  remarks: sid === 0 ? '1' : '2',
  menu_code: code,
  menu_name: `name of ${code}`,
  menu_url: code,
  menu_icon: '',
  hidden: 'false',
  ...rest,
});

const menus = menuTree(
  [
    item(1, 0, 'home'),
    item(2, 0, 'map', { hidden: 'true' }),
    item(3, 0, 'system', { menu_url: '0' }),
    item(4, 3, 'role'),
    item(5, 3, 'secret', { hidden: 'true' }),
    item(6, 0, 'archive', { menu_url: '0', hidden: 'true' }),
    item(7, 6, 'old'),
    item(8, 0, 'both'),
    item(9, 8, 'below'),
    item(10, 3, 'oper'),
    item(11, 0, 'alone', { menu_url: '0' }),
    item(12, 11, 'single'),
  ],
  { pages: { role: 'role' } },
);
const translate = plainTranslate({ menus: { role: 'Role', system: 'System' } });
/** Translates like react-admin: the option `_` replaces a missing text. */
const translateKey: typeof translate = (key, args) => {
  const text = translate(key, args);
  return text === key ? String(args?._ ?? key) : text;
};

test('finds visible pages of the menu, and no hidden ones', () => {
  expect(visiblePages(menus).map(({ code }) => code)).toEqual([
    'home',
    'role',
    'oper',
    'both',
    'below',
    'single',
  ]);
});

describe('a page is found', () => {
  const titlesAndCodes = (withGroupCodes: boolean) =>
    searchablePages(menus, translateKey, withGroupCodes).map(({ title, codes }) => [
      title.join(' > '),
      codes.join(' '),
    ]);

  test('by its title, its group’s title and its code', () => {
    expect(titlesAndCodes(false)).toEqual([
      ['name of home', '/home'],
      ['System > Role', '/role'],
      ['System > name of oper', '/oper'],
      ['name of both', '/both'],
      ['name of both > name of below', '/below'],
      ['name of alone > name of single', '/single'],
    ]);
  });

  test('by the code of its group on request', () => {
    expect(titlesAndCodes(true).map(([, codes]) => codes)).toEqual([
      '/home',
      '/role /system',
      '/oper /system',
      '/both',
      '/below /both',
      '/single /alone',
    ]);
  });
});

test.each([
  [[], 'a', ['a']],
  [['b'], 'a', ['a', 'b']],
  [['b', 'a', 'c'], 'a', ['a', 'b', 'c']],
  [['1', '2', '3', '4', '5', '6', '7', '8'], '9', ['9', '1', '2', '3', '4', '5', '6', '7']],
])('adds to the recent pages %j the page %j', (before, code, after) => {
  expect(addRecent(before, code)).toEqual(after);
});

test('returns the same list if the page is already first', () => {
  const recent = ['a', 'b'];
  expect(addRecent(recent, 'a')).toBe(recent);
});
