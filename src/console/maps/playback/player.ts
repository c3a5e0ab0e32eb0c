import type { Stretch } from '../../../domain/track/stops';

export const SPEEDS = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;

/**
 * Maximum time between two frames, ms: after a longer pause, such as in a hidden tab, the playback continues where it
 * was.
 */
const MAX_FRAME_MS = 250;

/**
 * Plays a span of time at a constant rate, not from record to record, so that a minute takes a minute however often the
 * lock reported. It is not React state: subscribers are notified once a frame.
 */
export class Player {
  /** Epoch ms. */
  time: number;
  isPlaying = false;
  speed = 32;
  /** Stretches to jump over while playing, sorted by time. */
  skips: readonly Stretch[] = [];
  private readonly listeners = new Set<() => void>();
  private handle = 0;
  private last = Number.NaN;

  constructor(public span: Stretch) {
    this.time = span.from;
  }

  /** Calls back after every change, and once a frame while playing. @returns the unsubscribe function */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Starts the playback; at the end, from the beginning. */
  play(): void {
    if (this.isPlaying) return;
    if (this.time >= this.span.to) this.time = this.span.from;
    this.isPlaying = true;
    this.last = Number.NaN;
    this.handle = requestAnimationFrame(this.tick);
    this.notify();
  }

  readonly pause = (): void => {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    cancelAnimationFrame(this.handle);
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

  /** Replaces the span, and moves the time into it. */
  setSpan(span: Stretch): void {
    this.span = span;
    this.seek(this.time);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.notify();
  }

  /** Selects the next higher (1) or lower (-1) rate, if there is one. */
  shift(by: 1 | -1): void {
    const next = SPEEDS[SPEEDS.indexOf(this.speed as (typeof SPEEDS)[number]) + by];
    if (next !== undefined) this.setSpeed(next);
  }

  /** Pauses, and jumps to the next (1) or previous (-1) of the sorted moments. */
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
    else this.handle = requestAnimationFrame(this.tick);
    this.notify();
  };

  private skipped(time: number): number {
    return this.skips.reduce((at, { from, to }) => (at >= from && at < to ? to : at), time);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
