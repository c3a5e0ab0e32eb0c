import { describe, expect, it } from 'vitest';
import { defineConsole, page } from '../../../../src/config';
import {
  firstPath,
  isMap,
  listSearch,
  mapPath,
  mapRoutes,
  markedRoute,
  menusOf,
  menuTitle,
  menuTree,
  providerOf,
  routeAt,
} from '../../../../src/console/app/menus';
import type { Access } from '../../../../src/console/data';
import { initialState, stateOfUrl } from '../../../../src/console/entity/list/state/listState';
import type { MenuItem } from '../../../../src/protocol';
import { alertRecord, deviceLocationRecord } from '../../../../src/resources';
import { INHERITED } from '../../inherited';

type Short = [id: number, sid: number, code: string, url: string, hidden?: 'true'];

const item = ([id, sid, menu_code, menu_url, hidden = undefined]: Short): MenuItem => ({
  id,
  sid,
  remarks: '',
  menu_code,
  menu_url,
  menu_icon: `icon ${menu_code}`,
  hidden: hidden ?? 'false',
});

const load = () => Promise.resolve({ Page: null });
const pages = { device: 'device', org: 'org', 'map/amap': load };
const treeOf = (...items: Short[]) => menuTree(items.map(item), { pages });

/** Formats the shown menus: one entry per line of the menu, its pages in brackets. */
const textsOf = (...items: Short[]) =>
  treeOf(...items).entries.map(({ code, children }) =>
    children.length > 0 ? `${code}[${children.map((child) => child.code).join(' ')}]` : code,
  );

describe('menusOf', () => {
  const access = (id: number, ...items: Short[]) =>
    ({ oper: { id }, menus: items.map(item) }) as unknown as Access;
  const declared = defineConsole({
    entities: [deviceLocationRecord, alertRecord],
    pages: { places: 'deviceLocationRecord', alarms: 'alertRecord', playback: load },
  });
  const routes = (of: Access | null, config = declared) =>
    menusOf(of, config).routes.map(({ path }) => path);

  it('keeps the former address of a renamed entity', () => {
    const renamed = defineConsole({
      entities: [{ ...alertRecord, was: 'alarm' }],
      pages: { alertRecord: 'alertRecord' },
    });
    expect(routes(access(5, [1, 0, 'alarms', 'alertRecord']), renamed)).toEqual([
      '/alarms',
      '/alarm',
    ]);
    expect(routes(access(5, [1, 0, 'org', 'org']), renamed)).toEqual(['/org']);
  });

  it('adds a playback route for operators who may read positions, even without a menu', () => {
    expect(routes(access(5, [1, 0, 'where', 'places']))).toEqual(['/where', '/playback']);
    expect(menusOf(access(5, [1, 0, 'where', 'places']), declared).entries).toHaveLength(1);
    expect(routes(access(5, [1, 0, 'alarms', 'alarms']))).toEqual(['/alarms']);
    const reader = { ...access(5), reads: ['deviceLocationRecord'] };
    expect(routes(reader)).toEqual(['/playback']);
    expect(routes(null)).toEqual([]);
  });

  it('lists the playback page once, under its menu if there is one, and omits a missing page', () => {
    const own = access(1, [1, 0, 'tracks', 'playback']);
    expect(routes(own)).toEqual(['/tracks']);
    const bare = defineConsole({ entities: [deviceLocationRecord], pages: {} });
    expect(routes({ ...access(5), reads: ['deviceLocationRecord'] }, bare)).toEqual([]);
  });
});

describe('map routes without a menu', () => {
  const declared = defineConsole({
    entities: [deviceLocationRecord],
    pages: {
      places: 'deviceLocationRecord',
      device: page(load, ['device']),
      'map/amap': load,
      'map/mapWorld': load,
    },
  });
  const locks = { ...declared, entities: [{ ...deviceLocationRecord, name: 'device' }] } as never;
  const routes = (items: readonly Short[], more: Partial<Access> = {}) =>
    menusOf({ oper: { id: 5 }, menus: items.map(item), ...more } as unknown as Access, locks)
      .routes.filter(isMap)
      .map(({ path }) => path);
  const devices: Short = [1, 0, 'deviceList', 'device'];

  it('exist for operators who may read locks', () => {
    expect(routes([devices])).toEqual(['/amap', '/mapWorld']);
    expect(routes([[1, 0, 'places', 'places']])).toEqual([]);
  });

  it('do not exist if menus grant the maps, or if the server names the readable entities', () => {
    expect(routes([devices, [2, 0, 'earth', 'map/mapWorld']])).toEqual(['/earth']);
    expect(routes([devices], { reads: ['device'] })).toEqual([]);
  });

  it('leave a path to the menu that uses it', () => {
    expect(routes([devices, [2, 0, 'amap', 'places']])).toEqual(['/mapWorld']);
  });
});

