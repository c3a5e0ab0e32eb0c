import { expect, test } from 'vitest';
import { clearBottom } from '../../../../src/console/look/floating';

/** Card of 360 × 44 at the right of a window of 1440 × 900. */
const card = { left: 1064, right: 1424, height: 44 };

const box = (left: number, right: number, top: number, bottom: number) => ({
  left,
  right,
  top,
  bottom,
});

const pager = box(1100, 1420, 860, 890);
const player = box(220, 1424, 700, 880);

test.each([
  ['an empty page', [], 16],
  ['a pager', [pager], 48],
  ['a pager at the left', [box(220, 600, 860, 890)], 16],
  ['a player as wide as the page', [player], 208],
  ['controls just above it', [box(1380, 1420, 700, 836)], 208],
  ['controls far above it', [box(1380, 1420, 500, 700)], 16],
  ['results of commands above a pager', [box(1024, 1424, 560, 852), pager], 348],
  ['a panel up to the top bar', [box(1064, 1424, 60, 890)], 16],
])('a card at the lower right covers no controls: %s', (_, controls, bottom) => {
  expect(clearBottom(card, controls, 900, 16)).toBe(bottom);
  expect(clearBottom(card, [...controls].reverse(), 900, 16)).toBe(bottom);
});
