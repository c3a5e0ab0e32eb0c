import { describe, expect, test } from 'vitest';
import config from '../../../resources.config';
import {
  action,
  createTextLookup,
  defineConsole,
  entity,
  f,
  type Label,
} from '../../../src/config';

const labels: Label[] = [
  ['Devices', '设备列表'],
  ['Roles', '角色管理'],
];

test.each([
  ['Devices', labels[0]],
  ['设备列表', labels[0]],
  ['Roles / 角色管理', labels[1]],
  ['devices', undefined],
  ['Our own name', undefined],
  ['', undefined],
])('looks up the stored text %j as the label %j', (stored, label) => {
  expect(createTextLookup(labels).get(stored)).toBe(label);
});

const knownOf = (name: string, field: string): readonly Label[] =>
  config.entities.find((each) => each.name === name)?.fields[field].labels;

test.each([
  ['menu', 'menuName', '设备列表', ['Devices', '设备列表']],
  // Not a shipped menu, but the name that the server gives the menu of such a page.
  ['menu', 'menuName', 'Child lock', ['Child lock', '子锁']],
  ['button', 'btnName', 'Seal', ['Seal', '施封']],
  ['button', 'btnName', 'Child lock: Add', ['Child lock: Add', '子锁：新增']],
  ['button', 'btnName', 'Send again', ['Send again', '重新下发']],
  ['role', 'roleName', 'Shift staff', ['Shift staff', '值班人员']],
])('%s.%s recognises the stored text %j', (name, field, stored, label) => {
  expect(createTextLookup(knownOf(name, field)).get(stored)).toEqual(label);
});

test.each([
  ['menu', 'menuName'],
  ['button', 'btnName'],
])('gives each English name in %s.%s one Chinese translation', (name, field) => {
  const meanings = new Map<string, Set<string>>();
  for (const [english, chinese] of knownOf(name, field)) {
    meanings.set(english, (meanings.get(english) ?? new Set()).add(chinese));
  }
  expect([...meanings].filter(([, each]) => each.size > 1)).toEqual([]);
});

test('recognises the names of a console’s own menus and entities', () => {
  const menu = entity('menu', ['Menu', '菜单'], {
    fields: { name: f.text(['Name', '名称'], { labels: 'menus' }), note: f.text(['Note', '备注']) },
  });
  const pump = entity('pump', ['Pump', '泵'], { fields: { no: f.text(['Number', '编号']) } });
  const declared = defineConsole({
    entities: [menu, pump],
    pages: {},
    menus: [
      {
        code: 'a',
        label: ['A', '甲'],
        icon: 'list',
        children: [{ code: 'b', label: ['B', '乙'], icon: 'list' }],
      },
    ],
  });
  const { name, note } = declared.entities[0]?.fields ?? {};
  expect([...createTextLookup(name.labels).keys()]).toEqual(
    expect.arrayContaining(['A', '甲', 'B', 'Pump', '泵', 'Menu']),
  );
  expect(note.labels).toBeUndefined();
});

describe('pages', () => {
  const fields = { no: f.text(['Number', '编号']) };
  const crane = entity('crane', ['Crane', '吊机'], {
    fields,
    related: ['lift', 'crane'].map((name) => ({
      entity: name,
      foreignField: 'no',
      localField: 'no' as const,
    })),
    actions: {
      assign: action(['Assign', '指派'], { args: { to: f.ref(['To', '给'], 'driver') } }),
    },
  });
  const lift = entity('lift', ['Lift', '吊次'], { fields });
  const driver = entity('driver', ['Driver', '司机'], { fields });
  const nothing = entity('nothing', ['Nothing', '无'], { fields, verbs: ['get'] });
  const menu = (url: string) => ({ code: url, label: fields.no.label, icon: 'list', url });

  test.each([
    ['each entity that no other entity shows', {}, [menu('other')], { crane: 'crane' }],
    [
      'an entity that a menu opens',
      {},
      [menu('lift'), menu('driver')],
      { crane: 'crane', lift: 'lift', driver: 'driver' },
    ],
    [
      'an entity only if it is declared',
      { yard: 'crane' as const },
      [menu('yard')],
      { yard: 'crane' },
    ],
    ['no entity without menus', {}, [], {}],
  ])('include %s', (_, pages, menus, expected) => {
    const declared = defineConsole({ entities: [crane, lift, driver, nothing], pages, menus });
    expect(declared.pages).toEqual(expected);
  });
});
