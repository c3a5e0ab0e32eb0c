import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature, Geometry, Point, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Layer } from './tileArchive';

/** Maximum rank of places in the tiles of each zoom; a higher rank is less important. The last zoom has all places. */
const PLACES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 6 };

/** Members of the United Nations. Our maps label no other country, and no disputed area as one. */
const members = `
  AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR
  CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HN HR HT HU ID IE IL
  IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN
  MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI
  SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TZ UA UG US UY UZ VC VE VN VU WS YE ZA ZM ZW`
  .trim()
  .split(/\s+/);

type Objects = Record<string, GeometryCollection<{ rank?: number }>>;

/** @param name object to read, if the file contains several */
const readTopology = (path: string, name?: string): Feature[] => {
  const topology: Topology<Objects> = JSON.parse(readFileSync(path, 'utf8'));
  return Object.entries(topology.objects)
    .filter(([key]) => name === undefined || key === name)
    .flatMap(([, object]): Feature[] => feature(topology, object).features);
};

/** Unwraps a ring and moves it into the copy of the world that contains most of it, so that shore and land meet. */
const flatRing = (ring: readonly Position[]): Position[] => {
  const flat = unwrapRing(ring);
  const middle = flat.reduce((sum, [lon = 0]) => sum + lon, 0) / flat.length;
  const shift = -360 * Math.round(middle / 360);
  return flat.map(([lon = 0, lat = 0]) => [lon + shift, lat]);
};

/** Unwraps the rings of areas for a flat map. */
const unwrapped = (all: readonly Feature[]): Feature[] =>
  all.map((each): Feature => {
    const { geometry } = each;
    if (geometry.type === 'Polygon') {
      const coordinates = geometry.coordinates.map(flatRing);
      return { ...each, geometry: { type: 'Polygon', coordinates } };
    }
    if (geometry.type !== 'MultiPolygon') return each;
    const coordinates = geometry.coordinates.map((rings) => rings.map(flatRing));
    return { ...each, geometry: { type: 'MultiPolygon', coordinates } };
  });

/**
 * Merges areas into one MultiPolygon. The shore of the Caspian Sea is an area of its own that must cut a hole into the
 * land.
 */
const merged = (all: readonly Feature[]): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'MultiPolygon',
    coordinates: all.flatMap(({ geometry }) => {
      if (geometry.type === 'Polygon') return [geometry.coordinates];
      return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
    }),
  },
});

const ranked = (all: readonly Feature[]): Feature[] =>
  all.map(({ type, geometry, properties }) => ({
    type,
    geometry,
    properties: { rank: Number(properties?.rank ?? 0) },
  }));

const readTable = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

const pointAt = (
  lon: unknown,
  lat: unknown,
  properties: Feature['properties'],
): Feature<Point> => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [Number(lon), Number(lat)] },
  properties,
});

const places = readTable('tests/tools/gazetteer/places.tsv');

const placePoints = (): Feature[] =>
  places.map(([en, zh, lat, lon, rank, inhabitants]) =>
    pointAt(lon, lat, {
      en,
      ...(zh && zh !== en && { zh }),
      rank: Number(rank),
      // Coarse, because it only decides which of two places with the same rank is named first.
      size: Math.round(Math.log2(Math.max(1, Number(inhabitants)))),
    }),
  );

/** Positions of the country names: the middle of the outline that contains most of the country's towns. */
const countryPoints = (): Feature[] => {
  const areas = unwrapped(readTopology('node_modules/world-atlas/countries-50m.json', 'countries'));
  const outlines = outlinesOf(areas.map(({ geometry }) => geometry));
  return members.flatMap((code) => {
    const towns = places
      .filter(([, , , , , , iso]) => iso === code)
      .map(([, , lat, lon]): Position => [Number(lon), Number(lat)]);
    const place = labelPlace(outlines, towns);
    return place ? [pointAt(place.at[0], place.at[1], { code, rank: place.rank })] : [];
  });
};

/** Maximum distance of a port from the town of the same name, degrees. */
const SAME_TOWN = 0.7;

/** Finds the Chinese name of a nearby town with this name. */
const townNear = (name: string, lon: number, lat: number): string | undefined =>
  places.find(
    ([en, , townLat, townLon]) =>
      en === name && Math.hypot(Number(townLat) - lat, Number(townLon) - lon) < SAME_TOWN,
  )?.[1];

/** Layers of the embedded map. @param folder folder of the data that no package contains */
export const layersOf = (folder: string): Layer[] => {
  const from = (name: string) => ranked(unwrapped(readTopology(join(folder, `${name}.topo.json`))));
  const table = (name: string) => readTable(join(folder, `${name}.tsv`));
  const area = { tolerance: 4, buffer: 64 };
  const line = { tolerance: 5, buffer: 1 };
  const point = { tolerance: 0, buffer: 0 };
  return [
    {
      name: 'land',
      features: [merged(unwrapped(readTopology('node_modules/world-atlas/land-10m.json')))],
      shows: () => true,
      ...area,
    },
    { name: 'urban', features: from('urban'), shows: (_, zoom) => zoom >= 4, ...area },
    {
      name: 'lakes',
      features: from('lakes'),
      shows: (rank, zoom) => rank <= zoom + 2 || zoom >= 6,
      ...area,
    },
    {
      name: 'rivers',
      features: from('rivers'),
      shows: (rank, zoom) => rank <= zoom + 2 || zoom >= 6,
      ...line,
    },
    { name: 'borders', features: from('borders'), shows: () => true, ...line },
    {
      name: 'countries',
      features: countryPoints(),
      shows: (rank, zoom) => rank <= zoom + 2,
      ...point,
    },
    {
      name: 'places',
      features: placePoints(),
      shows: (rank, zoom) => rank <= (PLACES[zoom] ?? 10),
      ...point,
    },
    {
      name: 'ports',
      features: table('ports').map(([name = '', lat, lon, rank]) => {
        const zh = townNear(name, Number(lon), Number(lat));
        return pointAt(lon, lat, { en: name, ...(zh && { zh: `${zh}港` }), rank: Number(rank) });
      }),
      shows: (rank, zoom) => zoom >= 6 || (zoom >= 4 && rank <= 4),
      ...point,
    },
    {
      name: 'airports',
      features: table('airports').map(([name, iata, lat, lon, rank]) =>
        pointAt(lon, lat, { en: name, iata, rank: Number(rank) }),
      ),
      shows: (_, zoom) => zoom >= 6,
      ...point,
    },
  ];
};

