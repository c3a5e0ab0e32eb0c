// Not turf: it supports neither straight Mercator edges nor boxes across the antimeridian.
const within = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;

/**
 * Writes degrees with 7 decimals at most, which is 1 cm, and without an exponent: XML formats such as GPX and KML have
 * none.
 */
export const degreesText = (value: number): string =>
  value
    .toFixed(7)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');

/** True for a valid position: latitude within ±90 degrees, longitude within ±180. */
export const isPlace = (value: unknown): value is LatLon =>
  typeof value === 'object' &&
  value !== null &&
  within((value as LatLon).lat, 90) &&
  within((value as LatLon).lon, 180);

/** True for a valid position other than 0, 0, which locks send if they have none. False for NaN. */
export const hasPosition = (lat: number, lon: number): boolean =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && !(lat === 0 && lon === 0);

const NUMBER = '[+-]?\\d{1,3}(?:\\.\\d+)?';
const pair = new RegExp(`^\\(?\\s*(${NUMBER})\\s*°?\\s*[,，;\\s]\\s*(${NUMBER})\\s*°?\\s*\\)?$`);

const fromText = (text: string) => {
  const match = pair.exec(text.trim());
  return match && { lat: Number(match[1]), lon: Number(match[2]) };
};

/** '' and null are NaN, not 0. */
const degrees = (value: unknown) => (value === null || value === '' ? Number.NaN : Number(value));

/**
 * Parses a position from pasted text or a server: "31.2304, 121.4737" (latitude first, as every map copies it), `{ lat,
 * lon }` or `{ lat, lng }`, or GeoJSON's `[longitude, latitude]`. Undefined for anything else.
 */
export const parseLatLon = (value: unknown): LatLon | undefined => {
  const fields = value as Record<string, unknown>;
  const place =
    typeof value === 'string'
      ? fromText(value)
      : Array.isArray(value)
        ? { lat: degrees(value[1]), lon: degrees(value[0]) }
        : value !== null && typeof value === 'object'
          ? { lat: degrees(fields.lat), lon: degrees(fields.lon ?? fields.lng) }
          : undefined;
  return isPlace(place) ? place : undefined;
};

/** Formats as "31.230416, 121.473701": latitude first, six decimals, which is 10 cm. */
export const formatLatLon = ({ lat, lon }: LatLon): string =>
  `${lat.toFixed(6)}, ${lon.toFixed(6)}`;

/** Position in WGS-84 degrees. */
export interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** Bounding box in degrees. `east` exceeds 180 if it crosses the antimeridian, so west < east always holds. */
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

/** Normalises a difference of longitudes to the shorter way, -180 to 180. */
export const longitudeDelta = (degrees: number): number =>
  ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Great-circle distance, metres. */
export const distance = (a: LatLon, b: LatLon): number => {
  const halfLat = sin(radians(b.lat - a.lat) / 2);
  const halfLon = sin(radians(b.lon - a.lon) / 2);
  const h = halfLat ** 2 + cos(radians(a.lat)) * cos(radians(b.lat)) * halfLon ** 2;
  return 2 * EARTH_RADIUS * asin(Math.min(1, sqrt(h)));
};

/** Initial bearing from `a` to `b`, degrees clockwise from north, 0 to 360. */
export const bearing = (a: LatLon, b: LatLon): number => {
  const east = radians(b.lon - a.lon);
  const y = sin(east) * cos(radians(b.lat));
  const x =
    cos(radians(a.lat)) * sin(radians(b.lat)) -
    sin(radians(a.lat)) * cos(radians(b.lat)) * cos(east);
  return ((atan2(y, x) * 180) / PI + 360) % 360;
};

/**
 * Returns the densest cluster: the places around the one with the most neighbours.
 * @param metres maximum distance of a neighbour
 */
export const collectBounds = <Place extends LatLon>(
  places: readonly Place[],
  metres: number,
): readonly Place[] =>
  places.reduce<readonly Place[]>((largest, middle) => {
    const near = places.filter((each) => distance(middle, each) <= metres);
    return near.length > largest.length ? near : largest;
  }, []);

/**
 * Smallest bounding box of the points; undefined for none. That of a fleet on both sides of the Pacific is the Pacific.
 */
