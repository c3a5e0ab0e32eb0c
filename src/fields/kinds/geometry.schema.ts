import { type DrawnShape, positionOffEarth, shapeOf, vertices } from '../../domain/geo/geometry';
import { textOf } from '../../domain/label';
import { described, type KindDescription } from '../description';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
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

export const description: KindDescription<'geometry'> = {
  label: ['Shape on a map', '地图图形'],
  text: [
    'A shape that an operator draws on a map: a point, a line or a polygon.',
    '操作员在地图上绘制的图形：点、线或多边形。',
  ],
  example: "const yard = f.geometry(['Yard', '场站范围'], { max: 50 });",
  options: {
    max: described(['Maximum points', '最多点数'], 'number', [
      'The highest number of points.',
      '最多点数。',
    ]),
    kindIn: described(['Type field', '类型字段'], 'field', [
      'The field that says what to draw, `circle`, `polygon` or `line`.',
      '决定绘制内容的字段：`circle`、`polygon` 或 `line`。',
    ]),
    radius: described(['Radius field', '半径字段'], 'field', [
      'The field with the metres around a point or a line.',
      '点或线周围米数的字段。',
    ]),
    color: described(['Colour field', '颜色字段'], 'field', [
      'The field with the colour of the shape.',
      '图形颜色的字段。',
    ]),
  },
};
