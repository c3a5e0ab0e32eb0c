import Papa from 'papaparse';
import { bearing, distance, type LatLon } from '../../domain/geo/geometry';
import { errorMessage } from '../../protocol';

/** Which columns of a file hold what, where their names do not say it, and which recording is wanted. */
interface TrackOptions {
  readonly trajectory?: string;
  readonly columns?: Partial<Readonly<Record<'lat' | 'lon' | 'time' | 'speed', string>>>;
}

/** A recording, and what of its file is not in it. */
interface Recording {
  /** In the order of time. */
  readonly points: readonly TrackPoint[];
  readonly otherTracks: number;
  readonly otherPoints: number;
  /** Where something cannot be read, and what stands there: `line 7: no latitude: "abc"`. */
  readonly unread: readonly string[];
}

/**
 * One recording out of a file's text: the one of the name given, else the one with most points. GPX, GeoJSON, or
 * columns separated by tabs, `;` or `,`.
 * @throws Error that says what is wrong with the file, or which recordings there are
 */
export const readTrack = (text: string, options: TrackOptions = {}): Recording => {
  const { trajectory: name, columns = {} } = options;
  const { tracks, unread } = parserOf(text)(text, columns);
  const names = [...tracks.keys()];
  if (names.length === 0) {
    const why = unread.length > 0 ? `: ${unread.slice(0, 3).join('; ')}` : '';
    throw new Error(`the file has no points with a place and a time${why}`);
  }
  const longest = [...tracks.values()].reduce((a, b) => (b.length > a.length ? b : a));
  const chosen = name === undefined ? longest : tracks.get(name);
  if (!chosen) {
    throw new Error(`the file has no trajectory ${name}, only ${names.slice(0, 20).join(', ')}`);
  }
  const all = [...tracks.values()].reduce((sum, points) => sum + points.length, 0);
  return {
    points: chosen.toSorted((a, b) => a.time - b.time),
    otherTracks: names.length - 1,
    otherPoints: all - chosen.length,
    unread,
  };
};

/** Problems that are named one by one. */
const NAMED = 5;

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

/** What of a file is not replayed, in lines for whoever replays it. */
export const skippedPoints = ({ otherTracks, otherPoints, unread }: Recording): string[] => [
  ...(otherTracks > 0
    ? [
        `left out: ${counted(otherTracks, 'other track')} with ${counted(otherPoints, 'point')}; choose one by --trajectory`,
      ]
    : []),
  ...(unread.length > 0
    ? [`left out: ${counted(unread.length, 'point')} that cannot be read`]
    : []),
  ...unread.slice(0, NAMED).map((problem) => `  ${problem}`),
  ...(unread.length > NAMED ? [`  and ${unread.length - NAMED} more`] : []),
];

/** A recorded place, WGS-84. */
interface TrackPoint extends LatLon {
  /** When, ms since 1970. */
  time: number;
  /** km/h, where the file says it. */
  speed?: number;
}

/** The recordings of a file by name, in the file's order, points as they come; and what could not be read. */
interface Parsed {
  readonly tracks: Map<string, TrackPoint[]>;
  readonly unread: string[];
}

type Columns = NonNullable<TrackOptions['columns']>;
type Parser = (text: string, columns: Columns) => Parsed;

