import {
  boundsOf,
  distance,
  distanceToPath,
  type GeoBounds,
  interpolate,
  type LatLon,
  longitudeDelta,
  mercator,
  pointInRing,
} from './geometry';

/** Area drawn by an operator; metres, WGS-84. Edges are straight on a Mercator map. */
export type Area =
  | { readonly kind: 'circle'; readonly centre: LatLon; readonly radius: number }
  /** Path with a margin of `radius` on either side. */
  | { readonly kind: 'line'; readonly path: readonly LatLon[]; readonly radius: number }
  /** Open ring: the first point is not repeated at the end. */
  | { readonly kind: 'polygon'; readonly ring: readonly LatLon[] };

const closeRing = <T>(ring: readonly T[]): readonly T[] => [...ring, ...ring.slice(0, 1)];

/** Distance from an area to a point outside, metres; 0 or less for a point inside. */
export const metresOutside = (area: Area, place: LatLon): number => {
  if (area.kind === 'circle') return distance(area.centre, place) - area.radius;
  if (area.kind === 'line') return distanceToPath(place, area.path) - area.radius;
  return pointInRing(place, area.ring) ? 0 : distanceToPath(place, closeRing(area.ring));
};

/** Length of a degree of latitude. */
const METRES_PER_DEGREE = distance({ lat: 0, lon: 0 }, { lat: 1, lon: 0 });

/** Extends a box by a distance in every direction. */
const widen = ({ south, west, north, east }: GeoBounds, metres: number): GeoBounds => {
  const high = metres / METRES_PER_DEGREE;
  const furthest = Math.min(89, Math.max(Math.abs(south - high), Math.abs(north + high)));
  const wide = Math.min(180, high / Math.cos((furthest / 180) * Math.PI));
  return { south: south - high, west: west - wide, north: north + high, east: east + wide };
};

const cornersOf = (area: Area): readonly LatLon[] => {
  if (area.kind === 'circle') return [area.centre];
  return area.kind === 'line' ? area.path : area.ring;
};

/** Bounding box of an area; slightly larger than necessary near the poles. */
export const boxOf = (area: Area): GeoBounds => {
  const box = boundsOf(cornersOf(area)) ?? { south: 0, west: 0, north: 0, east: 0 };
  return area.kind === 'polygon' ? box : widen(box, area.radius);
};

type Point = Readonly<Record<'x' | 'y', number>>;

/** Projects to Mercator, relative to an origin, in radians. */
const projectAround =
  (origin: LatLon) =>
  ({ lat, lon }: LatLon): Point => ({
    x: (longitudeDelta(lon - origin.lon) / 180) * Math.PI,
    y: mercator(lat) - mercator(origin.lat),
  });

const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x;
const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });

/** Position of the intersection with c→d along a→b, 0 to 1; undefined if they do not intersect in one point. */
const intersection = (a: Point, b: Point, c: Point, d: Point): number | undefined => {
  const [along, other, between] = [minus(b, a), minus(d, c), minus(c, a)];
  const determinant = cross(along, other);
  if (determinant === 0) return undefined;
  const t = cross(between, other) / determinant;
  const u = cross(between, along) / determinant;
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : undefined;
};

/** Position along a→b that is nearest to a point, 0 to 1. */
const nearest = (a: Point, b: Point, point: Point): number => {
  const along = minus(b, a);
  const length = along.x ** 2 + along.y ** 2;
  const to = minus(point, a);
  return length === 0 ? 0 : Math.max(0, Math.min(1, (to.x * along.x + to.y * along.y) / length));
};

/** True if two edges of the ring that are not adjacent meet, or an edge folds back on the one before. */
export const crossesItself = (ring: readonly LatLon[]): boolean => {
  const [first] = ring;
  if (!first) return false;
  const points = closeRing(ring).map(projectAround(first));
  const edges = points.slice(1).map((to, i) => [points[i] ?? to, to] as const);
  return edges.some(([a, b], i) =>
    edges.some(([c, d], j) => {
      if (j <= i) return false;
      const follows = j === i + 1 || (i === 0 && j === edges.length - 1);
      if (!follows) return intersection(a, b, c, d) !== undefined;
      const [back, on] = j === i + 1 ? [minus(a, b), minus(d, b)] : [minus(b, a), minus(c, a)];
      return cross(back, on) === 0 && back.x * on.x + back.y * on.y > 0;
    }),
  );
};

/** Approximate size, square metres, for comparing areas. */
export const sizeOf = (area: Area): number => {
  if (area.kind === 'circle') return Math.PI * area.radius ** 2;
  if (area.kind === 'line') {
    const { path, radius } = area;
    const length = path.reduce((sum, to, i) => sum + distance(path[i - 1] ?? to, to), 0);
    return 2 * radius * length + Math.PI * radius ** 2;
  }
  const [first] = area.ring;
  if (!first) return 0;
  const points = closeRing(area.ring).map(projectAround(first));
  const twice = points.slice(1).reduce((sum, to, i) => sum + cross(points[i] ?? to, to), 0);
  const scale = (METRES_PER_DEGREE * 180 * Math.cos((first.lat / 180) * Math.PI)) / Math.PI;
  return (Math.abs(twice) / 2) * scale ** 2;
};

/**
 * Positions along a segment whose ends are outside the area. If any point of the segment is inside, one of these is.
 */
const candidates = (area: Area, from: LatLon, to: LatLon): number[] => {
  const on = projectAround(from);
  const [a, b] = [on(from), on(to)];
  const corners = cornersOf(area).map(on);
  const isPolygon = area.kind === 'polygon';
  const path = isPolygon ? closeRing(corners) : corners;
  const intersections = path
    .slice(1)
    .flatMap((end, i) => intersection(a, b, path[i] ?? end, end) ?? []);
  if (!isPolygon) return [...corners.map((corner) => nearest(a, b, corner)), ...intersections];
  intersections.sort((one, other) => one - other);
  return intersections.slice(1).map((at, i) => (at + (intersections[i] ?? at)) / 2);
};

/** Finds the border between an inner and an outer position of a segment by bisection; to 1 m on 1,000 km. */
const edgeBetween = (
  isInside: (part: number) => boolean,
  inside: number,
  outside: number,
): number => {
  let [inner, outer] = [inside, outside];
  for (let i = 0; i < 20; i += 1) {
    const middle = (inner + outer) / 2;
    if (isInside(middle)) inner = middle;
    else outer = middle;
  }
  return inner;
};

/**
 * Returns the first entry and the last exit of a straight segment that begins and ends outside the area, as fractions
 * of the segment; undefined if it does not cross the area.
 */
export const crossingOf = (
  area: Area,
  from: LatLon,
  to: LatLon,
): { readonly entered: number; readonly left: number } | undefined => {
  const isInside = (part: number) => metresOutside(area, interpolate(from, to, part)) <= 0;
  const inside = candidates(area, from, to).filter(isInside);
  if (inside.length === 0) return undefined;
  return {
    entered: edgeBetween(isInside, Math.min(...inside), 0),
    left: edgeBetween(isInside, Math.max(...inside), 1),
  };
};

export const boxAround = (from: LatLon, to: LatLon): GeoBounds => {
  const west = longitudeDelta(to.lon - from.lon) < 0 ? to.lon : from.lon;
  return {
    south: Math.min(from.lat, to.lat),
    north: Math.max(from.lat, to.lat),
    west,
    east: west + Math.abs(longitudeDelta(to.lon - from.lon)),
  };
};