describe('menuTree', () => {
  it('makes a route of each menu that is not a group', () => {
    const { routes } = treeOf(
      [1, 0, 'home', 'map/amap', 'true'],
      [2, 0, 'group', '0'],
      [3, 2, 'deviceList', '/device/index'],
      [4, 2, 'weather', 'custom/weather'],
    );
    expect(routes).toMatchObject([
      { code: 'home', path: '/home', page: load },
      { code: 'deviceList', path: '/deviceList', page: 'device', group: { code: 'group' } },
      { code: 'weather', url: 'custom/weather', page: undefined },
    ]);
  });

  it.each<[string, Short[], string[]]>([
    [
      'groups with their pages, in order',
      [
        [1, 0, 'a', 'org'],
        [2, 0, 'g', '0'],
        [3, 2, 'x', 'device'],
        [4, 2, 'y', 'org'],
      ],
      ['a', 'g[x y]'],
    ],
    [
      'a group of one page as that page',
      [
        [1, 0, 'g', '0'],
        [2, 1, 'x', 'device'],
      ],
      ['x'],
    ],
    ['no empty group', [[1, 0, 'g', '0']], []],
    [
      'no hidden menu and nothing below it',
      [
        [1, 0, 'g', '0', 'true'],
        [2, 1, 'x', 'device'],
        [3, 0, 'h', '0'],
        [4, 3, 'y', 'org', 'true'],
        [5, 3, 'z', 'org'],
      ],
      ['z'],
    ],
    [
      'a page with subpages as a group that includes it',
      [
        [1, 0, 'g', 'org'],
        [2, 1, 'x', 'device'],
      ],
      ['g[x]'],
    ],
    [
      'children that come before their parent',
      [
        [2, 1, 'x', 'device'],
        [3, 1, 'y', 'org'],
        [1, 0, 'g', '0'],
      ],
      ['g[x y]'],
    ],
    ['an orphan at the top', [[2, 99, 'x', 'device']], ['x']],
    [
      'a repeated code once',
      [
        [1, 0, 'x', 'device'],
        [2, 0, 'x', 'org'],
      ],
      ['x'],
    ],
  ])('shows %s', (_, items, expected) => {
    expect(textsOf(...items)).toEqual(expected);
  });

  const deep: Short[] = [
    [1, 0, 'g', '0'],
    [2, 1, 'sub', '0'],
    [3, 2, 'x', 'device'],
    [4, 3, 'y', 'org'],
  ];

  it('shows menus that are nested too deep under their top-level group, and reports them', () => {
    expect(textsOf(...deep)).toEqual(['g[x y]']);
    expect(treeOf(...deep).tooDeep).toEqual(['x', 'y']);
    expect(treeOf(...deep).routes[1]?.group?.code).toBe('g');
  });

  it('takes the icon of a single page, or of the group', () => {
    const [entry] = treeOf([1, 0, 'g', '0'], [2, 1, 'x', 'device']).entries;
    expect(entry?.icon).toBe('icon x');
    const bare = [item([1, 0, 'g', '0']), { ...item([2, 1, 'x', 'device']), menu_icon: '' }];
    expect(menuTree(bare, { pages }).entries[0]?.icon).toBe('icon g');
  });

  it.each(INHERITED)('has no page for a menu of the server with the URL %s', (url) => {
    expect(treeOf([1, 0, 'x', url]).routes).toMatchObject([{ url, page: undefined }]);
  });

  it('survives menus that are their own ancestors', () => {
    const circle = treeOf([1, 2, 'a', 'device'], [2, 1, 'b', 'org'], [3, 3, 'c', 'org']);
    expect(circle.routes.map(({ code }) => code)).toEqual(['a', 'b', 'c']);
    expect(circle.entries.map(({ code }) => code)).toEqual(['c']);
  });
});

