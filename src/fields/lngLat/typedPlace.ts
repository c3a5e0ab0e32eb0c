import { isPlace, type LatLon } from '../../domain/geo/place';

/** What two inputs hold. */
export interface TypedPlace {
  readonly lat: string;
  readonly lon: string;
}

/** The inputs' texts for a value; nothing for no place. */
export const typedFrom = (value: unknown): TypedPlace =>
  isPlace(value) ? { lat: String(value.lat), lon: String(value.lon) } : { lat: '', lon: '' };

const degrees = (text: string) => (text.trim() === '' ? text : Number(text));

/**
 * The value that two inputs hold: a place, null when both are empty. A half or a wrong one is handed on as it is, for
 * the rule to refuse.
 */
export const typedValue = ({
  lat,
  lon,
}: TypedPlace): LatLon | { lat: unknown; lon: unknown } | null =>
  lat.trim() === '' && lon.trim() === '' ? null : { lat: degrees(lat), lon: degrees(lon) };
