import type { Track } from './track';

/** A value at a moment, ms since 1970; null where nothing is known, which breaks a line. */
export interface TimedValue {
  readonly at: number;
  readonly value: number | null;
}

/** What of a track is drawn over time. */
export type MeasuredValue = 'speed' | 'electric' | 'temperature';

/**
 * One value over time, with the lowest and the highest of each part of the span: what is drawn in as many pixels looks
 * the same, and no peak is lost. A silence breaks the line.
 * @param parts how many there are at the most; each has up to two values
 */
export const downsample = (
  { at, size, gap, ...values }: Track,
  name: MeasuredValue,
  parts: number,
): TimedValue[] => {
  const column = values[name];
  const points: TimedValue[] = [];
  const start = at[0] ?? 0;
  const width = Math.max(1, ((at[size - 1] ?? 0) - start) / parts);
  let before = Number.NaN;
  for (let i = 0; i < size; ) {
    // By the number of the part, which is whole: a sum of widths may be a hair less than the moment itself.
    const part = Math.floor(((at[i] as number) - start) / width);
    let low = -1;
    let high = -1;
    let last = Number.NaN;
    let first = Number.NaN;
    for (; i < size && Math.floor(((at[i] as number) - start) / width) === part; i++) {
      const value = column[i] as number;
      if (Number.isNaN(value)) continue;
      if (Number.isNaN(first)) first = at[i] as number;
      last = at[i] as number;
      if (low < 0 || value < (column[low] as number)) low = i;
      if (high < 0 || value > (column[high] as number)) high = i;
    }
    if (low < 0) continue;
    if (first - before > gap) points.push({ at: before + 1, value: null });
    for (const n of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      points.push({ at: at[n] as number, value: column[n] as number });
    }
    before = last;
  }
  return points;
};
