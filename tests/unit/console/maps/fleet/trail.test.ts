import { expect, test } from 'vitest';
import { trailSegments } from '../../../../../src/console/maps/fleet/trail';

const MINUTE = 60_000;
const fixes = (...minutes: number[]) =>
  minutes.map((minute) => ({ lat: 1, lon: minute, at: minute * MINUTE }));

test.each<[string, number[], number[][], number[][]]>([
  ['no fix', [], [], []],
  ['one fix', [3], [[3]], []],
  ['fixes without a gap', [0, 5, 15], [[0, 5, 15]], []],
  [
    'fixes with a silence of over ten minutes',
    [0, 5, 16, 17, 40],
    [[0, 5], [16, 17], [40]],
    [
      [5, 16],
      [17, 40],
    ],
  ],
])('splits a trail of %s', (_, minutes, pieces, gaps) => {
  const segments = trailSegments(fixes(...minutes));
  expect(segments.pieces.map((piece) => piece.map(({ lon }) => lon))).toEqual(pieces);
  expect(segments.gaps.map((gap) => gap.map(({ lon }) => lon))).toEqual(gaps);
});
