import { afterEach, describe, expect, it, vi } from 'vitest';
import { Player } from '../../../../../src/console/maps/playback/player';

/** Creates a player whose frames come on request. */
const filmed = (span = { from: 1_000, to: 61_000 }) => {
  let next: ((now: number) => void) | undefined;
  let now = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: (now: number) => void) => {
    next = callback;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => {
    next = undefined;
  });
  const player = new Player(span);
  /** Draws `count` frames at intervals of `apart` ms. */
  const frames = (count: number, apart: number) => {
    for (let i = 0; i < count; i++) {
      const callback = next;
      next = undefined;
      callback?.(now);
      now += apart;
    }
  };
  return { player, frames, isWaiting: () => next !== undefined };
};

afterEach(() => vi.unstubAllGlobals());

describe('a player', () => {
  it.each([1, 2, 4, 8, 16, 32, 64, 128, 256])('plays %d times as fast as real time', (speed) => {
    const { player, frames } = filmed({ from: 0, to: 1e9 });
    player.setSpeed(speed);
    player.play();
    frames(61, 16);
    expect(player.time).toBe(60 * 16 * speed);
  });

  it('stops at the end, and restarts from the beginning', () => {
    const { player, frames, isWaiting } = filmed();
    player.setSpeed(64);
    player.play();
    frames(100, 100);
    expect([player.time, player.isPlaying, isWaiting()]).toEqual([61_000, false, false]);
    player.play();
    expect([player.time, player.isPlaying]).toEqual([1_000, true]);
  });

  it('does not jump after the page was hidden', () => {
    const { player, frames } = filmed();
    player.setSpeed(1);
    player.play();
    frames(1, 10_000);
    frames(1, 16);
    expect(player.time).toBe(1_250);
  });

  it('skips stops while playing, and allows seeking into them', () => {
    const { player, frames } = filmed();
    player.skips = [
      { from: 2_000, to: 20_000 },
      { from: 19_000, to: 30_000 },
    ];
    player.setSpeed(8);
    player.play();
    frames(12, 16);
    expect(player.time).toBeGreaterThanOrEqual(30_000);
    expect(player.time).toBeLessThan(31_000);
    player.pause();
    player.seek(10_000);
    expect(player.time).toBe(10_000);
  });

  it('steps between records within its span', () => {
    const { player } = filmed();
    const moments = Float64Array.from([1_000, 5_000, 5_000, 9_000]);
    const steps = ([1, 1, 1, -1, -1, -1] as const).map((by) => {
      player.step(moments, by);
      return player.time;
    });
    expect(steps).toEqual([5_000, 9_000, 9_000, 5_000, 1_000, 1_000]);
    player.seek(1e9);
    expect(player.time).toBe(61_000);
  });

  it('steps through its speeds', () => {
    const { player } = filmed();
    player.setSpeed(128);
    player.shift(1);
    player.shift(1);
    expect(player.speed).toBe(256);
    for (let i = 0; i < 9; i++) player.shift(-1);
    expect(player.speed).toBe(1);
  });

  it('notifies subscribers until they unsubscribe', () => {
    const { player } = filmed();
    let calls = 0;
    const stop = player.subscribe(() => calls++);
    player.seek(3_000);
    stop();
    player.seek(4_000);
    expect(calls).toBe(1);
  });
});
