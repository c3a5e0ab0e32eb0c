import type { AlarmKind } from '../../../domain/alarm';
import { chance } from './chance';
import type { Habits } from './habits';

const SLICE_MS = 600_000;

/** How often something happens to a lock that has the habit: a vibration every two hours, tampering once a day. */
const RISKS: readonly { habit: keyof Habits; kind: AlarmKind; perSlice: number }[] = [
  { habit: 'shaken', kind: 1011, perSlice: 1 / 12 },
  { habit: 'tampered', kind: 1008, perSlice: 1 / 144 },
];

/** Ten minutes of a lock's life, numbered. */
export const sliceOf = (time: number): number => Math.floor(time / SLICE_MS);

/** The alarm that befalls a lock within a slice of time, if any. */
export const mishapIn = (slice: number, seed: number, habits: Habits): AlarmKind | undefined =>
  RISKS.find(({ habit, kind, perSlice }) => habits[habit] && chance(seed, slice, kind) < perSlice)
    ?.kind;
