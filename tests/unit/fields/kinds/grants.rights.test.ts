import { describe, expect, it } from 'vitest';
import {
  addGrants,
  checkState,
  copiedGrants,
  excessGrants,
  type GrantableMenu,
  type GrantNode,
  grantTree,
  missingMaps,
  NO_GRANTS,
  readyGrants,
  readyRoles,
  removeGrants,
  rightsOf,
  searchGrants,
  subtractGrants,
  visibleLines,
} from '../../../../src/fields/kinds/grants.rights';
import { subordinateRoles, visibleMenuTree } from '../../../../src/fields/kinds/grants.view';

const menu = (id: number, name: string, options: Partial<GrantableMenu> = {}): GrantableMenu => ({
  id,
  name,
  parent_id: null,
  group: false,
  buttons: [],
  ...options,
});

const menus = [
  menu(1, 'Home'),
  menu(2, 'General', { group: true }),
  menu(3, 'Devices', {
    parent_id: 2,
    buttons: [
      { id: 31, name: 'Add' },
      { id: 32, name: 'Seal' },
    ],
  }),
  menu(4, 'Cards', { parent_id: 2 }),
  menu(5, 'Records', { parent_id: 99, buttons: [{ id: 51, name: 'Export' }] }),
];
const tree = grantTree(menus);
const all = rightsOf(tree);

const find = (key: string, nodes: readonly GrantNode[] = tree): GrantNode => {
  const node = visibleLines(nodes, () => true).find(({ node }) => node.key === key)?.node;
  if (!node) throw new Error(`There is no line ${key}`);
  return node;
};

const names = (nodes: readonly GrantNode[]) =>
  visibleLines(nodes, () => true).map(({ node, level }) => `${level} ${node.name ?? 'View'}`);

it('the tree has a line for each permission, and menus without buttons are permissions', () => {
  expect(names(tree)).toEqual([
    '1 Home',
    '1 General',
    '2 Devices',
    '3 View',
    '3 Add',
    '3 Seal',
    '2 Cards',
    '1 Records',
    '2 View',
    '2 Export',
  ]);
  expect(all).toHaveLength(7);
});

describe('checking a line', () => {
  it.each([
    ['button 31', { menus: [3], buttons: [31] }],
    ['menu 4', { menus: [4], buttons: [] }],
    ['menu 3', { menus: [3], buttons: [31, 32] }],
    ['see 3', { menus: [3], buttons: [] }],
    ['menu 2', { menus: [3, 4], buttons: [31, 32] }],
  ])('%s grants %j', (key, expected) => {
    expect(addGrants(NO_GRANTS, rightsOf([find(key)]))).toEqual(expected);
  });

  it.each([
    ['see 3', { menus: [1, 4, 5], buttons: [51] }],
    ['button 32', { menus: [1, 3, 4, 5], buttons: [31, 51] }],
    ['menu 3', { menus: [1, 4, 5], buttons: [51] }],
    ['menu 2', { menus: [1, 5], buttons: [51] }],
  ])('%s again, with everything granted, leaves %j', (key, expected) => {
    expect(removeGrants(addGrants(NO_GRANTS, all), rightsOf([find(key)]), all)).toEqual(expected);
  });

  it('does not change grants that are not offered', () => {
    const value = { menus: [3, 70], buttons: [71] };
    expect(excessGrants(value, all)).toEqual({ menus: [70], buttons: [71] });
    expect(removeGrants(value, all, all)).toEqual({ menus: [70], buttons: [71] });
    expect(addGrants(value, rightsOf([find('menu 4')]))).toEqual({
      menus: [3, 4, 70],
      buttons: [71],
    });
    expect(subtractGrants(value, excessGrants(value, all))).toEqual({ menus: [3], buttons: [] });
  });
});

it.each([
  [NO_GRANTS, 'menu 2', 'false'],
  [{ menus: [3], buttons: [] }, 'menu 3', 'mixed'],
  [{ menus: [3], buttons: [] }, 'see 3', 'true'],
  [{ menus: [3], buttons: [] }, 'menu 2', 'mixed'],
  [{ menus: [3], buttons: [31, 32] }, 'menu 3', 'true'],
  [{ menus: [3, 4], buttons: [31, 32] }, 'menu 2', 'true'],
] as const)('with the grants %j, %s is checked: %s', (value, key, checked) => {
  expect(checkState(value, find(key))).toBe(checked);
});

