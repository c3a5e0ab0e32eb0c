/** A place in WGS-84 degrees. */
export interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** A box in degrees. `east` exceeds 180 when the box crosses the antimeridian, so that west < east always holds. */
export interface GeoBounds {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** Mean radius of the earth, metres (IUGG). */
const EARTH_RADIUS = 6371008.8;

const { sin, cos, sqrt, asin, atan2, log, tan, PI } = Math;
const radians = (degrees: number): number => (degrees / 180) * PI;

/** A difference of longitudes as the shorter way round, -180 to 180. */
const turn = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Metres between two places along the great circle. */
export const distance = (a: LatLon, b: LatLon): number => {
  const halfLat = sin(radians(b.lat - a.lat) / 2);
  const halfLon = sin(radians(b.lon - a.lon) / 2);
  const h = halfLat ** 2 + cos(radians(a.lat)) * cos(radians(b.lat)) * halfLon ** 2;
  return 2 * EARTH_RADIUS * asin(Math.min(1, sqrt(h)));
};

/** Direction to start from `a` to reach `b`, degrees clockwise from north, 0 to 360. */
export const bearing = (a: LatLon, b: LatLon): number => {
  const east = radians(b.lon - a.lon);
  const y = sin(east) * cos(radians(b.lat));
  const x =
    cos(radians(a.lat)) * sin(radians(b.lat)) -
    sin(radians(a.lat)) * cos(radians(b.lat)) * cos(east);
  return ((atan2(y, x) * 180) / PI + 360) % 360;
};

/** The smallest box around places, undefined without any. A fleet on both sides of the Pacific gets the Pacific. */
export const boundsOf = (points: readonly LatLon[]): GeoBounds | undefined => {
  const lons = points.map((point) => point.lon).sort((a, b) => a - b);
  const first = lons[0];
  const last = lons.at(-1);
  if (first === undefined || last === undefined) return undefined;
  let west = first;
  let east = last;
  let widestGap = first + 360 - last;
  lons.forEach((lon, i) => {
    const next = lons[i + 1];
    if (next === undefined || next - lon <= widestGap) return;
    widestGap = next - lon;
    west = next;
    east = lon + 360;
  });
  let south = 90;
  let north = -90;
  for (const { lat } of points) {
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { south, west, north, east };
};

/** Mercator's ordinate: edges are straight on the map the operator drew them on, not in degrees. */
const mercator = (lat: number): number =>
  log(tan(PI / 4 + radians(Math.max(-89, Math.min(89, lat))) / 2));

/**
 * Whether a place is inside a ring of at least 3 places, closed or not, that does not cross itself and spans less
 * than half the earth; the antimeridian is no obstacle.
 */
export const pointInRing = (point: LatLon, ring: readonly LatLon[]): boolean => {
  const start = ring[0];
  if (!start) return false;
  let inside = false;
  let from = start;
  let x = turn(start.lon - point.lon);
  let y = mercator(start.lat) - mercator(point.lat);
  for (const to of [...ring.slice(1), start]) {
    const nextX = x + turn(to.lon - from.lon);
    const nextY = mercator(to.lat) - mercator(point.lat);
    if (y > 0 !== nextY > 0 && x - ((nextX - x) * y) / (nextY - y) > 0) inside = !inside;
    from = to;
    x = nextX;
    y = nextY;
  }
  return inside;
};

/** The place on the segment from `a` to `b`, straight on the map, that is nearest to `point`. */
const nearestOnSegment = (point: LatLon, a: LatLon, b: LatLon): LatLon => {
  const y = mercator(point.lat);
  const ax = radians(turn(a.lon - point.lon));
  const ay = mercator(a.lat) - y;
  const dx = radians(turn(b.lon - a.lon));
  const dy = mercator(b.lat) - mercator(a.lat);
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length));
  const nearestY = y + ay + along * dy;
  return {
    lon: point.lon + ((ax + along * dx) * 180) / PI,
    lat: ((2 * Math.atan(Math.exp(nearestY)) - PI / 2) * 180) / PI,
  };
};

/** Metres from a place to a line of places; Infinity to a line without any. */
export const distanceToPath = (point: LatLon, path: readonly LatLon[]): number => {
  let best = Number.POSITIVE_INFINITY;
  path.forEach((a, i) => {
    const nearest = nearestOnSegment(point, a, path[i + 1] ?? a);
    best = Math.min(best, distance(point, nearest));
  });
  return best;
};
