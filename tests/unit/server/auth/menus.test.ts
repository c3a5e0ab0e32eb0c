import { describe, expect, it } from 'vitest';
import { defineConsole, entity, f } from '../../../../src/config';
import { labelIn, originalLabels } from '../../../../src/server/auth/actions';
import { menuItems, type StoredMenu, showLonePresets } from '../../../../src/server/auth/menus';

const maker = entity('maker', ['Maker', '厂家'], { fields: { name: f.text(['Name', '名称']) } });
const config = defineConsole({
  entities: [maker],
  pages: { maker: 'maker' },
  menus: [
    {
      code: 'base',
      label: ['Basics', '基础'],
      icon: 'base',
      children: [{ code: 'makers', label: ['Makers', '厂家管理'], icon: 'maker', url: 'maker' }],
    },
  ],
});
const labels = originalLabels(config);

const menu = (values: Partial<StoredMenu>): StoredMenu => ({
  id: 1,
  menuCode: 'base',
  menuName: 'Basics',
  menuUrl: '0',
  menuIcon: 'base',
  hidden: false,
  parent_id: null,
  ...values,
});

describe('menuItems', () => {
  it('returns the level, the parent and the buttons of each menu', () => {
    const menus = [
      menu({}),
      menu({ id: 2, menuCode: 'makers', menuName: '厂家管理', menuUrl: 'maker', parent_id: 1 }),
      menu({
        id: 3,
        menuCode: 'deep',
        menuName: 'Deep',
        parent_id: 2,
        hidden: true,
        menuIcon: null,
      }),
    ];
    const buttons = [
      { menu_id: 2, btnCode: 'maker:add', btnName: 'Add', actionUrl: '/maker/add' },
      { menu_id: 2, btnCode: 'maker:export', btnName: 'To Excel', actionUrl: '/maker/export' },
    ];
    expect(menuItems({ menus, buttons }, labels, 'zh')).toEqual([
      {
        id: 1,
        sid: 0,
        remarks: '1',
        menu_code: 'base',
        menu_name: '基础',
        menu_url: '0',
        menu_icon: 'base',
        hidden: 'false',
        buttons: [],
      },
      {
        id: 2,
        sid: 1,
        remarks: '2',
        menu_code: 'makers',
        menu_name: '厂家管理',
        menu_url: 'maker',
        menu_icon: 'base',
        hidden: 'false',
        buttons: [
          { btnCode: 'maker:add', btnName: '新增', actionUrl: '/maker/add' },
          { btnCode: 'maker:export', btnName: 'To Excel', actionUrl: '/maker/export' },
        ],
      },
      {
        id: 3,
        sid: 2,
        remarks: '3',
        menu_code: 'deep',
        menu_name: 'Deep',
        menu_url: '0',
        menu_icon: '',
        hidden: 'true',
        buttons: [],
      },
    ]);
  });
});

it.each([
  ['Basics', ['Basics', '基础'], 'zh', '基础'],
  ['基础', ['Basics', '基础'], 'en', 'Basics'],
  ['Our basics', ['Basics', '基础'], 'zh', 'Our basics'],
  ['Anything', undefined, 'zh', 'Anything'],
] as const)(
  'the stored name %s with the label %j reads in %s as %s',
  (stored, label, locale, name) => {
    expect(labelIn(locale, stored, label)).toBe(name);
  },
);

describe('showLonePresets', () => {
  const presets = new Map([
    ['cards', 'send'],
    ['bluetooth', 'send'],
  ]);
  const shownCodes = (...menus: Partial<StoredMenu>[]) =>
    showLonePresets(
      menus.map((values, id) => menu({ id, menuUrl: 'page', ...values })),
      presets,
    )
      .filter(({ hidden }) => !hidden)
      .map(({ menuCode }) => menuCode);
  const cards = { menuCode: 'cards', hidden: true };
  const bluetooth = { menuCode: 'bluetooth', hidden: true };

  it.each([
    ['a preset beside its page stays hidden', [{ menuCode: 'send' }, cards], ['send']],
    ['the first of several without their page is visible', [cards, bluetooth], ['cards']],
    [
      'a page that the role lacks is a group only',
      [{ menuCode: 'send', menuUrl: '0' }, cards],
      ['send', 'cards'],
    ],
    ['other hidden menus stay hidden', [{ menuCode: 'map', hidden: true }], []],
  ])('decides that %s', (_, menus, expected) => {
    expect(shownCodes(...menus)).toEqual(expected);
  });
});
