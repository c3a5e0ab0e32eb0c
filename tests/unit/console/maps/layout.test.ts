import { describe, expect, test } from 'vitest';
import { LabelCollisions, panelPosition, scaleBar } from '../../../../src/console/maps/layout';

describe('panelPosition', () => {
  const mapSize = { x: 1000, y: 800 };
  const panel = { x: 300, y: 200 };

  test.each<[string, { x: number; y: number }, { x: number; y: number }]>([
    ['above the middle', { x: 500, y: 400 }, { x: 350, y: 170 }],
    ['below, near the top', { x: 500, y: 100 }, { x: 350, y: 130 }],
    ['inside the left edge', { x: 20, y: 400 }, { x: 12, y: 170 }],
    ['inside the right edge', { x: 990, y: 400 }, { x: 688, y: 170 }],
    ['at the edge where its anchor left, above', { x: 500, y: -300 }, { x: 350, y: 12 }],
    ['at the edge where its anchor left, below', { x: 500, y: 1500 }, { x: 350, y: 588 }],
  ])('is %s', (_, anchor, at) => {
    expect(panelPosition(anchor, panel, mapSize)).toMatchObject(at);
  });

  test('is beside the anchor and its name if there is no room above or below', () => {
    const tall = { x: 300, y: 500 };
    const low = { x: 1000, y: 600 };
    expect(panelPosition({ x: 300, y: 300 }, tall, low)).toMatchObject({ x: 410, y: 50 });
    expect(panelPosition({ x: 700, y: 300 }, tall, low)).toMatchObject({ x: 370, y: 50 });
    // The left side leaves the name of the mark uncovered, and has just enough room.
    expect(panelPosition({ x: 400, y: 300 }, tall, low)).toMatchObject({ x: 70, y: 50 });
  });

  test('stays on its side until its anchor comes too near to the edge', () => {
    const anchor = { x: 500, y: 400 };
    const notice = { left: 350, top: 150, right: 650, bottom: 200 };
    expect(panelPosition(anchor, panel, mapSize, [notice]).side).toBe('below');
    expect(panelPosition(anchor, panel, mapSize, [notice], 'above').side).toBe('above');
    expect(panelPosition({ x: 500, y: 100 }, panel, mapSize, [], 'above').side).toBe('below');
    // At the edge of the map, its place at the left would cover the anchor.
    expect(panelPosition({ x: 20, y: 400 }, panel, mapSize, [], 'left').side).toBe('above');
  });
});

test.each([
  [1000, 100_000, 100],
  [35_714, 2_000_000, 56],
  [123.4, 10_000, 81.04],
  [0.3, 20, 66.67],
  [0.011, 1, 90.91],
])('a scale of %d m per pixel shows a bar of %d m', (metresPerPixel, metres, pixels) => {
  const bar = scaleBar(metresPerPixel);
  expect(bar.metres).toBeCloseTo(metres, 9);
  expect(bar.pixels).toBeCloseTo(pixels, 2);
  expect(bar.pixels, 'room for what it says').toBeGreaterThan(55);
});

test('places a label only on free space', () => {
  const collisions = new LabelCollisions();
  const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 });
  collisions.add(box(0, 0));
  expect(collisions.tryAdd(box(5, 5))).toBe(false);
  expect(collisions.tryAdd(box(20, 0))).toBe(true);
  expect(collisions.tryAdd(box(25, 5))).toBe(false);
  expect(collisions.tryAdd(box(5, 15))).toBe(true);
});

describe('panelPosition with controls over the map', () => {
  const mapSize = { x: 890, y: 816 };
  const panel = { x: 340, y: 420 };
  const legend = { left: 12, top: 320, right: 282, bottom: 770 };
  const bar = { left: 12, top: 12, right: 878, bottom: 52 };
  const controls = { left: 838, top: 640, right: 878, bottom: 780 };
  const fixed = [legend, bar, controls];
  const covers = ({ x, y }: { x: number; y: number }, box: typeof legend) =>
    x < box.right && x + panel.x > box.left && y < box.bottom && y + panel.y > box.top;

  test.each([
    ['in the middle', { x: 445, y: 408 }],
    ['near the legend', { x: 320, y: 500 }],
    ['under the legend', { x: 150, y: 500 }],
    ['at the lower edge', { x: 400, y: 780 }],
    ['at the right edge', { x: 860, y: 300 }],
    ['out of view', { x: -300, y: 900 }],
  ])('avoids them for an anchor %s', (_, anchor) => {
    const place = panelPosition(anchor, panel, mapSize, fixed);
    expect(fixed.filter((box) => covers(place, box))).toEqual([]);
    expect(place.x).toBeGreaterThanOrEqual(12);
    expect(place.x + panel.x).toBeLessThanOrEqual(mapSize.x - 12);
  });
});
