import { expect, test } from 'vitest';
import { entity, f } from '../../../../src/config';
import { parentField } from '../../../../src/fields';
import { searchTree, treeOptions } from '../../../../src/fields/kinds/ref.options';

const rows = [
  { id: 3, name: 'North', parent_id: 2 },
  { id: 1, name: 'Root', parent_id: null },
  { id: 2, name: 'Harbour', parent_id: 1 },
  { id: 4, name: 'Stray', parent_id: 99 },
];
const shape = { title: 'name', parent: 'parent_id' };

test('lists children under their parent, with their path', () => {
  expect(treeOptions(rows, shape)).toEqual([
    { id: 1, title: 'Root', depth: 0, path: '' },
    { id: 2, title: 'Harbour', depth: 1, path: 'Root' },
    { id: 3, title: 'North', depth: 2, path: 'Root / Harbour' },
    { id: 4, title: 'Stray', depth: 0, path: '' },
  ]);
});

test('omits a record with its descendants', () => {
  expect(treeOptions(rows, { ...shape, without: 2 }).map(({ id }) => id)).toEqual([1, 4]);
});

test.each([
  ['its own parent', [{ id: 1, name: 'A', parent_id: 1 }], [1]],
  [
    'a cycle',
    [
      { id: 1, name: 'A', parent_id: 2 },
      { id: 2, name: 'B', parent_id: 1 },
    ],
    [1, 2],
  ],
])('survives %s', (_, broken, ids) => {
  expect(treeOptions(broken, shape).map(({ id }) => id)).toEqual(ids);
});

test('shows the tree by depth, and search results by path', () => {
  const options = treeOptions(rows, shape);
  expect(searchTree(options, ' ')[2]).toEqual({ id: 3, title: 'North', depth: 2 });
  expect(searchTree(options, 'NOR')).toEqual([{ id: 3, title: 'North', path: 'Root / Harbour' }]);
});

test('finds the parent field of a tree', () => {
  const org = entity('org', ['Org', '机构'], {
    fields: { name: f.text(['Name', '名称']), parent_id: f.refTree(['Parent', '上级'], 'org') },
  });
  const lock = entity('lock', ['Lock', '锁'], {
    fields: { sn: f.text(['SN', '号']), org_id: f.refTree(['Org', '机构'], 'org') },
  });
  expect([parentField(org), parentField(lock)]).toEqual(['parent_id', undefined]);
});
