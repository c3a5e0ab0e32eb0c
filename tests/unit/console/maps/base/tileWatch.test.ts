import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leafletInNode } from '../leafletInNode';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A tile layer that loads nothing by itself, and what its watch tells. */
const watched = async () => {
  const L = await leafletInNode();
  const { watchTiles } = await import('../../../../../src/console/maps/base/tileWatch');
  const layer = new L.TileLayer('{z}/{x}/{y}');
  const redraw = vi.spyOn(layer, 'redraw').mockReturnThis();
  const told: string[] = [];
  const stop = watchTiles(layer, (state) => told.push(state));
  const fire = (type: string, x = 0) => layer.fire(type, { tile: {}, coords: { x, y: 0, z: 3 } });
  return { fire, told, redraw, stop };
};

test('tells each change once', async () => {
  const { fire, told } = await watched();
  for (const x of [0, 1]) fire('tileloadstart', x);
  for (const x of [0, 1]) fire('tileload', x);
  for (const x of [2, 3]) fire('tileloadstart', x);
  for (const x of [2, 3]) fire('tileerror', x);
  expect(told).toEqual(['up', 'down']);
});

test('a tile that leaves the view unanswered does not hang', async () => {
  const { fire, told } = await watched();
  fire('tileloadstart');
  fire('tileunload');
  vi.advanceTimersByTime(20_000);
  expect(told).toEqual([]);
});

test('a tile that was answered and then leaves is counted once', async () => {
  const { fire, told } = await watched();
  for (const x of [0, 1]) fire('tileloadstart', x);
  fire('tileload', 0);
  fire('tileunload', 0);
  expect(told).toEqual([]);
  fire('tileload', 1);
  expect(told).toEqual(['up']);
});

test('a server that never answers is down, and is asked again', async () => {
  const { fire, told, redraw, stop } = await watched();
  fire('tileloadstart');
  vi.advanceTimersByTime(7000);
  expect(told).toEqual(['down']);
  expect(redraw).not.toHaveBeenCalled();
  vi.advanceTimersByTime(31_000);
  expect(redraw).toHaveBeenCalledTimes(1);
  stop();
  vi.advanceTimersByTime(99_000);
  expect(redraw).toHaveBeenCalledTimes(1);
});
