import { DAY, HOUR, MINUTE } from '../duration';
import { LOCK, type LockStatus } from '../lock';
import { dayAt, momentAt, ownZone } from '../zone';
import { MOTION } from './motion';
import { legsOf, type Stretch } from './stops';
import { lockStatusAt, type Track } from './track';

/** Number of parts of an outline; each has at most three records. A part of a day is 2 minutes long. */
export const OUTLINE_PARTS = 720;
/** Maximum time range of an outline, minutes: a week with a change of the clocks. */
export const MAX_OUTLINE_MINUTES = (7 * 24 + 1) * 60;

/** Length of one part of an outline, ms. */
export const outlineStep = ({ from, to }: Stretch): number =>
  Math.max(MINUTE, Math.ceil((to - from) / OUTLINE_PARTS));

/** Returns the local day that contains a time; 23 or 25 hours long when the clocks change. */
export const dayAround = (moment: number, zone = ownZone()): Stretch => {
  const midnight = dayAt(zone, moment);
  return { from: momentAt(zone, midnight), to: momentAt(zone, midnight + DAY) };
};

/** Returns the day before (-1) or after (1). */
export const nextDay = ({ from, to }: Stretch, by: 1 | -1, zone = ownZone()): Stretch =>
  dayAround(by === 1 ? to : from - 1, zone);

/** Motion between two reports. `silent`: at one place over a long pause. `carried`: elsewhere after one. */
export type Motion = 'moving' | 'standing' | 'silent' | 'carried';

export interface DayPart extends Stretch {
  readonly motion: Motion;
  /** km/h; 0 unless it moves. */
  readonly speed: number;
}

/** Returns the motion of a lock from the first to the last report of a day, in order of time. */
export const dayParts = (track: Track): DayPart[] =>
  legsOf(track).map(({ from, to, metres, speed, motion }): DayPart => {
    if (motion === 'moving') {
      const average = (metres / (to - from)) * 3600;
      return { from, to, motion, speed: Math.max(average, speed || 0) };
    }
    const standing = to - from > MOTION.maxPause ? 'silent' : 'standing';
    return { from, to, motion: motion === 'standing' ? standing : 'carried', speed: 0 };
  });

/** A shorter halt does not end a journey, ms. */
const MAX_HALT = 15 * MINUTE;

/**
 * Returns the journeys in order of time: movement with halts of less than 15 minutes. Displacement during a silence
 * counts only if no movement was reported, because hourly reports would else make one journey of the whole day.
 */
export const journeysOf = (parts: readonly DayPart[]): Stretch[] => {
  const wantedMotion: Motion = parts.some(({ motion }) => motion === 'moving')
    ? 'moving'
    : 'carried';
  const moves = parts.filter(({ motion }) => motion === wantedMotion);
  return mergeStretches(moves, MAX_HALT);
};

/** Merges sorted stretches that are less than `gap` ms apart; by default those that touch. */
export const mergeStretches = (stretches: readonly Stretch[], gap = 1): Stretch[] => {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of stretches) {
    const last = merged.at(-1);
    if (last && from - last.to < gap) last.to = to;
    else merged.push({ from, to });
  }
  return merged;
};

/** Returns the stretches of at least 3 minutes in which a lock stays where it is. */
export const standstillsOf = (parts: readonly DayPart[]): Stretch[] =>
  mergeStretches(parts.filter(({ motion }) => motion === 'standing' || motion === 'silent')).filter(
    ({ from, to }) => to - from >= MOTION.minStop,
  );

/** Returns the median time between two reports, ms; NaN for fewer than two. */
export const usualPause = (parts: readonly DayPart[]): number => {
  const pauses = parts.map(({ from, to }) => to - from).sort((a, b) => a - b);
  return pauses[pauses.length >> 1] ?? Number.NaN;
};

export interface LockPart extends Stretch {
  readonly status: LockStatus;
}

/** Returns the reported states of the lock, in order of time. */
export const lockParts = (track: Track): LockPart[] => {
  const parts: { from: number; to: number; status: LockStatus }[] = [];
  for (let i = 0; i < track.size; i++) {
    const at = track.at[i] as number;
    const status = lockStatusAt(track, i) ?? LOCK.initial;
    const last = parts.at(-1);
    if (last) last.to = at;
    if (last?.status !== status) parts.push({ from: at, to: at, status });
  }
  return parts.filter(({ status }) => status !== LOCK.initial);
};

/** Returns the frame of a length (ms) that starts at a whole minute at or before a time, within the day. */
export const frameAt = (day: Stretch, moment: number, length: number): Stretch => {
  const size = Math.min(length, day.to - day.from);
  const start = Math.floor(moment / MINUTE) * MINUTE;
  const from = Math.max(day.from, Math.min(start, day.to - size));
  return { from, to: from + size };
};

/** Time of a day without any report at which its frame starts. */
const MORNING = 8 * HOUR;

interface StartOptions {
  /** Length of the frame, ms. */
  readonly length: number;
  readonly now: number;
  /** Time before the first movement, ms. */
  readonly lead: number;
}

/** Returns where the playback of a day begins: shortly before its first movement, but not before its first report. */
export const dayStartOf = (
  day: Stretch,
  outline: Track | undefined,
  { length, now, lead }: StartOptions,
): { readonly frame: Stretch; readonly at?: number } => {
  const report = outline?.at[0];
  if (!outline || report === undefined)
    return { frame: frameAt(day, Math.min(day.from + MORNING, now), length) };
  const first = journeysOf(dayParts(outline))[0]?.from ?? report;
  const frame = frameAt(day, first - lead, length);
  return { frame, ...(report > frame.from && { at: report }) };
};