describe('firstPath', () => {
  it.each<[string | undefined, Short[]]>([
    [
      '/a',
      [
        [2, 0, 'm', 'map/amap', 'true'],
        [1, 0, 'a', 'org'],
      ],
    ],
    [
      '/x',
      [
        [1, 0, 'g', '0'],
        [2, 1, 'x', 'org'],
        [3, 1, 'y', 'org'],
      ],
    ],
    ['/m', [[2, 0, 'm', 'map/amap', 'true']]],
    [undefined, [[1, 0, 'g', '0']]],
  ])('is %s', (path, items) => {
    expect(firstPath(treeOf(...items))).toBe(path);
  });
});

describe('routeAt', () => {
  const tree = treeOf(
    [1, 0, 'device', 'device'],
    [2, 0, 'deviceList', 'device'],
    [3, 0, '设备', 'org'],
  );

  it.each([
    ['/device', 'device'],
    ['/device/', 'device'],
    ['/device/5', 'device'],
    ['/deviceList', 'deviceList'],
    ['/%E8%AE%BE%E5%A4%87', '设备'],
    ['/', undefined],
    ['/devices', undefined],
    ['/%E8%AE', undefined],
  ])('finds for %s the menu %s', (pathname, code) => {
    expect(routeAt(tree, pathname)?.code).toBe(code);
  });
});

const texts: Record<string, string> = {
  'menus.deviceList': 'Device list',
  'resources.device.name': 'Device',
};
const translate = (key: string, args?: Readonly<Record<string, unknown>>) =>
  texts[key] ?? String(args?._ ?? key);

it.each([
  ['Device list', { code: 'deviceList', page: 'device', name: 'Geräte' }],
  ['Device', { code: 'myDevices', page: 'device', name: 'Geräte' }],
  ['Geräte', { code: 'mine', page: 'unknown', name: 'Geräte' }],
  ['Karte', { code: 'map', page: () => Promise.resolve({ Page: null }), name: 'Karte' }],
  ['mine', { code: 'mine', page: undefined, name: undefined }],
])('titles a menu “%s”', (title, menu) => {
  expect(menuTitle(translate, menu)).toBe(title);
});

it.each([[{ state: 0 }], [{ police_type: [1008, 1010], sn: 'a&b="ü"#' }], [{}]])(
  'opens a list filtered by %j and nothing else',
  (filter) => {
    const state = stateOfUrl(new URLSearchParams(listSearch(filter)), initialState(alertRecord));
    expect(state?.filter).toEqual(filter);
  },
);

const home = { path: '/home', url: 'dashboard' };
const earth = { path: '/earth', url: 'map/mapWorld' };
const amap = { path: '/amap', url: 'map/amap' };

it('finds map routes by their page, not by their code', () => {
  expect([home, earth, amap].map(providerOf)).toEqual([undefined, 'mapWorld', 'amap']);
  expect(mapRoutes([home, earth, amap])).toEqual([earth, amap]);
});

it.each([
  ['the landing page', [home, earth, amap], undefined, '/amap'],
  ['the first map if the landing page is not granted', [home, earth], null, '/earth'],
  ['the map of the operator’s choice', [amap, earth], 'mapWorld', '/earth'],
  ['another map if the choice is not granted', [amap], 'mapWorld', '/amap'],
  ['nowhere without a map', [home], 'mapWorld', undefined],
])('“Map” leads to %s', (_, routes, providerId, path) => {
  expect(mapPath(routes, providerId)).toBe(path);
});

describe('markedRoute', () => {
  const seeds = [
    { code: 'send', page: 'device' },
    { code: 'sealing', page: 'org', presetOf: 'send' },
    { code: 'alone', page: 'org' },
  ];
  const marked = (code: string, ...items: Short[]) => {
    const tree = treeOf(...items);
    const open = tree.routes.find((route) => route.code === code);
    return markedRoute(tree, seeds as never, open)?.code;
  };

  it('marks the main entry for a hidden preset', () => {
    expect(marked('sealing', [1, 0, 'send', 'device'], [2, 0, 'sealing', 'org', 'true'])).toBe(
      'send',
    );
  });

  it('marks a preset that is visible, or that has no granted main entry', () => {
    expect(marked('sealing', [1, 0, 'send', 'device'], [2, 0, 'sealing', 'org'])).toBe('sealing');
    expect(marked('sealing', [2, 0, 'sealing', 'org', 'true'])).toBe('sealing');
  });

  it('marks any other page itself', () => {
    expect(marked('alone', [1, 0, 'send', 'device'], [3, 0, 'alone', 'org', 'true'])).toBe('alone');
  });
});
