import type { LatLon } from '../../../domain/geo/geometry';

/** A recorded place, WGS-84. */
export interface TrackPoint extends LatLon {
  /** When, ms since 1970. */
  time: number;
}

/** The recordings of a file by name, in the file's order; points as they come. */
export type Trajectories = Map<string, TrackPoint[]>;

/** Adds a point to a recording, or makes the recording. */
export const addPoint = (trajectories: Trajectories, name: string, point: TrackPoint): void => {
  const points = trajectories.get(name) ?? [];
  points.push(point);
  trajectories.set(name, points);
};

/** A point from texts, or undefined when one of them is no place or no time. */
export const pointOf = (
  lat: string | undefined,
  lon: string | undefined,
  time: number | undefined,
): TrackPoint | undefined => {
  const north = Number(lat?.trim() || 'none');
  const east = Number(lon?.trim() || 'none');
  if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180) || time === undefined) return undefined;
  return { lat: north, lon: east, time };
};
