import { formatLatLon, isPlace, type LatLon, parseLatLon } from '../../domain/geo/geometry';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /**
     * `columns`: where the server keeps latitude and longitude, when it has a column for each. `radius`: the field that
     * makes the place a circle.
     */
    lngLat: {
      options: { columns?: readonly [lat: string, lon: string]; radius?: string };
      value: LatLon;
    };
  }
}

/** A place on earth in WGS-84 degrees. */
export const schema: FieldSchema<'lngLat'> = {
  rule: (_field, { mixed }) =>
    mixed().test(
      'lngLat',
      rule('lngLat'),
      (value) => value === null || value === undefined || isPlace(value),
    ),
  missing: ({ radius }) => (radius ? 'fence' : 'required'),
  sql: () => 'jsonb',
  filter: 'none',
  fromWire: (value) =>
    value === null || value === undefined ? value : (parseLatLon(value) ?? value),
  text: (value) => (isPlace(value) ? formatLatLon(value) : ''),
  // The text is rounded.
  cellText: (value) => (isPlace(value) ? `${value.lat}, ${value.lon}` : ''),
  parse: parseLatLon,
};
