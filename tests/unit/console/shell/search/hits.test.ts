import { expect, test } from 'vitest';
import type { MenuRoute } from '../../../../../src/console/shell/routes/menuTree';
import type { Found } from '../../../../../src/console/shell/search/find';
import {
  type Hit,
  type HitGroup,
  orderedGroups,
  pageGroup,
} from '../../../../../src/console/shell/search/hits';

const group = (name: HitGroup['name'], sure: boolean, count = 1): HitGroup => ({
  name,
  sure,
  hits: Array.from({ length: count }, (_, i) => ({ key: `${name} ${i}` }) as Hit),
});

test.each([
  ['all sure', [group('pages', true), group('devices', true)], ['pages', 'devices']],
  [
    'an SN before pages that resemble it',
    [group('pages', false), group('devices', true)],
    ['devices', 'pages'],
  ],
  ['none sure', [group('pages', false), group('commands', false)], ['pages', 'commands']],
  ['empty ones are left out', [group('pages', true, 0), group('devices', true)], ['devices']],
])('order of groups: %s', (_, groups, names) => {
  expect(orderedGroups(groups).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['typed', true],
  ['across', true],
  ['like', false],
] as const)('pages found by what is %s are sure: %s', (how, sure) => {
  const route: MenuRoute = {
    code: 'role',
    path: '/role',
    url: 'role',
    page: undefined,
    icon: '',
    name: undefined,
  };
  const found: Found<MenuRoute> = { item: route, title: [{ text: 'Role', marks: [] }], how };
  expect(pageGroup([found])).toMatchObject({ sure, hits: [{ key: 'page role', route }] });
});
