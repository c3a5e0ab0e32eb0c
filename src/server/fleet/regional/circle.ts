import { distance, type LatLon } from '../../../domain/geo/geometry';

export interface Circle extends LatLon {
  /** Metres. */
  readonly radius: number;
}

/** Metres from the edge of a circle to a place outside; 0 or less for one inside. */
export const metresOutside = (circle: Circle, place: LatLon): number =>
  distance(circle, place) - circle.radius;

export const isInside = (circle: Circle, place: LatLon): boolean =>
  metresOutside(circle, place) <= 0;