export const boundsOf = (points: readonly LatLon[]): GeoBounds | undefined => {
  const lons = Float64Array.from(points, ({ lon }) => lon).sort();
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

/** Ordinate of the Mercator projection. An edge is straight on the map where the operator drew it, not in degrees. */
export const mercator = (lat: number): number =>
  log(tan(PI / 4 + radians(Math.max(-89, Math.min(89, lat))) / 2));

/** Interpolates between two positions, straight on the map. `part` 0 is the first, 1 the second. */
export const interpolate = (from: LatLon, to: LatLon, part: number): LatLon => {
  const y = mercator(from.lat) + part * (mercator(to.lat) - mercator(from.lat));
  const lon = from.lon + part * longitudeDelta(to.lon - from.lon);
  return { lat: ((2 * Math.atan(Math.exp(y)) - PI / 2) * 180) / PI, lon: longitudeDelta(lon) };
};

/**
 * True if the point is inside the ring. The ring has at least 3 points, closed or open, does not intersect itself, and
 * spans less than half the earth. It may cross the antimeridian.
 */
export const pointInRing = (point: LatLon, ring: readonly LatLon[]): boolean => {
  const start = ring[0];
  if (!start) return false;
  let inside = false;
  let from = start;
  let x = longitudeDelta(start.lon - point.lon);
  let y = mercator(start.lat) - mercator(point.lat);
  for (const to of [...ring.slice(1), start]) {
    const nextX = x + longitudeDelta(to.lon - from.lon);
    const nextY = mercator(to.lat) - mercator(point.lat);
    if (y > 0 !== nextY > 0 && x - ((nextX - x) * y) / (nextY - y) > 0) inside = !inside;
    from = to;
    x = nextX;
    y = nextY;
  }
  return inside;
};

/** Returns the position on the segment from `a` to `b`, straight on the map, nearest to `point`. */
const nearestOnSegment = (point: LatLon, a: LatLon, b: LatLon): LatLon => {
  const y = mercator(point.lat);
  const ax = radians(longitudeDelta(a.lon - point.lon));
  const ay = mercator(a.lat) - y;
  const dx = radians(longitudeDelta(b.lon - a.lon));
  const dy = mercator(b.lat) - mercator(a.lat);
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length));
  const nearestY = y + ay + along * dy;
  return {
    lon: point.lon + ((ax + along * dx) * 180) / PI,
    lat: ((2 * Math.atan(Math.exp(nearestY)) - PI / 2) * 180) / PI,
  };
};

/** Distance from a point to a path, metres; Infinity if the path is empty. */
export const distanceToPath = (point: LatLon, path: readonly LatLon[]): number => {
  let best = Number.POSITIVE_INFINITY;
  path.forEach((a, i) => {
    const nearest = nearestOnSegment(point, a, path[i + 1] ?? a);
    best = Math.min(best, distance(point, nearest));
  });
  return best;
};

/** Longitude, then latitude, in WGS-84 degrees, as in GeoJSON (RFC 7946). */
export type Position = readonly number[];

/** GeoJSON geometry that can be drawn on a map. A polygon has one closed ring. */
export type DrawnShape =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };

const arePositions = (value: unknown): value is readonly Position[] =>
  Array.isArray(value) && value.every((at) => Array.isArray(at) && parseLatLon(at) !== undefined);

const isRing = (value: unknown) =>
  arePositions(value) && value.length >= 4 && String(value[0]) === String(value.at(-1));

const isWellFormed: { readonly [T in DrawnShape['type']]: (coordinates: unknown) => boolean } = {
  Point: (at) => arePositions([at]),
  LineString: (line) => arePositions(line) && line.length >= 2,
  Polygon: (rings) => Array.isArray(rings) && rings.length === 1 && isRing(rings[0]),
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Converts the positions in nested lists to numbers, which some programs write as text, and drops altitudes. */
const positionsIn = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  return Array.isArray(value[0]) ? value.map(positionsIn) : value.slice(0, 2).map(degrees);
};

/** Returns the first position in nested lists with a latitude or longitude out of range. */
export const positionOffEarth = (coordinates: unknown): Position | undefined => {
  if (!Array.isArray(coordinates)) return undefined;
  if (Array.isArray(coordinates[0])) {
    return coordinates.map(positionOffEarth).find((position) => position !== undefined);
  }
  const [lon = 0, lat = 0] = coordinates.map(degrees);
  return Math.abs(lat) > 90 || Math.abs(lon) > 180 ? [lon, lat] : undefined;
};

/** Parses a GeoJSON geometry or Feature, as an object or as text; undefined for anything else. */
export const shapeOf = (value: unknown): DrawnShape | undefined => {
  const input = typeof value === 'string' ? parseJson(value) : value;
  if (input === null || typeof input !== 'object') return undefined;
  const { type, geometry, coordinates } = input as Record<string, unknown>;
  if (type === 'Feature') return shapeOf(geometry);
  const shape = { type, coordinates: positionsIn(coordinates) } as DrawnShape;
  return Object.hasOwn(isWellFormed, String(type)) && isWellFormed[shape.type](shape.coordinates)
    ? shape
    : undefined;
};

/** Returns the points that the operator set; the repeated first point of a polygon is omitted. */
export const vertices = (shape: DrawnShape): readonly Position[] => {
  if (shape.type === 'Point') return [shape.coordinates];
  return shape.type === 'LineString'
    ? shape.coordinates
    : (shape.coordinates[0] ?? []).slice(0, -1);
};
