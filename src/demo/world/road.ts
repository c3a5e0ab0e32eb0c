import { bearing, distance, interpolate, type LatLon } from '../../domain/geo/geometry';
import type { CountryCode, Route } from './routes';

/** Distance between points, small enough for bends to look natural when zoomed in. */
const STEP_KM = 1;

/** Amplitudes and wavelengths of a road's deviations from the smooth line, km: hills, villages, junctions. */
const BENDS = [
  { km: 0.22, over: 6.3 },
  { km: 0.12, over: 2.7 },
] as const;

interface Vertex {
  at: LatLon;
  country: CountryCode;
}

/** Route as a line of milestones. */
interface Road {
  readonly lengthKm: number;
  /** `km` counts from the start of the road. */
  readonly milestones: readonly (Vertex & { readonly km: number })[];
}

interface RoadPlace extends Vertex {
  /** Degrees clockwise from north, in the direction from start to end. */
  course: number;
}

const distanceKm = (a: LatLon, b: LatLon): number => distance(a, b) / 1000;

/** Returns points from b to c, without c, on a smooth curve through a, b, c and d (cubic Hermite). */
const smooth = (a: LatLon, b: LatLon, c: LatLon, d: LatLon): LatLon[] => {
  const [before, length, after] = [distanceKm(a, b), distanceKm(b, c), distanceKm(c, d)];
  const steps = Math.max(1, Math.round(length / STEP_KM));
  const along = (axis: keyof LatLon, t: number): number => {
    const out = ((c[axis] - a[axis]) / (before + length)) * length;
    const into = ((d[axis] - b[axis]) / (length + after)) * length;
    const rest = 1 - t;
    return (
      (1 + 2 * t) * rest * rest * b[axis] +
      t * rest * rest * out +
      t * t * (3 - 2 * t) * c[axis] -
      t * t * rest * into
    );
  };
  return Array.from({ length: steps }, (_, step) => ({
    lat: along('lat', step / steps),
    lon: along('lon', step / steps),
  }));
};

const smoothed = (vertices: readonly Vertex[]): Vertex[] =>
  vertices.flatMap((vertex, i) => {
    const next = vertices[i + 1];
    if (!next) return [vertex];
    const before = vertices[i - 1] ?? vertex;
    const after = vertices[i + 2] ?? next;
    const { country } = vertex;
    return smooth(before.at, vertex.at, next.at, after.at).map((at) => ({ at, country }));
  });

/** Adds the deviations to a line. They are the same for every truck, and 0 at the ends. */
const bent = (line: readonly Vertex[]): Vertex[] =>
  line.map((vertex, i) => {
    const before = line[i - 1];
    const after = line[i + 1];
    if (!before || !after) return vertex;
    const aside = BENDS.reduce((sum, { km, over }) => sum + km * Math.sin((i * STEP_KM) / over), 0);
    return { ...vertex, at: offsetBy(vertex.at, bearing(before.at, after.at) + 90, aside) };
  });

const buildRoad = (route: Route): Road => {
  const vertices = route.legs.flatMap(({ country, points }) =>
    points.map(([lat, lon]) => ({ at: { lat, lon }, country })),
  );
  const line = bent(smoothed(vertices));
  let lengthKm = 0;
  const milestones = line.map((vertex, i) => {
    lengthKm += distanceKm(line[i - 1]?.at ?? vertex.at, vertex.at);
    return { ...vertex, km: lengthKm };
  });
  return { lengthKm, milestones };
};

const built = new Map<string, Road>();

export const roadOf = (route: Route): Road => {
  const road = built.get(route.id) ?? buildRoad(route);
  built.set(route.id, road);
  return road;
};

/** Returns the position at a distance from the start of a road, clamped to its ends. */
export const placeOn = ({ milestones, lengthKm }: Road, km: number): RoadPlace => {
  const within = Math.min(Math.max(km, 0), lengthKm);
  // Searches for the last milestone at or before the distance, but the final one.
  let low = 0;
  let high = milestones.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((milestones[middle]?.km ?? 0) <= within) low = middle;
    else high = middle - 1;
  }
  const [from, to] = [milestones[low], milestones[low + 1]];
  if (!from || !to) throw new RangeError('A road has at least two milestones');
  const { country } = from;
  const at = interpolate(from.at, to.at, (within - from.km) / (to.km - from.km));
  return { at, course: bearing(from.at, to.at), country };
};

/** Kilometres per degree of latitude. */
const DEGREE_KM = 111.195;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Returns the position at a distance and direction from another. Flat approximation: precise to metres over the few
 * kilometres used here.
 * @param course degrees clockwise from north
 */
export const offsetBy = ({ lat, lon }: LatLon, course: number, km: number): LatLon => ({
  lat: lat + (km * Math.cos(radians(course))) / DEGREE_KM,
  lon: lon + (km * Math.sin(radians(course))) / (DEGREE_KM * Math.cos(radians(lat))),
});
