import { beforeAll, describe, expect, test } from 'vitest';
import { bdToMc, bdToWgs, gcjToBd } from '../../../../src/domain/geo/bd09';
import { chinaBox, gcjToWgs, type Pair, wgsToGcj } from '../../../../src/domain/geo/gcj02';
import { leafletInNode } from './leafletInNode';

type Crs = typeof import('../../../../src/console/maps/crs');

let L: Awaited<ReturnType<typeof leafletInNode>>;
let crs: Crs;

beforeAll(async () => {
  L = await leafletInNode();
  crs = await import('../../../../src/console/maps/crs');
});

const BEIJING: [lat: number, lng: number] = [39.9087, 116.3975];
const PLACES: [lat: number, lng: number][] = [
  BEIJING,
  [1.2644, 103.82],
  [-33.86, 151.2],
  [51.95, 4.14],
];

const gcjOf = (lat: number, lng: number): Pair => wgsToGcj(lng, lat, [0, 0]);

describe('pixels', () => {
  test.each(PLACES)('the world map has the pixels of EPSG:3857 at %f, %f', (lat, lng) => {
    const ours = crs.WORLD.latLngToPoint(L.latLng(lat, lng), 12);
    const theirs = L.CRS.EPSG3857.latLngToPoint(L.latLng(lat, lng), 12);
    expect(ours.x).toBeCloseTo(theirs.x, 4);
    expect(ours.y).toBeCloseTo(theirs.y, 4);
  });

  test('the world map numbers tiles as OpenStreetMap’s wiki does', () => {
    const pixel = crs.WORLD.latLngToPoint(L.latLng(51.51202, 0.02435), 17);
    expect(pixel.divideBy(256).floor()).toEqual(L.point(65544, 43582));
  });

  test('Chicago has the pixel and tile of Google’s documented sample', () => {
    const pixel = crs.GCJ.latLngToPoint(L.latLng(41.85, -87.65), 3);
    expect(pixel.x / 8).toBeCloseTo(65.67111111111113, 8);
    expect(pixel.y / 8).toBeCloseTo(95.17492654697409, 8);
    expect(pixel.floor()).toEqual(L.point(525, 761));
    expect(pixel.divideBy(256).floor()).toEqual(L.point(2, 2));
  });

  test('Amap’s documented sample is drawn at its documented place', () => {
    const ours = crs.GCJ.latLngToPoint(L.latLng(39.990475, 116.481499), 18);
    const theirs = L.CRS.EPSG3857.latLngToPoint(L.latLng(39.991754014757, 116.487585177952), 18);
    // A pixel is half a metre.
    expect(ours.distanceTo(theirs)).toBeLessThan(2);
  });

  test('GCJ-02 shifts a place in China', () => {
    const [lng, lat] = gcjOf(...BEIJING);
    const ours = crs.GCJ.latLngToPoint(L.latLng(BEIJING), 16);
    const theirs = L.CRS.EPSG3857.latLngToPoint(L.latLng(lat, lng), 16);
    expect(ours.distanceTo(theirs)).toBeLessThan(1e-3);
  });

  test('GCJ-02 does not shift a place abroad', () => {
    const place = L.latLng(1.2644, 103.82);
    const ours = crs.GCJ.latLngToPoint(place, 16);
    expect(ours.distanceTo(L.CRS.EPSG3857.latLngToPoint(place, 16))).toBeLessThan(1e-3);
  });

  test('Baidu at zoom 18 has one metre of BD09MC per pixel, with north up', () => {
    const gcj = gcjOf(...BEIJING);
    const bd = gcjToBd(gcj[0], gcj[1], [0, 0]);
    const [x, y] = bdToMc(bd[0], bd[1], [0, 0]);
    const ours = crs.BAIDU.latLngToPoint(L.latLng(BEIJING), 18);
    expect(ours.x).toBeCloseTo(x, 6);
    expect(ours.y).toBeCloseTo(-y, 6);
  });
});

test.each(['WORLD', 'GCJ', 'BAIDU'] as const)(
  'a click in %s returns the place that is drawn there',
  (name) => {
    for (const [lat, lng] of PLACES) {
      const pixel = crs[name].latLngToPoint(L.latLng(lat, lng), 15);
      const back = crs[name].pointToLatLng(pixel, 15);
      expect(back.lat).toBeCloseTo(lat, 7);
      expect(back.lng).toBeCloseTo(lng, 7);
    }
  },
);

