import { expect, test } from 'vitest';
import { markIn, pieces } from '../../../../../../src/console/shell/search/find';
import { fuzzyMarks, marksOf } from '../../../../../../src/console/shell/search/find/marks';

test.each([
  ['ES1002', 'es10', [[0, 4]]],
  ['ES1002', '02', [[4, 6]]],
  ['ES1002', 'x', []],
  ['ES1002', '', []],
] as const)('in %j, %j is at %j', (text, term, expected) => {
  expect(markIn(text, term)).toEqual(expected);
});

test('sounds mark the characters that have them, whole or in part', () => {
  // The first character takes two places in a string.
  const segment = { text: '𠮷角色A', syllables: ['𠮷', 'jue', 'se', 'A'] };
  const marked = (term: string) =>
    marksOf(segment, term).map(([from, to]) => segment.text.slice(from, to));
  expect(marked('juese')).toEqual(['角色']);
  expect(marked('es')).toEqual(['角色']);
  expect(marked('sea')).toEqual(['色A']);
  expect(marked('jsa')).toEqual(['角色A']);
  expect(marked('色a')).toEqual(['色A']);
  expect(marked('zhu')).toEqual([]);
});

test('single letters of a fuzzy match are left unmarked', () => {
  expect(
    fuzzyMarks([
      [0, 5],
      [7, 7],
    ]),
  ).toEqual([[0, 6]]);
});

test.each([
  ['abcdef', [], [['abcdef', false]]],
  ['abcdef', [[0, 6]], [['abcdef', true]]],
  [
    'abcdef',
    [[2, 4]],
    [
      ['ab', false],
      ['cd', true],
      ['ef', false],
    ],
  ],
  [
    'abcdef',
    [
      [4, 5],
      [0, 2],
    ],
    [
      ['ab', true],
      ['cd', false],
      ['e', true],
      ['f', false],
    ],
  ],
  [
    'abcdef',
    [
      [0, 3],
      [1, 2],
      [2, 4],
    ],
    [
      ['abc', true],
      ['d', true],
      ['ef', false],
    ],
  ],
] as const)('%j with marks %j', (text, marks, expected) => {
  expect(pieces({ text, marks }).map((piece) => [piece.text, piece.marked])).toEqual(expected);
});
