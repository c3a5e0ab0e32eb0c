import type { Feature } from 'geojson';
import { describe, expect, it } from 'vitest';
import {
  candidatesOf,
  featuresFrom,
  kmlOf,
  MAX_SHAPES,
  readMapFile,
} from '../../../../../src/console/pages/mapManage/mapFile';

const feature = (geometry: object, properties: object = {}) =>
  ({ type: 'Feature', properties, geometry }) as Feature;

const point = { type: 'Point', coordinates: [114.27, 22.57, 12] };
const way = {
  type: 'LineString',
  coordinates: [
    [114, 22, 5],
    [114.1, 22.1, 6],
  ],
};
const ring = {
  type: 'Polygon',
  coordinates: [
    [
      [114, 22],
      [114.1, 22],
      [114, 22.1],
      [114, 22],
    ],
  ],
};
const holed = { type: 'Polygon', coordinates: [ring.coordinates[0], ring.coordinates[0]] };
const several = { type: 'MultiPolygon', coordinates: [ring.coordinates, ring.coordinates] };
const polygon = { fence_type: 'polygon', fence_context: ring };
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('fence candidates in a file', () => {
  it.each<[string, Feature, object | undefined]>([
    [
      'a point with a radius',
      feature(point, { name: 'Gate', radius: '350' }),
      {
        name: 'Gate',
        values: {
          fence_type: 'circle',
          fence_context: { type: 'Point', coordinates: [114.27, 22.57] },
          radius: 350,
        },
      },
    ],
    ['a point without a radius', feature(point, { name: 'Gate' }), undefined],
    [
      'a line, without its altitudes',
      feature(way, { stroke: '#c46200', is_enter: 'false' }),
      {
        name: '',
        values: {
          fence_type: 'line',
          fence_context: {
            type: 'LineString',
            coordinates: [
              [114, 22],
              [114.1, 22.1],
            ],
          },
          radius: 200,
          is_enter: false,
          color: '#c46200',
        },
      },
    ],
    [
      'a polygon',
      feature(ring, { name: '<b>Yard</b>', color: 'red' }),
      { name: '<b>Yard</b>', values: { fence_type: 'polygon', fence_context: ring } },
    ],
    [
      'names in upper case, and numbers as text',
      feature(
        { type: 'Point', coordinates: ['114.27', '22.57'] },
        { Name: 7, RADIUS: ' 350 ', Is_Leave: 'TRUE' },
      ),
      {
        name: '7',
        values: {
          fence_type: 'circle',
          fence_context: { type: 'Point', coordinates: [114.27, 22.57] },
          radius: 350,
          is_leave: true,
        },
      },
    ],
    [
      'a collection of one polygon',
      feature({ type: 'MultiPolygon', coordinates: [ring.coordinates] }, { name: 'M1' }),
      { name: 'M1', values: polygon },
    ],
    [
      'a collection of one geometry, which has one part',
      feature({
        type: 'GeometryCollection',
        geometries: [{ type: 'MultiPolygon', coordinates: [ring.coordinates] }],
      }),
      { name: '', values: polygon },
    ],
    [
      'a name whose 60th character is an emoji',
      feature(ring, { name: `${'N'.repeat(59)}😀tail` }),
      { name: `${'N'.repeat(59)}😀`, values: polygon },
    ],
    ['a polygon with a hole', feature(holed), undefined],
    ['several polygons in one', feature(several), undefined],
    ['a collection of nothing', feature({ type: 'GeometryCollection', geometries: [] }), undefined],
  ])('include or omit %s', (_, source, candidate) => {
    const { candidates, unsupported } = candidatesOf([source], 'fences');
    expect(candidates).toEqual(candidate ? [candidate] : []);
    expect(unsupported).toBe(candidate ? 0 : 1);
  });
});

it('only points can become points of interest', () => {
  const { candidates, unsupported } = candidatesOf(
    [feature(point, { name: 'Weighbridge' }), feature(ring)],
    'points',
  );
  expect(candidates).toEqual([
    { name: 'Weighbridge', values: { place: { lat: 22.57, lon: 114.27 } } },
  ]);
  expect(unsupported).toBe(1);
});