/** Beyond the edge of the Mercator square, so that the closing line of a polar ring is cut off. */
const POLE = 90;

/**
 * Makes the longitudes of a ring continuous. world-atlas is stitched for renderers of a globe: its rings jump from 180
 * to -180, which a flat map draws as bars across the world. A ring around a pole is closed along that pole.
 */
export const unwrapRing = (ring: readonly Position[]): Position[] => {
  const continuous: Position[] = [];
  let offset = 0;
  let previous: number | undefined;
  for (const [lon = 0, lat = 0] of ring) {
    const step = lon - (previous ?? lon);
    if (step > 180) offset -= 360;
    else if (step < -180) offset += 360;
    continuous.push([lon + offset, lat]);
    previous = lon;
  }
  const [first = 0, lat = 0] = continuous[0] ?? [];
  const [last = 0] = continuous.at(-1) ?? [];
  if (Math.abs(last - first) <= 180) return continuous;
  const pole = lat < 0 ? -POLE : POLE;
  // Closed explicitly, because tile cutters expect the last point to equal the first.
  return [...continuous, [last, pole], [first, pole], [first, lat]];
};

const isIn = ([x = 0, y = 0]: Position, ring: readonly Position[]): boolean => {
  let inside = false;
  ring.forEach(([ax = 0, ay = 0], i) => {
    const [bx = 0, by = 0] = ring.at(i - 1) ?? [];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
};

const outerRings = (geometry: Geometry): Position[][] => {
  if (geometry.type === 'Polygon') return geometry.coordinates.slice(0, 1);
  if (geometry.type !== 'MultiPolygon') return [];
  return geometry.coordinates.flatMap(([ring]) => (ring ? [ring] : []));
};

/** Area in square degrees as Mercator shows it. */
const areaOf = (ring: readonly Position[]): number =>
  Math.abs(
    ring.reduce((sum, [x = 0, y = 0], i) => {
      const [px = 0, py = 0] = ring.at(i - 1) ?? [];
      return sum + (px * y - x * py) / 2;
    }, 0),
  ) / Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);

/** Points tried along each side of a country. */
const TRIES = 40;

/** Finds the point of a ring that is farthest from its edge. */
const middleOf = (ring: readonly Position[]): Position => {
  const xs = ring.map(([x = 0]) => x);
  const ys = ring.map(([, y = 0]) => y);
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  const tries = Array.from(
    { length: TRIES * TRIES },
    (_, i): Position => [
      west + ((east - west) * ((i % TRIES) + 0.5)) / TRIES,
      south + ((north - south) * (Math.floor(i / TRIES) + 0.5)) / TRIES,
    ],
  ).filter((at) => isIn(at, ring));
  // Horizontal distance counts half, because a name is wider than it is high.
  const toEdge = ([x = 0, y = 0]: Position) =>
    Math.min(...ring.map(([rx = 0, ry = 0]) => Math.hypot((rx - x) / 2, ry - y)));
  const free = tries.map(toEdge);
  return tries[free.indexOf(Math.max(...free))] ?? [(west + east) / 2, (south + north) / 2];
};

/** Minimum area on the map for each rank of country, square degrees. */
const RANKS = [250, 60, 20, 6, 1.5, 0.2];

interface Outline {
  readonly ring: readonly Position[];
  readonly west: number;
  readonly east: number;
}

const outlinesOf = (countries: readonly Geometry[]): Outline[] =>
  countries.flatMap(outerRings).map((ring) => {
    const xs = ring.map(([x = 0]) => x);
    return { ring, west: Math.min(...xs), east: Math.max(...xs) };
  });

/** Finds the position of a country's name by the country's towns. */
const labelPlace = (outlines: readonly Outline[], towns: readonly Position[]) => {
  const [first] = towns;
  if (!first) return undefined;
  const counts = outlines.map(
    ({ ring, west, east }) =>
      towns.filter((town) => {
        const [x = 0] = town;
        return x >= west && x <= east && isIn(town, ring);
      }).length,
  );
  const max = Math.max(...counts);
  const outline = outlines[counts.indexOf(max)];
  // The island is too small for the map, so its name is placed at its town.
  if (max === 0 || !outline) return { at: first, rank: RANKS.length };
  const area = areaOf(outline.ring);
  const rank = RANKS.findIndex((minArea) => area >= minArea);
  return { at: middleOf(outline.ring), rank: rank < 0 ? RANKS.length : rank };
};
