import { degreesText } from '../geo/geometry';
import { FIX_QUALITY, type Track } from './track';

/** Named position at a time: a stop, an alarm, a card swipe. */
export interface Waypoint {
  readonly at: number;
  readonly lat: number;
  readonly lon: number;
  readonly name: string;
}

const escapeXml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    // Characters that XML 1.0 does not allow, not even escaped.
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ');

const iso = (ms: number): string => new Date(ms).toISOString();

const pointsOf = (track: Track): string => {
  const { at, lat, lon, places, speed, course, gap } = track;
  const timeOf = (n: number) => at[places[n] as number] as number;
  return Array.from(places, (record, n) => {
    const kmh = speed[record] as number;
    const towards = course[record] as number;
    const extensions = [
      ...(Number.isNaN(kmh) ? [] : [`<gpxtpx:speed>${(kmh / 3.6).toFixed(2)}</gpxtpx:speed>`]),
      ...(Number.isNaN(towards) ? [] : [`<gpxtpx:course>${towards}</gpxtpx:course>`]),
    ].join('');
    const extensionElement =
      extensions &&
      `<extensions><gpxtpx:TrackPointExtension>${extensions}</gpxtpx:TrackPointExtension></extensions>`;
    const place = `lat="${degreesText(lat[record] as number)}" lon="${degreesText(lon[record] as number)}"`;
    const newSegment = n > 0 && timeOf(n) - timeOf(n - 1) > gap ? '</trkseg>\n<trkseg>\n' : '';
    return `${newSegment}<trkpt ${place}><time>${iso(at[record] as number)}</time>${extensionElement}</trkpt>`;
  }).join('\n');
};

/**
 * Formats tracks as GPX 1.1 (topografix.com/GPX/1/1), with speed in m/s and course by Garmin's TrackPointExtension 2. A
 * gap ends a segment. Places that no lock could reach are in the file too.
 */
export const gpxOf = (tracks: readonly Track[], waypoints: readonly Waypoint[]): string => {
  const marks = waypoints.map(
    ({ at, lat, lon, name }) =>
      `<wpt lat="${degreesText(lat)}" lon="${degreesText(lon)}"><time>${iso(at)}</time><name>${escapeXml(name)}</name></wpt>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Sealdesk" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">',
    ...marks,
    ...tracks.map(
      (track) =>
        `<trk><name>${escapeXml(track.sn)}</name>\n<trkseg>\n${pointsOf(track)}\n</trkseg></trk>`,
    ),
    '</gpx>',
    '',
  ].join('\n');
};

/** Formats a CSV cell (RFC 4180). Prefixes texts that a spreadsheet would run as a formula with an apostrophe. */
const cell = (value: string | number): string => {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : degreesText(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Column headings, and formatters of times and coded values. */
interface CsvLabels {
  readonly head: readonly string[];
  readonly time: (ms: number) => string;
  readonly lockStatus: (value: number) => string;
  readonly positionType: (value: number) => string;
  readonly reportType: (value: number) => string;
}

/**
 * Formats every record of the tracks as a CSV line. Starts with the byte order mark, by which spreadsheets detect
 * UTF-8.
 */
export const csvOf = (tracks: readonly Track[], labels: CsvLabels): string => {
  const formatValue = (format: (value: number) => string, value: number) =>
    Number.isNaN(value) ? '' : format(value);
  const lines = tracks.flatMap((track) =>
    Array.from({ length: track.size }, (_, i) =>
      [
        track.sn,
        labels.time(track.at[i] as number),
        track.fix[i] === FIX_QUALITY.none ? Number.NaN : (track.lat[i] as number),
        track.fix[i] === FIX_QUALITY.none ? Number.NaN : (track.lon[i] as number),
        formatValue(labels.positionType, track.position_status[i] as number),
        track.speed[i] as number,
        track.course[i] as number,
        formatValue(labels.lockStatus, track.lock_status[i] as number),
        formatValue(labels.reportType, track.report_reson[i] as number),
        track.electric[i] as number,
        track.voltage[i] as number,
        track.temperature[i] as number,
      ]
        .map(cell)
        .join(','),
    ),
  );
  return `\uFEFF${[labels.head.map(cell).join(','), ...lines, ''].join('\r\n')}`;
};