const parserOf = (text: string): Parser => {
  if (/^\uFEFF?\s*</.test(text)) return parseGpx;
  return /^\uFEFF?\s*\{/.test(text) ? parseGeoJson : parseTable;
};

/** What a file says of a point, as it stands there. */
interface RawPoint {
  readonly lat?: unknown;
  readonly lon?: unknown;
  readonly time?: unknown;
  readonly speed?: unknown;
}

/** No truck and no receiver says more, km/h. */
const MAX_PLAUSIBLE_SPEED = 1200;

const numberIn = (value: unknown, limit: number): number | undefined => {
  const number = Number(String(value ?? '').trim() || 'none');
  return Math.abs(number) <= limit ? number : undefined;
};

/** Adds a point to a recording, or tells what of it cannot be read. @param at where in the file */
const addPoint = ({ tracks, unread }: Parsed, name: string, at: string, raw: RawPoint): void => {
  const lat = numberIn(raw.lat, 90);
  const lon = numberIn(raw.lon, 180);
  const time = parseTime(raw.time === undefined ? undefined : String(raw.time));
  const isSilent = String(raw.speed ?? '').trim() === '';
  const speed = isSilent ? undefined : numberIn(raw.speed, MAX_PLAUSIBLE_SPEED);
  const wrong = [
    ['latitude', lat, raw.lat],
    ['longitude', lon, raw.lon],
    ['time', time, raw.time],
    ['speed', isSilent ? 0 : speed, raw.speed],
  ].find(([, read]) => read === undefined);
  if (wrong || lat === undefined || lon === undefined || time === undefined) {
    const [what, , value] = wrong ?? [];
    unread.push(`${at}: no ${what}: ${JSON.stringify(value ?? '')}`);
    return;
  }
  const points = tracks.get(name) ?? [];
  points.push({ lat, lon, time, ...(speed !== undefined && { speed: Math.abs(speed) }) });
  tracks.set(name, points);
};

/** How files call what we need; the first that is there counts. */
const NAMES = {
  lat: ['lat', 'latitude', 'y'],
  lon: ['lon', 'lng', 'long', 'longitude', 'x'],
  time: ['time', 'timestamp', 'datetime', 'date', 't'],
  speed: ['speed', 'speed_kmh', 'velocity'],
  name: ['trajectory_id', 'trajectory', 'track_id', 'trip_id'],
} as const;

const SEPARATORS = [',', ';', '\t'] as const;

/**
 * Reads recordings from lines under a line of headers, separated by tabs, `;` or `,`: latitude, longitude and time
 * under any of their usual names or those given, speed in km/h and the name of the recording where they are there.
 * @throws Error that says which column is missing
 */
const parseTable: Parser = (text, columns) => {
  const head = text.split('\n', 1)[0] ?? '';
  const { data, meta } = Papa.parse<Readonly<Record<string, string | undefined>>>(text, {
    header: true,
    delimiter: SEPARATORS.reduce((a, b) => (head.split(b).length > head.split(a).length ? b : a)),
    transformHeader: (header) => header.trim().toLowerCase(),
  });
  const column = (of: keyof typeof NAMES): string | undefined => {
    const columnName = of === 'name' ? undefined : columns[of]?.toLowerCase();
    if (columnName !== undefined && !meta.fields?.includes(columnName)) {
      throw new Error(`the file has no column ${columnName}, only ${meta.fields?.join(', ')}`);
    }
    return columnName ?? NAMES[of].find((name) => meta.fields?.includes(name));
  };
  const needed = (of: 'lat' | 'lon' | 'time'): string => {
    const name = column(of);
    if (name !== undefined) return name;
    throw new Error(`CSV without a column ${NAMES[of].join(', ')}: name it by --${of}`);
  };
  const [lat, lon, time] = [needed('lat'), needed('lon'), needed('time')];
  const [speed = '', name = ''] = [column('speed'), column('name')];
  const parsed: Parsed = { tracks: new Map(), unread: [] };
  for (const [i, row] of data.entries()) {
    if (Object.values(row).every((cell) => !cell?.trim())) continue;
    const raw = { lat: row[lat], lon: row[lon], time: row[time], speed: row[speed] };
    addPoint(parsed, row[name] ?? '1', `line ${i + 2}`, raw);
  }
  return parsed;
};

/** A tag, or a comment or CDATA, which hide tags. */
const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)([^<>]*)>/g;

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];

/** Tells the line of each place in a text; the places must come in order. */
const lineCounter = (text: string): ((index: number) => number) => {
  let line = 1;
  let done = 0;
  return (index) => {
    for (let at = text.indexOf('\n', done); at >= 0 && at < index; at = text.indexOf('\n', done)) {
      line += 1;
      done = at + 1;
    }
    return line;
  };
};

/**
 * Reads recordings from GPX: every `trk` is one, named by its number in the file. Looks at `trkpt` and its `time` only;
 * a point without a time is left out. Broken XML gives what can be read of it, which an XML parser under togeojson would
 * refuse: loggers that lose power leave files without an end.
 */
const parseGpx: Parser = (text) => {
  const parsed: Parsed = { tracks: new Map(), unread: [] };
  const lineOf = lineCounter(text);
  let track = 0;
  let place: { lat?: string; lon?: string; at: string } | undefined;
  const end = (time?: string) => {
    if (place) addPoint(parsed, String(Math.max(track, 1)), place.at, { ...place, time });
    place = undefined;
  };
  for (const { 1: closing, 2: name, 3: attributes = '', index, 0: token } of text.matchAll(TOKEN)) {
    if (name === 'trk' && closing === '') track++;
    if (name === 'trkpt') {
      end();
      if (closing !== '') continue;
      const at = `line ${lineOf(index)}`;
      place = { lat: attribute(attributes, 'lat'), lon: attribute(attributes, 'lon'), at };
      if (attributes.endsWith('/')) end();
    }
    if (name === 'time' && closing === '' && place) {
      const start = index + token.length;
      end(text.slice(start, text.indexOf('<', start)).trim());
    }
  }
  return parsed;
};

type Json = Readonly<Record<string, unknown>>;

const recordOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Where GeoJSON of GPS loggers keeps the times of a line: `coordTimes` (togeojson) or `times`. */
const timesOf = (properties: Json): readonly unknown[] =>
  [
    properties.coordTimes,
    properties.times,
    recordOf(properties.coordinateProperties).times,
    properties.timestamps,
  ]
    .map(listOf)
    .find(({ length }) => length > 0) ?? [];

/**
 * Reads recordings from GeoJSON: every line is one, with a time for each of its places in its properties or as their
 * fourth number; all points of one name are one, with their time among their properties.
 * @throws Error for a text that is no JSON
 */
const parseGeoJson: Parser = (text, columns) => {
  const parsed: Parsed = { tracks: new Map(), unread: [] };
  const root = jsonOf(text);
  const features = root.type === 'FeatureCollection' ? listOf(root.features) : [root];
  for (const [i, feature] of features.entries()) {
    const properties = recordOf(recordOf(feature).properties);
    const { type, coordinates } = recordOf(recordOf(feature).geometry ?? feature);
    const readValue = (of: 'time' | 'speed' | 'name') => {
      const columnName = of === 'name' ? undefined : columns[of];
      const names: readonly string[] = columnName ? [columnName] : NAMES[of];
      return names.map((name) => properties[name]).find((value) => value !== undefined);
    };
    const place = (
      position: unknown,
      raw: Pick<RawPoint, 'time' | 'speed'>,
      name: string,
      at: string,
    ) => {
      const [lon, lat] = listOf(position);
      addPoint(parsed, name, at, { lat, lon, ...raw });
    };
    const line = (positions: unknown, times: readonly unknown[], name: string) => {
      for (const [n, position] of listOf(positions).entries()) {
        const time = times[n] ?? listOf(position)[3];
        place(position, { time }, name, `feature ${i + 1}, point ${n + 1}`);
      }
    };
    const number = String(i + 1);
    if (type === 'Point') {
      const raw = { time: readValue('time'), speed: readValue('speed') };
      place(coordinates, raw, String(readValue('name') ?? '1'), `feature ${number}`);
    }
    if (type === 'LineString') line(coordinates, timesOf(properties), number);
    if (type === 'MultiLineString') {
      const times = timesOf(properties);
      for (const [n, part] of listOf(coordinates).entries()) {
        line(part, listOf(times[n]), number);
      }
    }
  }
  return parsed;
};

const jsonOf = (text: string): Json => {
  try {
    return recordOf(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    throw new Error(`the file is no JSON: ${errorMessage(error)}`);
  }
};

const EPOCH = /^\d{9,13}(\.\d+)?$/;
const CALENDAR =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:(Z|UTC)|([+-]\d\d):?(\d\d)?)?$/i;

/**
 * A moment as recordings write it: ISO 8601 with a blank for the T and a zone as short as `+00`, or seconds or
 * milliseconds since 1970. Without a zone it is UTC.
 * @returns ms since 1970, undefined for anything else
 */
export const parseTime = (text: string | undefined): number | undefined => {
  const trimmed = text?.trim() ?? '';
  if (EPOCH.test(trimmed)) {
    const value = Number(trimmed);
    return Math.round(value < 1e11 ? value * 1000 : value);
  }
  const [, date, clock, , hours, minutes = '00'] = CALENDAR.exec(trimmed) ?? [];
  if (date === undefined) return undefined;
  const time = Date.parse(`${date}T${clock}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  return Number.isNaN(time) ? undefined : time;
};

export interface MovingPoint extends TrackPoint {
  /** km/h. */
  speed: number;
  /** Degrees from north, clockwise, 0 to below 360. */
  course: number;
}

/** Below it a step is a receiver's noise and has no direction. */
const STEP_METRES = 3;
/** No truck drives faster; what does is a jump of the receiver. */
const MAX_SPEED = 200;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * Adds speed and course, from each point to the one before it; the first point has those of the second. At rest the
 * course stays what it was.
 * @param points in the order of time
 */
export const addMotion = (points: readonly TrackPoint[]): MovingPoint[] => {
  let speed = 0;
  let course = 0;
  const moving = points.map((point, i) => {
    const before = points[i - 1] ?? point;
    const seconds = (point.time - before.time) / 1000;
    const metres = distance(before, point);
    if (seconds > 0) speed = round(Math.min((metres / seconds) * 3.6, MAX_SPEED), 1);
    if (metres >= STEP_METRES) course = round(bearing(before, point), 0) % 360;
    return { ...point, speed: point.speed ?? speed, course };
  });
  const [first, second] = moving;
  return first && second
    ? [
        { ...first, speed: points[0]?.speed ?? second.speed, course: second.course },
        ...moving.slice(1),
      ]
    : moving;
};