test('zoom converts between CRSs without loss, and shows about the same area', () => {
  const { WORLD, BAIDU, zoomAcross } = crs;
  expect(zoomAcross(12, WORLD, BAIDU)).toBe(13);
  expect(zoomAcross(zoomAcross(12, WORLD, BAIDU), BAIDU, WORLD)).toBe(12);
  const a = L.latLng(30, 120);
  const b = L.latLng(30, 120.1);
  const world = WORLD.latLngToPoint(a, 12).distanceTo(WORLD.latLngToPoint(b, 12));
  const baidu = BAIDU.latLngToPoint(a, 13).distanceTo(BAIDU.latLngToPoint(b, 13));
  expect(baidu / world).toBeGreaterThan(0.7);
  expect(baidu / world).toBeLessThan(1.5);
});

test('Baidu has the right tile over Beijing', () => {
  const { BAIDU, BaiduTileLayer } = crs;
  const zoom = 13;
  const tile = BAIDU.latLngToPoint(L.latLng(BEIJING), zoom).divideBy(256).floor();
  const layer = new BaiduTileLayer('{z}/{x}/{y}');
  Object.assign(layer, { _tileZoom: zoom });
  // 12956000 / 32 / 256 = 1581; 4825000 / 32 / 256 = 589
  expect(layer.getTileUrl(Object.assign(tile, { z: zoom }))).toBe('13/1581/589');
});

describe('published tile numbers', () => {
  const tileOf = (name: 'GCJ' | 'BAIDU', wgs: Pair, zoom: number): string => {
    const coords = crs[name].latLngToPoint(L.latLng(wgs[1], wgs[0]), zoom).divideBy(256).floor();
    const Layer = name === 'BAIDU' ? crs.BaiduTileLayer : L.TileLayer;
    const layer = new Layer('{z}/{x}/{y}');
    Object.assign(layer, { _tileZoom: zoom });
    return layer.getTileUrl(Object.assign(coords, { z: zoom }));
  };

  // README of tile-lnglat-transform: the same numbers in the datum of each provider.
  const DORMITORY = [113.3964152, 23.0581857] as const;

  const ofBd = (lon: number, lat: number) => bdToWgs(lon, lat, [0, 0], chinaBox);

  test.each([
    ['Amap and Google', 'GCJ', gcjToWgs(...DORMITORY, [0, 0]), 15, '15/26705/14226'],
    ['Baidu', 'BAIDU', ofBd(...DORMITORY), 15, '15/6163/1280'],
    // Tile tests of TeslaMate: WGS-84 with the tile addresses, and BD-09.
    ['Amap and Google', 'GCJ', [116.39122, 39.907354], 15, '15/26978/12416'],
    ['Baidu', 'BAIDU', ofBd(116.404, 39.915), 18, '18/50617/18851'],
    ['Baidu', 'BAIDU', ofBd(116.404, 39.915), 10, '10/197/73'],
    ['Baidu', 'BAIDU', ofBd(106.557, 29.57), 11, '11/361/104'],
  ] as const)('%s, %s at %s, zoom %i: tile %s', (_, name, [lon, lat], zoom, tile) => {
    expect(tileOf(name, [lon, lat], zoom)).toBe(tile);
  });
});

test('zoom limits follow the CRS', () => {
  expect(crs.zoomLimits(crs.WORLD, 1440)).toEqual({ minZoom: 2, maxZoom: 18 });
  expect(crs.zoomLimits(crs.BAIDU, 1440)).toEqual({ minZoom: 3, maxZoom: 19 });
});

describe('switchBase', () => {
  /** Stub of a map with the members that a switch uses. */
  const mapIn = (name: 'WORLD' | 'GCJ' | 'BAIDU', zoom: number) => {
    const calls: unknown[][] = [];
    const map = {
      options: { crs: crs[name] },
      getCenter: () => L.latLng(BEIJING),
      getZoom: () => zoom,
      getSize: () => L.point(1440, 900),
      stop: () => undefined,
      setView: (...args: unknown[]) => calls.push(args),
    };
    return { map, calls, live: map as unknown as import('leaflet').Map };
  };

  test.each([
    ['WORLD', 'BAIDU', 12, 13],
    ['BAIDU', 'WORLD', 13, 12],
    ['BAIDU', 'GCJ', 19, 18],
    ['WORLD', 'GCJ', 5, 5],
  ] as const)('from %s to %s changes zoom %i', (from, to, zoom, next) => {
    const { map, calls, live } = mapIn(from, zoom);
    crs.switchBase(live, crs[to]);
    expect(map.options).toEqual({ crs: crs[to], ...crs.zoomLimits(crs[to], 1440) });
    expect(calls).toEqual([[L.latLng(BEIJING), next, { animate: false, reset: true }]]);
  });

  test('to the same CRS does nothing', () => {
    const { calls, live } = mapIn('GCJ', 5);
    crs.switchBase(live, crs.GCJ);
    expect(calls).toEqual([]);
  });
});
