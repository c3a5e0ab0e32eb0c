import { parseTime } from './parseTime';
import { addPoint, pointOf, type Trajectories } from './trackPoint';

/** A tag, or a comment or CDATA, which hide tags. */
const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)(?:[\w.-]+:)?([\w.-]+)([^<>]*)>/g;

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];

/**
 * Reads recordings from GPX: every `trk` is one, named by its number in the file. Looks at `trkpt` and its `time` only;
 * a point without a time is left out. Broken XML gives what can be read of it.
 */
export const parseGpx = (text: string): Trajectories => {
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