describe('a map file', () => {
  const records = [
    {
      id: 1,
      fence_name: 'A & B',
      fence_type: 'circle',
      fence_context: { type: 'Point', coordinates: [114, 22] },
      radius: 500,
      is_enter: true,
      color: null,
    },
    { id: 2, fence_name: 'Ring', fence_type: 'polygon', fence_context: ring, radius: null },
  ];

  it('of GeoJSON is read back after writing', async () => {
    const text = JSON.stringify(featuresFrom(records, 'fences'));
    expect(await readMapFile(bytesOf(text), 'fences')).toEqual({
      candidates: [
        {
          name: 'A & B',
          values: {
            fence_type: 'circle',
            fence_context: { type: 'Point', coordinates: [114, 22] },
            radius: 500,
            is_enter: true,
          },
        },
        { name: 'Ring', values: { fence_type: 'polygon', fence_context: ring } },
      ],
      unsupported: 0,
    });
  });

  it.each([
    ['one polygon', ring, 1],
    ['several polygons in one', several, 0],
    ['a polygon with a hole', holed, 0],
    [
      'a collection of two geometries',
      { type: 'GeometryCollection', geometries: [ring, point] },
      0,
    ],
  ] as const)(
    'is read as the feature that it is: a bare geometry of %s',
    async (_, geometry, count) => {
      const bare = await readMapFile(bytesOf(JSON.stringify(geometry)), 'fences');
      expect(bare).toEqual(candidatesOf([feature(geometry)], 'fences'));
      expect([bare.candidates.length, bare.unsupported]).toEqual([count, 1 - count]);
    },
  );

  it('is read without its features that are null', async () => {
    const features = [null, feature(ring, { name: 'Yard' })];
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    expect(await readMapFile(bytesOf(text), 'fences')).toEqual({
      candidates: [{ name: 'Yard', values: polygon }],
      unsupported: 1,
    });
  });

  it('is read in GBK, the encoding of older programs', async () => {
    const [start, end] = JSON.stringify(feature(ring, { name: '@' })).split('@');
    // 一号
    const name = [0xd2, 0xbb, 0xba, 0xc5];
    const bytes = new Uint8Array([...bytesOf(start ?? ''), ...name, ...bytesOf(end ?? '')]);
    const { candidates } = await readMapFile(bytes, 'fences');
    expect(candidates).toEqual([{ name: '一号', values: polygon }]);
  });

  it('is refused if its text cannot be decoded', async () => {
    const bytes = new Uint8Array([...bytesOf('{"type":"Feature'), 0xff, 0x22]);
    await expect(readMapFile(bytes, 'fences')).rejects.toMatchObject({ reason: 'undecodable' });
  });

  it('of KML contains no exponents', () => {
    const place = { type: 'Point', coordinates: [-0.0000004, 4e-7] };
    expect(kmlOf({ type: 'FeatureCollection', features: [feature(place)] })).toContain(
      '<coordinates>-0.0000004,0.0000004</coordinates>',
    );
  });

  it('of KML contains names as text', () => {
    const kml = kmlOf(featuresFrom(records, 'fences'));
    expect(kml).toContain('<name>A &amp; B</name>');
    expect(kml).toContain('<Data name="radius"><value>500</value></Data>');
    expect(kml).toContain('<coordinates>114,22 114.1,22 114,22.1 114,22</coordinates>');
  });

  const many = { type: 'FeatureCollection', features: Array(MAX_SHAPES + 1).fill(feature(point)) };
  it.each([
    ['not a map', 'hello', 'unreadable'],
    ['other JSON', '{"a": 1}', 'unreadable'],
    ['too large a map', JSON.stringify(many), 'tooMany'],
    ['a map that declares entities', '<?xml version="1.0"?><!DOCTYPE kml><kml/>', 'unreadable'],
  ])('is refused if it is %s', async (_, text, reason) => {
    await expect(readMapFile(bytesOf(text), 'fences')).rejects.toMatchObject({ reason });
  });
});
