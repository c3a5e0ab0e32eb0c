import { expect, test } from 'vitest';
import { entity, f, type Locale } from '../../../../src/config';
import { equalTexts, schemaOf } from '../../../../src/fields';
import { localizedTitle } from '../../../../src/fields/kinds/localizedTitle';
import { treeOptions } from '../../../../src/fields/kinds/ref.options';

const name = f.text(['Name', '名称'], { labels: [['Devices', '设备列表']] });
const menu = entity('menu', ['Menu', '菜单'], {
  fields: { code: f.text(['Code', '编码']), name },
  title: 'name',
});

test.each<[string, Locale, string]>([
  ['Devices', 'zh', '设备列表'],
  ['Devices', 'en', 'Devices'],
  ['设备列表', 'en', 'Devices'],
  ['Devices / 设备列表', 'zh', '设备列表'],
  ['Our locks', 'zh', 'Our locks'],
])('%j is translated into %s as %j in cells, files and titles', (storedText, locale, text) => {
  expect(schemaOf(name).text?.(storedText, name, locale)).toBe(text);
  expect(localizedTitle(menu, storedText, locale)).toBe(text);
});

test('shows a text without translations as stored', () => {
  for (const field of [menu.fields.code, f.text(['Name', '名称'], { labels: 'menus' })]) {
    expect(schemaOf(field).text?.('Devices', field, 'zh')).toBe('Devices');
  }
  expect(localizedTitle(undefined, 'Devices', 'zh')).toBe('Devices');
});

test('lists and searches a tree by translated names', () => {
  const rows = [
    { id: 1, name: 'Devices', parent: null },
    { id: 2, name: 'Own', parent: 1 },
  ];
  const localize = (title: string) => localizedTitle(menu, title, 'zh');
  expect(treeOptions(rows, { title: 'name', parent: 'parent', localize })).toEqual([
    { id: 1, title: '设备列表', depth: 0, path: '' },
    { id: 2, title: 'Own', depth: 1, path: '设备列表' },
  ]);
});

test.each([
  ['Devices', ['Devices / 设备列表', 'Devices', '设备列表']],
  ['设备列表', ['Devices / 设备列表', 'Devices', '设备列表']],
  ['Our locks', ['Our locks']],
])('a spreadsheet may contain %j as any of %j', (text, texts) => {
  expect(equalTexts(text, name.labels)).toEqual(texts);
});
