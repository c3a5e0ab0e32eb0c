import { describe, expect, test } from 'vitest';
import { LabelRoom, panelPosition, scaleBar } from '../../../../src/console/maps/layout';

describe('panelPosition', () => {
  const room = { x: 1000, y: 800 };
  const panel = { x: 300, y: 200 };

  test.each<[string, { x: number; y: number }, { x: number; y: number }]>([
    ['above the middle', { x: 500, y: 400 }, { x: 350, y: 170 }],
    ['below, near the top', { x: 500, y: 100 }, { x: 350, y: 130 }],
    ['kept from the left edge', { x: 20, y: 400 }, { x: 12, y: 170 }],
    ['kept from the right edge', { x: 990, y: 400 }, { x: 688, y: 170 }],
    ['at the edge its anchor left by, above', { x: 500, y: -300 }, { x: 350, y: 12 }],
    ['at the edge its anchor left by, below', { x: 500, y: 1500 }, { x: 350, y: 588 }],
  ])('%s', (_, anchor, at) => {
    expect(panelPosition(anchor, panel, room)).toEqual(at);
  });

  test('beside, where neither above nor below has room', () => {
    const tall = { x: 300, y: 500 };
    expect(panelPosition({ x: 300, y: 300 }, tall, { x: 1000, y: 600 })).toEqual({ x: 330, y: 50 });
    expect(panelPosition({ x: 700, y: 300 }, tall, { x: 1000, y: 600 })).toEqual({ x: 370, y: 50 });
  });
});

test.each([
  [1000, 50_000, 50],
  [123.4, 10_000, 81.04],
  [0.3, 20, 66.67],
  [0.011, 1, 90.91],
])('%d m to the pixel: a bar of %d m', (metresPerPixel, metres, pixels) => {
  const bar = scaleBar(metresPerPixel, 96);
  expect(bar.metres).toBeCloseTo(metres, 9);
  expect(bar.pixels).toBeCloseTo(pixels, 2);
});

test('a label is written only where nothing is', () => {
  const room = new LabelRoom();
  const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 });
  room.take(box(0, 0));
  expect(room.tryTake(box(5, 5))).toBe(false);
  expect(room.tryTake(box(20, 0))).toBe(true);
  expect(room.tryTake(box(25, 5))).toBe(false);
  expect(room.tryTake(box(5, 15))).toBe(true);
});
