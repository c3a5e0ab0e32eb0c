import type { Track } from './track';

/** Value at a time, epoch ms; null interrupts the line. */
export interface TimedValue {
  readonly at: number;
  readonly value: number | null;
}

/** Values of a track that have a chart. */
export type MeasuredValue = 'speed' | 'electric' | 'temperature';

/**
 * Downsamples a value for a chart: keeps the minimum and the maximum of each part of the time span. With as many parts
 * as pixels the chart looks the same, and no peak is lost. A gap interrupts the line. Speed is read only from records
 * on the line, because it belongs to a position; the track's summary does the same.
 * @param parts maximum number of parts; each has up to two values
 */
export const downsample = (
  { at, size, line, gap, ...values }: Track,
  name: MeasuredValue,
  parts: number,
): TimedValue[] => {
  const column = values[name];
  const onLine = name === 'speed';
  const count = onLine ? line.length : size;
  const recordOf = (n: number) => (onLine ? (line[n] as number) : n);
  const timeOf = (n: number) => at[recordOf(n)] as number;
  const readAt = (n: number) => column[recordOf(n)] as number;
  const points: TimedValue[] = [];
  const start = at[0] ?? 0;
  const width = Math.max(1, ((at[size - 1] ?? 0) - start) / parts);
  // By index, which is an integer: a sum of widths could fall just short of the time.
  const partOf = (n: number) => Math.floor((timeOf(n) - start) / width);
  let before = Number.NaN;
  for (let i = 0; i < count; ) {
    const part = partOf(i);
    let low = -1;
    let high = -1;
    let last = Number.NaN;
    let first = Number.NaN;
    for (; i < count && partOf(i) === part; i++) {
      const value = readAt(i);
      if (Number.isNaN(value)) continue;
      if (Number.isNaN(first)) first = timeOf(i);
      last = timeOf(i);
      if (low < 0 || value < readAt(low)) low = i;
      if (high < 0 || value > readAt(high)) high = i;
    }
    if (low < 0) continue;
    if (first - before > gap) points.push({ at: before + 1, value: null });
    for (const n of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      points.push({ at: timeOf(n), value: readAt(n) });
    }
    before = last;
  }
  return points;
};
