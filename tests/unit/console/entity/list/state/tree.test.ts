import { expect, test } from 'vitest';
import { flattenTree, treeIntent } from '../../../../../../src/console/entity/list/state/tree';

/** Rows in the order of a server without trees. */
const all = [
  { id: 3, name: 'Quay', parent_id: 2 },
  { id: 1, name: 'Root', parent_id: null },
  { id: 4, name: 'Northern', parent_id: 1 },
  { id: 2, name: 'Harbour', parent_id: 1 },
];

const treeLines = (collapsedIds: number[], matches?: number[], rows: typeof all = all) => {
  const tree = flattenTree(rows, 'parent_id', {
    collapsedIds: new Set(collapsedIds),
    matches: matches && new Set(matches),
  });
  return tree.rows.map(({ id, name }) => {
    const node = tree.nodes.get(id);
    const sign = node?.open === undefined ? '' : node.open ? '-' : '+';
    return `${'.'.repeat(node?.depth ?? 9)}${sign}${name}${node?.isMatch ? '' : '?'}`;
  });
};

test.each<[string, string[], string[]]>([
  ['completely', treeLines([]), ['-Root', '.Northern', '.-Harbour', '..Quay']],
  ['with one branch folded', treeLines([2]), ['-Root', '.Northern', '.+Harbour']],
  ['folded', treeLines([1]), ['+Root']],
  ['with ancestors of a search result', treeLines([1, 2], [3]), ['-Root?', '.-Harbour?', '..Quay']],
  ['without search results', treeLines([], []), []],
  ['without rows out of sight', treeLines([], undefined, all.slice(2)), ['Northern', 'Harbour']],
])('a tree is drawn %s', (_, rows, expected) => {
  expect(rows).toEqual(expected);
});

test('ends although rows are ancestors of each other', () => {
  const circle = [
    { id: 1, name: 'A', parent_id: 2 },
    { id: 2, name: 'B', parent_id: 1 },
    { id: 3, name: 'C', parent_id: null },
  ];
  expect(treeLines([], undefined, circle as typeof all)).toEqual(['C']);
  expect(treeLines([], [1], circle as typeof all)).toEqual([]);
});

const node = (open: boolean | undefined, parent?: number) => ({
  depth: 1,
  parent,
  open,
  isMatch: true,
});

test.each([
  ['ArrowRight', node(false), 'open'],
  ['ArrowRight', node(true), undefined],
  ['ArrowRight', node(undefined), undefined],
  ['ArrowLeft', node(true, 1), 'close'],
  ['ArrowLeft', node(false, 1), 'parent'],
  ['ArrowLeft', node(undefined, 1), 'parent'],
  ['ArrowLeft', node(undefined), undefined],
  ['ArrowDown', node(true), undefined],
  ['ArrowRight', undefined, undefined],
])('%s on %o means %s', (key, at, intent) => {
  expect(treeIntent(key, at)).toBe(intent);
});
