import { expect, test } from 'vitest';
import type { MenuRoute } from '../../../../../src/console/shell/routes/menuTree';
import { deviceHits } from '../../../../../src/console/shell/search/deviceHits';
import type { Found } from '../../../../../src/console/shell/search/find';
import {
  deviceGroup,
  type Hit,
  type HitGroup,
  orderedGroups,
  pageGroup,
} from '../../../../../src/console/shell/search/hits';
import { device } from '../../maps/fleet/device';

const route: MenuRoute = {
  code: 'role',
  path: '/role',
  url: 'role',
  page: undefined,
  icon: '',
  name: undefined,
};

const group = (name: HitGroup['name'], sure: boolean, count = 1): HitGroup => ({
  name,
  sure,
  cut: false,
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
  ['commands like it, where nothing is sure of more', [group('commands', false)], ['commands']],
  [
    'no commands like it beside what is sure',
    [group('pages', true), group('commands', false)],
    ['pages'],
  ],
  ['empty ones are left out', [group('pages', true, 0), group('devices', true)], ['devices']],
])('order of groups: %s', (_, groups, names) => {
  expect(orderedGroups(groups).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['typed', true],
  ['across', true],
  ['like', false],
] as const)('pages found by what is %s are sure: %s', (how, sure) => {
  const found: Found<MenuRoute> = {
    item: route,
    title: [{ text: 'Role', marks: [] }],
    code: undefined,
    how,
  };
  expect(pageGroup([found])).toMatchObject({ sure, hits: [{ key: 'page role', route }] });
});

test.each([
  [8, 8, false],
  [9, 8, true],
])('of %i devices %i are shown, and whether there are more', (count, shown, cut) => {
  const devices = Array.from({ length: count }, (_, i) => device(`ES${i}`));
  const { hits, ...rest } = deviceGroup('devices', deviceHits(devices, 'ES'));
  expect(hits).toHaveLength(shown);
  expect(rest).toEqual({ name: 'devices', cut, sure: true });
});
