import { type DrawnShape, positionOffEarth, shapeOf, vertices } from '../../domain/geo/geometry';
import { textOf } from '../../domain/label';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /**
     * `kindIn`: field with the type, a circle, a polygon or a line. `radius`: field with the metres around a point or a
     * line. `color`: field with the colour.
     */
    geometry: {
      options: { max?: number; kindIn?: string; radius?: string; color?: string };
      value: DrawnShape;
    };
  }
}

/** Geometry drawn on a map, as GeoJSON: a point, a line or a polygon. `max` limits its vertices. */
export const schema: FieldSchema<'geometry'> = {
  rule: ({ max }, { mixed }) =>
    mixed()
      .test('lngLat', rule('lngLat'), (value) => !positionOffEarth(Object(value).coordinates))
      .test(
        'geometry',
        rule('geometry'),
        (value) => value === null || value === undefined || shapeOf(value) !== undefined,
      )
      .test('vertices', rule('vertices', { max }), (value) => {
        const shape = shapeOf(value);
        return max === undefined || !shape || vertices(shape).length <= max;
      }),
  missing: () => 'fence',
  sql: () => 'jsonb',
  json: () => ({}),
  filter: 'none',
  fromWire: (value) => shapeOf(value) ?? value,
  text: (value, _field, locale) => {
    const shape = shapeOf(value);
    return shape ? textOf(shapeLabel(shape), locale) : '';
  },
  cellText: (value) => JSON.stringify(value),
  parse: shapeOf,
};

const shapeLabel = (shape: DrawnShape) => {
  const count = vertices(shape).length;
  if (shape.type === 'Point') return ['Point', '点'] as const;
  return shape.type === 'LineString'
    ? ([`Line, ${count} points`, `线，${count} 个点`] as const)
    : ([`Polygon, ${count} points`, `多边形，${count} 个点`] as const);
};
