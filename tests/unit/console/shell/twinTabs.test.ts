import { expect, test } from 'vitest';
import type { MenuRoute } from '../../../../src/console/app/menus';
import { twinsOf } from '../../../../src/console/shell/routes';

const route = (code: string, page: MenuRoute['page'] = code): MenuRoute => ({
  code,
  path: `/${code}`,
  url: code,
  page,
  icon: '',
  name: undefined,
});
const menus = [
  {
    code: 'group',
    label: ['Group', '组'],
    icon: 'list',
    children: [
      { code: 'keys', label: ['Keys', '密钥'], icon: 'key', url: 'keys' },
      { code: 'appKeys', label: ['App keys', 'APP密钥'], icon: 'key', presetOf: 'keys' },
      { code: 'other', label: ['Other', '其他'], icon: 'key', url: 'other' },
    ],
  },
] as const;
const [keys, appKeys, other] = [route('keys'), route('appKeys'), route('other')];

test.each([
  ['its own menu first', keys, [appKeys, other, keys], ['keys', 'appKeys']],
  ['from the preset too', appKeys, [keys, appKeys], ['keys', 'appKeys']],
  ['none for a list without a twin', other, [keys, appKeys, other], []],
  ['none if the other is not granted', keys, [keys, other], []],
])('finds the twin tabs of a page: %s', (_, of, routes, codes) => {
  // Routes of two trees are equal, but not the same.
  expect(twinsOf({ ...of }, routes, menus).map(({ code }) => code)).toEqual(codes);
});
