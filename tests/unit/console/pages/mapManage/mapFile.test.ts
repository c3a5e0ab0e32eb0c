import { strToU8, zipSync } from 'fflate';
import type { Feature } from 'geojson';
import { describe, expect, it } from 'vitest';
import {
  candidatesOf,
  featuresFrom,
  kmlOf,
  MAX_SHAPES,
  type MapFileKind,
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
/** Ring with a point beyond a pole or the antimeridian. */
const ringAt = (...position: (number | string)[]) => ({
  type: 'Polygon',
  coordinates: [[[114, 22], [114.1, 22], position, [114, 22]]],
});
const NO_SHAPE = ['Not a valid point, line or polygon', '不是有效的点、线或多边形'];
const PARTS = ['Has several parts', '包含多个图形'];
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('fence candidates in a file', () => {
  it.each<[string, Feature, object]>([
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
  ])('include %s', (_, source, candidate) => {
    expect(candidatesOf([source], 'fences')).toEqual([candidate]);
  });

  it.each<[string, object | null, string, readonly string[]]>([
    [
      'latitude 95',
      ringAt(114.1, 95),
      'fences',
      ['Latitude 95 is out of range', '纬度 95 超出范围'],
    ],
    [
      'latitude -90.5 as text',
      { type: 'Point', coordinates: ['114', '-90.5'] },
      'points',
      ['Latitude -90.5 is out of range', '纬度 -90.5 超出范围'],
    ],
    [
      'longitude 181',
      { type: 'MultiPolygon', coordinates: [ringAt(181, 22).coordinates] },
      'fences',
      ['Longitude 181 is out of range', '经度 181 超出范围'],
    ],
    [
      'no radius',
      point,
      'fences',
      ['A point without a radius encloses nothing', '点没有半径，不能作为围栏'],
    ],
    ['a hole', holed, 'fences', ['The polygon has a hole', '多边形内有空洞']],
    ['several polygons', several, 'fences', PARTS],
    ['a collection of nothing', { type: 'GeometryCollection', geometries: [] }, 'fences', PARTS],
    ['a ring that is not closed', { type: 'Polygon', coordinates: [[[1, 2]]] }, 'fences', NO_SHAPE],
    ['no geometry', null, 'fences', NO_SHAPE],
    ['more than a point', ring, 'points', ['Only points can be imported here', '此处只能导入点']],
  ])('say by name why a shape is not imported: %s', (_, geometry, kind, refusal) => {
    const source = feature(geometry as object, { name: 'Yard' });
    const candidates = candidatesOf([source], kind as MapFileKind);
    expect(candidates).toEqual([{ name: 'Yard', values: {}, refusal }]);
  });
});

it.each(['Gate\u202etxt', 'Ga\u200bte'])(
  'candidates with an invisible character in the name are refused, as in the form: %j',
  (name) => {
    expect(candidatesOf([feature(ring, { name })], 'fences')).toEqual([
      {
        name,
        values: {},
        refusal: ['The name has invisible characters', '名称含有不可见字符'],
      },
    ]);
  },
);

it('points of a file can become points of interest', () => {
  expect(candidatesOf([feature(point, { name: 'Weighbridge' })], 'points')).toEqual([
    { name: 'Weighbridge', values: { place: { lat: 22.57, lon: 114.27 } } },
  ]);
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
    expect(await readMapFile(bytesOf(text), 'fences')).toEqual([
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
    ]);
  });

  it.each([
    ['one polygon', ring],
    ['several polygons in one', several],
    ['a polygon with a hole', holed],
    ['a collection of two geometries', { type: 'GeometryCollection', geometries: [ring, point] }],
  ] as const)('is read as the feature that it is: a bare geometry of %s', async (_, geometry) => {
    const bare = await readMapFile(bytesOf(JSON.stringify(geometry)), 'fences');
    expect(bare).toEqual(candidatesOf([feature(geometry)], 'fences'));
  });

  it('is read with a reason for its features that are null', async () => {
    const features = [null, feature(ring, { name: 'Yard' })];
    const text = JSON.stringify({ type: 'FeatureCollection', features });
    expect(await readMapFile(bytesOf(text), 'fences')).toEqual([
      { name: '', values: {}, refusal: NO_SHAPE },
      { name: 'Yard', values: polygon },
    ]);
  });

  it('is read in GBK, the encoding of older programs', async () => {
    const [start, end] = JSON.stringify(feature(ring, { name: '@' })).split('@');
    // 一号
    const name = [0xd2, 0xbb, 0xba, 0xc5];
    const bytes = new Uint8Array([...bytesOf(start ?? ''), ...name, ...bytesOf(end ?? '')]);
    expect(await readMapFile(bytes, 'fences')).toEqual([{ name: '一号', values: polygon }]);
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
    ['a zip file without KML', zipSync({ 'a.txt': strToU8('a') }), 'unreadable'],
    ['a map that declares entities', '<?xml version="1.0"?><!DOCTYPE kml><kml/>', 'unreadable'],
  ])('is refused if it is %s', async (_, text, reason) => {
    const bytes = typeof text === 'string' ? bytesOf(text) : text;
    await expect(readMapFile(bytes, 'fences')).rejects.toMatchObject({ reason });
  });
});
