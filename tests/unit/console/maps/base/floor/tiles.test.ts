import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  FloorTiles,
  type NamedPlace,
  readTile,
  type TileArea,
  type TileCoords,
  tilesIn,
} from '../../../../../../src/console/maps/base/floor/tiles';
import {
  baiduPlane,
  gcjPlane,
  type Plane,
  worldPlane,
} from '../../../../../../src/console/maps/plane';
import { randomPlaces } from '../../../../domain/geo/random';
import { bytesOf, file } from './archive';

const tileAt = async (coords: TileCoords, plane: Plane = worldPlane) => {
  const bytes = await bytesOf(coords);
  return bytes && readTile(bytes, coords, plane);
};

const pointsOf = (points: Float64Array) =>
  Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]] as const);

/** True if a place is on land and in no lake, by a tile of the archive. */
const isLand = async (z: number, lat: number, lon: number): Promise<boolean> => {
  const [x, y] = worldPlane.toPlane(lon, lat, [0, 0]);
  const count = 2 ** z;
  const tile = await tileAt({ z, x: Math.floor(x * count), y: Math.floor(y * count) });
  const isIn = ({ rings }: TileArea) => {
    const crossings = rings.flatMap(({ points }) => {
      const ring = pointsOf(points);
      return ring.filter(([ax = 0, ay = 0], i) => {
        const [bx = 0, by = 0] = ring.at(i - 1) ?? [];
        return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
      });
    });
    return crossings.length % 2 === 1;
  };
  const { land = [], lakes = [] } = tile?.areas ?? {};
  return land.some(isIn) && !lakes.some(isIn);
};

const LEVELS = [0, 2, 4, 6];

test.each<[string, number, number, boolean]>([
  ['Beijing', 39.9, 116.4, true],
  ['Ürümqi', 43.83, 87.62, true],
  ['São Paulo', -23.55, -46.63, true],
  ['the middle of Africa', 5, 20, true],
  ['Chukotka, west of the antimeridian', 67, 178, true],
  ['Chukotka, east of it', 67.5, -178, true],
  ['the Antarctic', -80, 0, true],
  ['the Antarctic, in the west', -80, -120, true],
  ['the Antarctic, where the map ends', -85.04, 170, true],
  ['the Antarctic, where the map ends in the west', -85.04, -100, true],
  ['the Pacific', 0, -150, false],
  ['the Pacific, by the antimeridian', 40, 179.9, false],
  ['the Caspian Sea', 41.5, 50.8, false],
])('decides if %s is on land', async (_, lat, lon, land) => {
  for (const z of LEVELS) expect([z, await isLand(z, lat, lon)]).toEqual([z, land]);
});

describe('the map archive', () => {
  let names: NamedPlace[];
  let lowest: number;
  beforeAll(async () => {
    names = [];
    lowest = 0;
    for (let x = 0; x < 64; x++) {
      for (let y = 0; y < 64; y++) names.push(...((await tileAt({ z: 6, x, y }))?.names ?? []));
    }
    for (const z of [0, 2]) {
      for (let x = 0; x < 2 ** z; x++) {
        for (let y = 0; y < 2 ** z; y++)
          lowest += gzipSync((await bytesOf({ z, x, y })) ?? '').length;
      }
    }
  });

  const of = (kind: NamedPlace['kind']) => names.filter((name) => name.kind === kind);

  test('names every place, and most places in both languages', () => {
    expect(of('places').length).toBeGreaterThan(7330);
    expect(of('places').filter(({ zh }) => zh).length).toBeGreaterThan(6000);
    expect(of('ports').length).toBeGreaterThan(1070);
    expect(
      of('airports').filter(({ code }) => /^[A-Z]{3}$/.test(code ?? '')).length,
    ).toBeGreaterThan(870);
  });

  test('calls a port by the Chinese name of its town', () => {
    const shanghai = of('ports').find(({ en }) => en === 'Shanghai');
    expect(shanghai?.zh).toBe('上海港');
  });

  test('has the members of the United Nations as countries, and no others', () => {
    const codes = of('countries').map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThan(185);
    expect(codes.length).toBeLessThanOrEqual(193);
    for (const code of ['TW', 'XK', 'PS', 'EH', 'HK', 'MO', '-99'])
      expect(codes).not.toContain(code);
    for (const code of ['CN', 'IN', 'RU', 'BR', 'SG', 'NL', 'KE']) expect(codes).toContain(code);
  });

  test.each([
    ['CN', 20, 45, 80, 125],
    ['RU', 55, 70, 60, 140],
    ['US', 30, 48, -120, -80],
    ['FR', 44, 50, -2, 7],
  ])('has the name of %s in the middle of the country', (code, south, north, west, east) => {
    const country = of('countries').find((each) => each.code === code);
    const [lon, lat] = worldPlane.fromPlane(country?.x ?? 0, country?.y ?? 0, [0, 0]);
    expect([lat > south, lat < north, lon > west, lon < east]).toEqual([true, true, true, true]);
  });

  test('has at most 200 KB for the first view, and 3 MB in all', () => {
    expect(file.length).toBeLessThan(3 * 2 ** 20);
    expect(lowest).toBeLessThan(200 * 2 ** 10);
  });
});

