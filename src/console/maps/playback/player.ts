import type { Stretch } from '../../../domain/track/stops';

/** So many times as fast as it happened. */
export const SPEEDS = [1, 2, 4, 8, 16, 32, 64] as const;

/** A page that was not drawn for longer, as one in another tab, goes on where it was, ms. */
const MAX_FRAME_MS = 250;

/** Calls back before the next picture; `requestAnimationFrame` and its end, unless a test brings its own. */
interface Frames {
  request(callback: (now: number) => void): number;
  cancel(handle: number): void;
}

const screen: Frames = {
  request: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/**
 * Plays a span of time: by time, not from record to record, so that a minute takes a minute however often a lock
 * reported. It is no React state: subscribers are notified once a frame.
 */
export class Player {
  readonly span: Stretch;
  /** ms since 1970. */
  time: number;
  isPlaying = false;
  speed = 8;
  /** Jumped over while playing, in the order of time. */
  skips: readonly Stretch[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly frames: Frames;
  private handle = 0;
  private last = Number.NaN;

  constructor(span: Stretch, frames: Frames = screen) {
    this.span = span;
    this.time = span.from;
    this.frames = frames;
  }

  /** Called whenever anything changed, during playing once a picture. @returns what ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** From the end it begins again. */
  play(): void {
    if (this.isPlaying) return;
    if (this.time >= this.span.to) this.time = this.span.from;
    this.isPlaying = true;
    this.last = Number.NaN;
    this.handle = this.frames.request(this.tick);
    this.notify();
  }

  readonly pause = (): void => {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.frames.cancel(this.handle);
    this.notify();
  };

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  seek(time: number): void {
    this.time = Math.min(this.span.to, Math.max(this.span.from, time));
    this.notify();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.notify();
  }

  /** The next speed up (1) or down (-1), where there is one. */
  shift(by: 1 | -1): void {
    const next = SPEEDS[SPEEDS.indexOf(this.speed as (typeof SPEEDS)[number]) + by];
    if (next !== undefined) this.setSpeed(next);
  }

  /** To the next (1) or the last (-1) of some moments, in order; playing stops. */
  step(moments: Float64Array, by: 1 | -1): void {
    this.pause();
    const next =
      by === 1 ? moments.find((at) => at > this.time) : moments.findLast((at) => at < this.time);
    if (next !== undefined) this.seek(next);
  }

  private readonly tick = (now: number): void => {
    const elapsed = Number.isNaN(this.last) ? 0 : Math.min(MAX_FRAME_MS, now - this.last);
    this.last = now;
    const time = this.skipped(this.time + elapsed * this.speed);
    this.time = Math.min(this.span.to, time);
    if (this.time >= this.span.to) this.isPlaying = false;
    else this.handle = this.frames.request(this.tick);
    this.notify();
  };

  private skipped(time: number): number {
    return this.skips.reduce((at, { from, to }) => (at >= from && at < to ? to : at), time);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
