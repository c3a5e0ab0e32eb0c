import { HOUR } from '../../../../domain/duration';
import type { Stretch } from '../../../../domain/track/stops';

/** Parts of the strip, px from its top. */
export const STRIP = {
  labels: 18,
  motion: { top: 20, height: 36 },
  lock: { top: 60, height: 6 },
  marks: { top: 72, size: 14 },
  height: 92,
  /** Height of the lane of another lock. */
  lane: 24,
} as const;

/** Narrower than this the strip scrolls sideways, px. */
const MIN_WIDTH = 640;
/** Width of an hour of a strip that scrolls, px: half of it is wide enough for a finger. */
const SCROLLED_HOUR = 56;

/** Returns the width of a strip in a room, px. */
export const stripWidth = (day: Stretch, room: number): number =>
  room >= MIN_WIDTH ? room : Math.round(((day.to - day.from) / HOUR) * SCROLLED_HOUR);

/** Conversion between the times of a day and the px of its strip. */
export interface Scale {
  readonly day: Stretch;
  readonly width: number;
  readonly px: (at: number) => number;
  readonly at: (px: number) => number;
}

export const scaleOf = (day: Stretch, width: number): Scale => {
  const length = day.to - day.from;
  return {
    day,
    width,
    px: (at) => ((at - day.from) / length) * width,
    at: (px) => day.from + (Math.min(width, Math.max(0, px)) / width) * length,
  };
};
