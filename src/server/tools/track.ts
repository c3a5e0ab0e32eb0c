import Papa from 'papaparse';
import { bearing, distance, type LatLon } from '../../domain/geo/geometry';

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

/** A recorded place, WGS-84. */
interface TrackPoint extends LatLon {
  /** When, ms since 1970. */
  time: number;
}

/** The recordings of a file by name, in the file's order; points as they come. */
type Trajectories = Map<string, TrackPoint[]>;

/** Adds a point to a recording, or makes the recording. */
const addPoint = (trajectories: Trajectories, name: string, point: TrackPoint): void => {
  const points = trajectories.get(name) ?? [];
  points.push(point);
  trajectories.set(name, points);
};

/** A point from texts, or undefined when one of them is no place or no time. */
const pointOf = (
  lat: string | undefined,
  lon: string | undefined,
  time: number | undefined,
): TrackPoint | undefined => {
  const north = Number(lat?.trim() || 'none');
  const east = Number(lon?.trim() || 'none');
  if (!(Math.abs(north) <= 90 && Math.abs(east) <= 180) || time === undefined) return undefined;
  return { lat: north, lon: east, time };
};

/** How files call what we need; the first that is there counts. */
const NAMES = {
  lat: ['lat', 'latitude', 'y'],
  lon: ['lon', 'lng', 'long', 'longitude', 'x'],
  time: ['time', 'timestamp', 'datetime', 'date', 't'],
  name: ['trajectory_id', 'trajectory', 'track_id', 'trip_id'],
} as const;

/**
 * Reads recordings from CSV with a line of headers, separated by `;` or `,`: latitude, longitude and time under any of
 * their usual names, and the name of the recording where there is one. Lines without a place or a time are left out.
 * @throws Error that says which column is missing
 */
const parseCsv = (text: string): Trajectories => {
  const head = text.split('\n', 1)[0] ?? '';
  const { data, meta } = Papa.parse<Readonly<Record<string, string | undefined>>>(text, {
    header: true,
    delimiter: head.split(';').length > head.split(',').length ? ';' : ',',
    transformHeader: (header) => header.trim().toLowerCase(),
  });
  const column = (of: keyof typeof NAMES): string | undefined =>
    NAMES[of].find((name) => meta.fields?.includes(name));
  const cellOf = (of: 'lat' | 'lon' | 'time') => {
    const name = column(of);
    if (name === undefined) throw new Error(`CSV without a column ${NAMES[of].join(', ')}`);
    return (row: (typeof data)[number]) => row[name];
  };
  const [lat, lon, time] = [cellOf('lat'), cellOf('lon'), cellOf('time')];
  const name = column('name') ?? '';
  const trajectories: Trajectories = new Map();
  for (const row of data) {
    const point = pointOf(lat(row), lon(row), parseTime(time(row)));
    if (point) addPoint(trajectories, row[name] ?? '1', point);
  }
  return trajectories;
};

/** A tag, or a comment or CDATA, which hide tags. */
const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)([^<>]*)>/g;

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];

/**
 * Reads recordings from GPX: every `trk` is one, named by its number in the file. Looks at `trkpt` and its `time` only;
 * a point without a time is left out. Broken XML gives what can be read of it, which an XML parser under togeojson would
 * refuse: loggers that lose power leave files without an end.
 */
const parseGpx = (text: string): Trajectories => {
  const trajectories: Trajectories = new Map();
  let track = 0;
  let place: { lat?: string; lon?: string } | undefined;
  for (const { 1: closing, 2: name, 3: attributes = '', index, 0: token } of text.matchAll(TOKEN)) {
    if (name === 'trk' && closing === '') track++;
    if (name === 'trkpt') {
      const opens = closing === '' && !attributes.endsWith('/');
      place = opens
        ? { lat: attribute(attributes, 'lat'), lon: attribute(attributes, 'lon') }
        : undefined;
    }
    if (name === 'time' && closing === '' && place) {
      const start = index + token.length;
      const time = parseTime(text.slice(start, text.indexOf('<', start)));
      const point = pointOf(place.lat, place.lon, time);
      if (point) addPoint(trajectories, String(Math.max(track, 1)), point);
      place = undefined;
    }
  }
  return trajectories;
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
export const withMotion = (points: readonly TrackPoint[]): MovingPoint[] => {
  let speed = 0;
  let course = 0;
  const moving = points.map((point, i) => {
    const before = points[i - 1] ?? point;
    const seconds = (point.time - before.time) / 1000;
    const metres = distance(before, point);
    if (seconds > 0) speed = round(Math.min((metres / seconds) * 3.6, MAX_SPEED), 1);
    if (metres >= STEP_METRES) course = round(bearing(before, point), 0) % 360;
    return { ...point, speed, course };
  });
  const [first, second] = moving;
  return first && second
    ? [{ ...first, speed: second.speed, course: second.course }, ...moving.slice(1)]
    : moving;
};
