import Papa from 'papaparse';
import { bearing, distance, type LatLon } from '../../domain/geo/geometry';
import { byLowerName } from '../../domain/ownValue';
import { MAX_SPEED_KMH } from '../../domain/track/leaps';
import { errorMessage, isRecord } from '../../protocol';

/** Columns of a file, if their names are unusual, and the name of the recording to read. */
interface TrackOptions {
  readonly trajectory?: string;
  readonly columns?: Partial<Readonly<Record<'lat' | 'lon' | 'time' | 'speed', string>>>;
}

/** Recording, and how much of the file it leaves out. */
interface Recording {
  /** In order of time. */
  readonly points: readonly TrackPoint[];
  readonly otherTracks: number;
  readonly otherPoints: number;
  /** Points that cannot be read, with their location and content: `line 7: no latitude: "abc"`. */
  readonly unread: readonly string[];
}

/**
 * Reads one recording from GPX, GeoJSON, or columns separated by tabs, `;` or `,`. Chooses it by name, or takes the one
 * with the most points.
 * @throws Error that describes the fault of the file, or lists its recordings
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

/** Maximum problems listed one by one. */
const NAMED = 5;

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Lines for the user about the points that are not replayed. */
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

/** Recorded position, WGS-84. */
interface TrackPoint extends LatLon {
  /** Epoch ms. */
  time: number;
  /** km/h, if the file contains it. */
  speed?: number;
}

/** Recordings by name in the order of the file, with the points in the file's order, and the unreadable points. */
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

/** Values of a point, unparsed. */
type RawPoint = Readonly<Partial<Record<keyof TrackPoint, unknown>>>;

const numberIn = (value: unknown, limit: number): number | undefined => {
  const number = Number(String(value ?? '').trim() || 'none');
  return Math.abs(number) <= limit ? number : undefined;
};

/** Adds a point to a recording, or records why it cannot be read. @param at location in the file */
const addPoint = ({ tracks, unread }: Parsed, name: string, at: string, raw: RawPoint): void => {
  const lat = numberIn(raw.lat, 90);
  const lon = numberIn(raw.lon, 180);
  const time = parseTime(raw.time === undefined ? undefined : String(raw.time));
  const isSilent = String(raw.speed ?? '').trim() === '';
  const speed = isSilent ? undefined : numberIn(raw.speed, MAX_SPEED_KMH);
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

/** Usual names of the columns; the first that exists is used. */
const NAMES = {
  lat: ['lat', 'latitude', 'y'],
  lon: ['lon', 'lng', 'long', 'longitude', 'x'],
  time: ['time', 'timestamp', 'datetime', 'date', 't'],
  speed: ['speed', 'speed_kmh', 'velocity'],
  name: ['trajectory_id', 'trajectory', 'track_id', 'trip_id'],
} as const;

const SEPARATORS = [',', ';', '\t'] as const;

/**
 * Reads recordings from a table with a header line, separated by tabs, `;` or `,`. It needs latitude, longitude and
 * time, under their usual names or the given ones; speed in km/h and the name of the recording are optional.
 * @throws Error that names the missing column
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

/** A tag; or a comment or CDATA section, which may contain tags. */
const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)([^<>]*)>/g;

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(attributes)?.[1];

/** Creates a function that returns the line number of an index. Indexes must be passed in ascending order. */
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
 * Reads recordings from GPX. Every `trk` is one, named by its number in the file. Only `trkpt` with its `time` is read;
 * a point without time is left out. Broken XML is read as far as possible, because loggers that lose power leave
 * incomplete files. The XML parser under togeojson would reject them.
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
  for (const match of text.matchAll(TOKEN)) {
    const { 1: closing, 2: element, 3: attributes = '', index, 0: token } = match;
    const name = element?.toLowerCase();
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

const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Properties in which GeoJSON of GPS loggers stores the times of a line: `coordTimes` (togeojson) or `times`. */
const timesOf = (properties: Json): readonly unknown[] =>
  [
    properties.coordtimes,
    properties.times,
    byLowerName(recordOf(properties.coordinateproperties)).times,
    properties.timestamps,
  ]
    .map(listOf)
    .find(({ length }) => length > 0) ?? [];

/**
 * Reads recordings from GeoJSON. Every line is one; the times of its positions are in its properties or their fourth
 * number. All points with the same name are one; their time is a property.
 * @throws Error if the text is no JSON
 */
const parseGeoJson: Parser = (text, columns) => {
  const parsed: Parsed = { tracks: new Map(), unread: [] };
  const root = jsonOf(text);
  const features = root.type === 'FeatureCollection' ? listOf(root.features) : [root];
  for (const [i, feature] of features.entries()) {
    const properties = byLowerName(recordOf(recordOf(feature).properties));
    const { type, coordinates } = recordOf(recordOf(feature).geometry ?? feature);
    const readValue = (of: 'time' | 'speed' | 'name') => {
      const columnName = of === 'name' ? undefined : columns[of]?.toLowerCase();
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
 * Parses a time in the formats of recordings: ISO 8601, also with a space for the T and a zone as short as `+00`, or
 * seconds or milliseconds since 1970. Without a zone it is UTC.
 * @returns epoch ms, or undefined for anything else
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
  /** Degrees clockwise from north, 0 to below 360. */
  course: number;
}

/** Shorter steps are noise of the receiver and have no direction. */
const STEP_METRES = 3;
/** No truck drives faster; a higher speed is a jump of the receiver; km/h. */
const MAX_SPEED = 200;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * Adds speed and course from the previous point; the first point gets those of the second. Without movement the course
 * stays the same.
 * @param points in order of time
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
