import { describe, expect, it } from 'vitest';
import { addRowNumbers, type RowRanges, takeFirst } from '../../../../src/server/jobs/job';

describe('takeFirst', () => {
  it.each([
    [[[0, 5]], 2, [0, 1], [[2, 5]]],
    [[[0, 2]], 2, [0, 1], []],
    [
      [
        [3, 4],
        [7, 9],
      ],
      2,
      [3, 7],
      [[8, 9]],
    ],
    [
      [
        [3, 4],
        [7, 9],
      ],
      1,
      [3],
      [[7, 9]],
    ],
    [[[3, 5]], 10, [3, 4], []],
    [[], 10, [], []],
  ] as [RowRanges, number, number[], RowRanges][])(
    'takes from %j up to %i',
    (ranges, most, places, rest) => {
      expect(takeFirst(ranges, most)).toEqual([places, rest]);
    },
  );
});

describe('addRowNumbers', () => {
  it.each([
    [[], [4, 2, 3], [[2, 5]]],
    [
      [[10, 20]],
      [9, 0, 20],
      [
        [0, 1],
        [9, 21],
      ],
    ],
    [[[10, 20]], [], [[10, 20]]],
  ] as [RowRanges, number[], RowRanges][])('adds to %j the rows %j', (ranges, places, all) => {
    expect(addRowNumbers(ranges, places)).toEqual(all);
  });
});
