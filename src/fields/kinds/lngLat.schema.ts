import { formatLatLon, isPlace, type LatLon, parseLatLon } from '../../domain/geo/geometry';
import { valueRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /**
     * `columns`: the server's columns for latitude and longitude, if it has one for each. `radius`: field with the
     * radius of a circle around the place.
     */
    lngLat: {
      options: { columns?: readonly [lat: string, lon: string]; radius?: string };
      value: LatLon;
    };
  }
}

/** Position in WGS-84 degrees. */
export const schema: FieldSchema<'lngLat'> = {
  rule: (_field, yup) => valueRule(yup, 'lngLat', isPlace),
  missing: ({ radius }) => (radius ? 'fence' : 'required'),
  sql: () => 'jsonb',
  json: () => ({}),
  filter: 'none',
  fromWire: (value) =>
    value === null || value === undefined ? value : (parseLatLon(value) ?? value),
  text: (value) => (isPlace(value) ? formatLatLon(value) : ''),
  // Full precision; the text is rounded.
  cellText: (value) => (isPlace(value) ? `${value.lat}, ${value.lon}` : ''),
  parse: parseLatLon,
};
