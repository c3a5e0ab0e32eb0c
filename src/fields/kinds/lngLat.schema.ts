import { formatLatLon, isPlace, type LatLon, parseLatLon } from '../../domain/geo/geometry';
import { described, type KindDescription } from '../description';
import { valueRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
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

export const description: KindDescription<'lngLat'> = {
  label: ['Position', '坐标'],
  text: ['A position in WGS-84, picked on a map.', 'WGS-84 坐标，在地图上选取。'],
  example: "const depot = f.lngLat(['Depot', '停车点']);",
  options: {
    columns: described(['Columns', '坐标列'], { tuple: ['field', 'field'] }, [
      'The columns for latitude and longitude, if there is one for each. The field itself then has no column.',
      '纬度和经度各有一列时的两个列名，此时字段本身没有列。',
    ]),
    radius: described(['Radius field', '半径字段'], 'field', [
      'The field with the radius of a circle around the position.',
      '坐标周围圆的半径字段。',
    ]),
  },
};