it.each([
  ['', 10],
  ['seal', ['1 General', '2 Devices', '3 Seal']],
  [' DEVICES ', ['1 General', '2 Devices', '3 View', '3 Add', '3 Seal']],
  ['nothing', []],
])('searching “%s” shows %j', (query, expected) => {
  const matches = names(searchGrants(tree, query));
  expect(typeof expected === 'number' ? matches.length : matches).toEqual(expected);
});

it('shows lines of expanded menus only', () => {
  const lines = visibleLines(tree, ({ key }) => key === 'menu 2');
  expect(lines.map(({ node, parent }) => [node.key, parent])).toEqual([
    ['menu 1', undefined],
    ['menu 2', undefined],
    ['menu 3', 'menu 2'],
    ['menu 4', 'menu 2'],
    ['menu 5', undefined],
  ]);
});

it('builds a role’s sidebar from its visible parents', () => {
  const menuLine = (id: number, sid: number) =>
    ({ id, sid, menu_code: `m${id}`, hidden: 'false' }) as const;
  const lines = visibleMenuTree([menuLine(1, 0), menuLine(2, 1), menuLine(3, 9)]);
  expect(lines.map(({ menu: { id }, children }) => [id, children.length])).toEqual([
    [1, 1],
    [3, 0],
  ]);
});

it('shows subordinate roles as a tree, even if one between them is invisible', () => {
  const below = [
    { id: 5, roleName: 'A', parent_id: 2 },
    { id: 6, roleName: 'B', parent_id: 5 },
    { id: 7, roleName: 'C', parent_id: 99 },
    { id: 8, roleName: 'D', parent_id: 2 },
  ];
  expect(subordinateRoles(below).map(({ name, depth }) => name + depth)).toEqual([
    'A0',
    'B1',
    'D0',
    'C0',
  ]);
});

describe('the ready roles', () => {
  const fleet = [
    menu(10, 'World map', { page: 'map/mapWorld' }),
    menu(11, 'Devices', {
      page: 'device',
      buttons: [
        { id: 110, name: 'Add', code: 'device:add' },
        { id: 111, name: 'Seal', code: 'device:seal' },
      ],
    }),
    menu(12, 'Users', { page: 'oper' }),
  ];
  const [sealOnly, lookOnly] = readyRoles as [(typeof readyRoles)[0], (typeof readyRoles)[0]];

  it('see the locks on the map; one may seal them, the other nothing', () => {
    expect(readyGrants(fleet, sealOnly)).toEqual({ menus: [10, 11], buttons: [111] });
    expect(readyGrants(fleet, lookOnly)).toEqual({ menus: [10, 11], buttons: [] });
  });

  it('are not offered to an operator who cannot grant them, nor by a server that names no pages', () => {
    const withoutSeal = fleet.map((each) => ({ ...each, buttons: each.buttons.slice(0, 1) }));
    expect(readyGrants(withoutSeal, sealOnly)).toBeUndefined();
    expect(readyGrants(menus, lookOnly)).toBeUndefined();
  });

  it('a copy has what can be granted', () => {
    expect(copiedGrants(fleet, { menus: [11, 99], buttons: [111, 112] })).toEqual({
      menus: [11],
      buttons: [111],
    });
  });

  const isCommand = (code: string) => code === 'device:seal';
  it.each([
    ['a command without a map', { menus: [11], buttons: [111] }, { menus: [10], buttons: [] }],
    ['a command with a map', { menus: [10, 11], buttons: [111] }, undefined],
    ['a button that is no command', { menus: [11], buttons: [110] }, undefined],
  ])('the map is offered to %s: %j', (_, value, offer) => {
    expect(missingMaps(fleet, value, isCommand)).toEqual(offer);
    expect(missingMaps(menus, value, isCommand)).toBeUndefined();
  });
});
