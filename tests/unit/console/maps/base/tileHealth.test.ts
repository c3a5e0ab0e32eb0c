import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StreetsState } from '../../../../../src/console/maps/base/tileHealth';
import { leafletInNode } from '../leafletInNode';

/** Events of tiles in the order of their start, with the time in ms; a tick only waits. */
type Event = [type: 'start' | 'load' | 'error' | 'abort' | 'tick', at: number, times?: number];

test.each<[string, Event[], StreetsState]>([
  ['before any request', [], 'probing'],
  [
    'half answered',
    [
      ['start', 0, 2],
      ['error', 1],
    ],
    'probing',
  ],
  [
    'after all failed',
    [
      ['start', 0, 2],
      ['error', 1, 2],
    ],
    'down',
  ],
  [
    'after all loaded',
    [
      ['start', 0, 2],
      ['load', 1, 2],
    ],
    'up',
  ],
  [
    'two in ten fail, the failures first',
    [
      ['start', 0, 10],
      ['error', 1, 2],
      ['load', 2, 8],
    ],
    'up',
  ],
  [
    'two in ten load, the successes first',
    [
      ['start', 0, 10],
      ['load', 1, 2],
      ['error', 2, 8],
    ],
    'down',
  ],
  [
    'after the next good batch',
    [
      ['start', 0, 2],
      ['error', 1, 2],
      ['start', 4, 2],
      ['load', 5, 2],
    ],
    'up',
  ],
  [
    'after the next bad batch',
    [
      ['start', 0, 2],
      ['load', 1, 2],
      ['start', 4, 2],
      ['error', 5, 2],
    ],
    'down',
  ],
  [
    'no answer yet',
    [
      ['start', 0, 2],
      ['tick', 4999],
    ],
    'probing',
  ],
  [
    'no answer for 5 s',
    [
      ['start', 0],
      ['tick', 5000],
    ],
    'down',
  ],
  [
    'slow, with one tile a moment ago',
    [
      ['start', 0, 2],
      ['load', 3000],
      ['tick', 6000],
    ],
    'probing',
  ],
  [
    'after a late answer',
    [
      ['start', 0],
      ['tick', 5000],
      ['load', 6000],
    ],
    'up',
  ],
  [
    'without pending tiles',
    [
      ['start', 0],
      ['load', 10],
      ['tick', 99_999],
    ],
    'up',
  ],
  [
    'after aborted tiles',
    [
      ['start', 0],
      ['abort', 10],
      ['tick', 99_999],
    ],
    'probing',
  ],
  [
    'after aborted tiles complete a batch',
    [
      ['start', 0, 2],
      ['load', 1],
      ['abort', 2],
    ],
    'up',
  ],
])('judges tiles: %s', async (_, events, state) => {
  const { fire, states } = await watched();
  const begin = performance.now();
  let [started, ended] = [0, 0];
  for (const [type, at, times = 1] of events) {
    vi.advanceTimersByTime(begin + at - performance.now());
    for (let i = 0; i < times; i++) {
      if (type === 'start') fire('tileloadstart', started++);
      else if (type !== 'tick') fire(`tile${type}`, ended++);
    }
  }
  expect(states.at(-1) ?? 'probing').toBe(state);
});

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a tile layer that loads nothing, and collects the states that its watch reports. */
const watched = async () => {
  const L = await leafletInNode();
  const { watchTiles } = await import('../../../../../src/console/maps/base/tileHealth');
  const layer = new L.TileLayer('{z}/{x}/{y}');
  const redraw = vi.spyOn(layer, 'redraw').mockReturnThis();
  const states: string[] = [];
  const stop = watchTiles(layer, (state) => states.push(state));
  const fire = (type: string, x = 0) => layer.fire(type, { tile: {}, coords: { x, y: 0, z: 3 } });
  return { fire, states, redraw, stop };
};

test('reports each change once', async () => {
  const { fire, states } = await watched();
  for (const x of [0, 1]) fire('tileloadstart', x);
  for (const x of [0, 1]) fire('tileload', x);
  for (const x of [2, 3]) fire('tileloadstart', x);
  for (const x of [2, 3]) fire('tileerror', x);
  expect(states).toEqual(['up', 'down']);
});

test('ignores a tile that leaves the view without an answer', async () => {
  const { fire, states } = await watched();
  fire('tileloadstart');
  fire('tileunload');
  vi.advanceTimersByTime(20_000);
  expect(states).toEqual([]);
});

test('counts once a tile that loads and then leaves', async () => {
  const { fire, states } = await watched();
  for (const x of [0, 1]) fire('tileloadstart', x);
  fire('tileload', 0);
  fire('tileunload', 0);
  expect(states).toEqual([]);
  fire('tileload', 1);
  expect(states).toEqual(['up']);
});

test('reports a server without answers as down, and tries it again', async () => {
  const { fire, states, redraw, stop } = await watched();
  fire('tileloadstart');
  vi.advanceTimersByTime(7000);
  expect(states).toEqual(['down']);
  expect(redraw).not.toHaveBeenCalled();
  vi.advanceTimersByTime(31_000);
  expect(redraw).toHaveBeenCalledTimes(1);
  stop();
  vi.advanceTimersByTime(99_000);
  expect(redraw).toHaveBeenCalledTimes(1);
});
