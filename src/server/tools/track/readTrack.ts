import { parseCsv } from './parseCsv';
import { parseGpx } from './parseGpx';
import type { TrackPoint } from './trackPoint';

/**
 * One recording out of a file's text, in the order of time: the one of the name given, else the one with most points.
 * @throws Error that says what is wrong with the file, or which recordings there are
 */
export const readTrack = (text: string, name?: string): TrackPoint[] => {
  const trajectories = /^\uFEFF?\s*</.test(text) ? parseGpx(text) : parseCsv(text);
  const names = [...trajectories.keys()];
  if (names.length === 0) throw new Error('the file has no points with a place and a time');
  const longest = [...trajectories.values()].reduce((a, b) => (b.length > a.length ? b : a));
  const chosen = name === undefined ? longest : trajectories.get(name);
  if (!chosen) {
    throw new Error(`the file has no trajectory ${name}, only ${names.slice(0, 20).join(', ')}`);
  }
  return chosen.toSorted((a, b) => a.time - b.time);
};
