import type { LatLon } from './geometry';

export type { LatLon } from './geometry';

const within = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;

/** Whether a value is a place on earth: latitude within 90 degrees, longitude within 180. */
export const isPlace = (value: unknown): value is LatLon =>
  typeof value === 'object' &&
  value !== null &&
  within((value as LatLon).lat, 90) &&
  within((value as LatLon).lon, 180);

const NUMBER = '[+-]?\\d{1,3}(?:\\.\\d+)?';
const pair = new RegExp(`^\\(?\\s*(${NUMBER})\\s*°?\\s*[,，;\\s]\\s*(${NUMBER})\\s*°?\\s*\\)?$`);

const fromText = (text: string) => {
  const found = pair.exec(text.trim());
  return found && { lat: Number(found[1]), lon: Number(found[2]) };
};

/** Nothing is not the equator. */
const degrees = (value: unknown) => (value === null || value === '' ? Number.NaN : Number(value));

const fromObject = ({ lat, lon, lng }: Record<string, unknown>) => ({
  lat: degrees(lat),
  lon: degrees(lon ?? lng),
});

/**
 * A place from what people paste and servers write: "31.2304, 121.4737" (latitude first, as every map copies it),
 * `{ lat, lon }` or `{ lat, lng }`, or GeoJSON's `[longitude, latitude]`. Undefined for what is no place.
 */
export const placeOf = (value: unknown): LatLon | undefined => {
  const place =
    typeof value === 'string'
      ? fromText(value)
      : Array.isArray(value)
        ? { lat: degrees(value[1]), lon: degrees(value[0]) }
        : value !== null && typeof value === 'object'
          ? fromObject(value as Record<string, unknown>)
          : undefined;
  return isPlace(place) ? place : undefined;
};

/** "31.230416, 121.473701": latitude first, six digits, which is 10 cm. */
export const placeText = ({ lat, lon }: LatLon): string => `${lat.toFixed(6)}, ${lon.toFixed(6)}`;