test('draws no coast along the cut of the world', async () => {
  for (const [z, x, y] of [
    [2, 0, 1],
    [2, 3, 1],
    [2, 2, 1],
    [2, 0, 3],
    [2, 3, 3],
  ] as const) {
    const tile = await tileAt({ z, x, y });
    const steps = (tile?.lines.coasts ?? []).flatMap(({ path }) => {
      const points = pointsOf(path.points);
      return points.map(([east, south], i) => {
        const [nextEast, nextSouth] = points[i + 1] ?? [east, south];
        return [Math.abs((nextEast ?? 0) - (east ?? 0)), Math.abs((nextSouth ?? 0) - (south ?? 0))];
      });
    });
    expect(steps.length).toBeGreaterThan(100);
    // A straight line of a hundredth of the world is no coast.
    const straight = steps.filter(
      ([across = 0, down = 0]) => Math.min(across, down) === 0 && across + down > 0.01,
    );
    expect([z, x, y, straight]).toEqual([z, x, y, []]);
  }
});

describe.each([
  ['the world', worldPlane],
  ['GCJ-02', gcjPlane],
  ['Baidu', baiduPlane],
])('in the plane of %s', (_, plane) => {
  test('each place in a window is in one of the window’s tiles', () => {
    for (const place of randomPlaces(500, -179, 179, -73, 73)) {
      const zoom = 3 + Math.floor(Math.abs(place[0] * 7919) % 8);
      const [x, y] = plane.toPlane(place[0], place[1], [0, 0]);
      const half = 128 / plane.scale(zoom + plane.zoomOffset);
      const window = { minX: x - half, maxX: x + half, minY: y - half, maxY: y + half };
      const [u, v] = worldPlane.toPlane(place[0], place[1], [0, 0]);
      const coords = tilesIn(plane, window, zoom);
      const [first] = coords;
      const count = 2 ** (first?.z ?? 0);
      expect(coords).toContainEqual({
        z: first?.z,
        x: Math.floor(u * count),
        y: Math.floor(v * count),
      });
      expect(coords.length).toBeLessThanOrEqual(6);
    }
  });

  test('the next copy of the world has the same tiles', () => {
    const [x, y] = plane.toPlane(100, 30, [0, 0]);
    const half = plane.worldWidth / 64;
    const at = (shift: number) => ({
      minX: x - half + shift,
      maxX: x + half + shift,
      minY: y - half,
      maxY: y + half,
    });
    expect(tilesIn(plane, at(plane.worldWidth), 5)).toEqual(tilesIn(plane, at(0), 5));
    expect(tilesIn(plane, at(-plane.worldWidth), 5)).toEqual(tilesIn(plane, at(0), 5));
  });

  test('a town has its position of that plane', async () => {
    const tile = await tileAt({ z: 4, x: 13, y: 6 }, plane);
    const town = tile?.names.find(({ en }) => en === 'Shanghai' || en === 'Hangzhou');
    expect(town).toBeDefined();
    const [lon, lat] = plane.fromPlane(town?.x ?? 0, town?.y ?? 0, [0, 0]);
    expect(Math.abs(lon - (town?.en === 'Shanghai' ? 121.43 : 120.17))).toBeLessThan(0.1);
    expect(Math.abs(lat - (town?.en === 'Shanghai' ? 31.22 : 30.25))).toBeLessThan(0.1);
  });
});

describe('FloorTiles', () => {
  const coords = { z: 2, x: 3, y: 1 };

  test('fetches a tile once for two requests', async () => {
    let requests = 0;
    const tiles = new FloorTiles(worldPlane, (at) => {
      requests++;
      return bytesOf(at);
    });
    expect(tiles.peek(coords)).toBeUndefined();
    const [a, b] = await Promise.all([tiles.load(coords), tiles.load(coords)]);
    expect(a).toBe(b);
    expect(await tiles.load(coords)).toBe(tiles.peek(coords));
    expect(requests).toBe(1);
  });

  test('fetches again after a failure', async () => {
    let fails = true;
    const tiles = new FloorTiles(worldPlane, async (at) => {
      if (fails) throw new Error('away');
      return bytesOf(at);
    });
    await expect(tiles.load(coords)).rejects.toThrow('away');
    fails = false;
    expect((await tiles.load(coords)).areas.land.length).toBeGreaterThan(0);
  });

  test('returns sea for a tile that the archive lacks', async () => {
    const tiles = new FloorTiles(worldPlane, async () => undefined);
    expect((await tiles.load(coords)).areas.land).toEqual([]);
  });
});
