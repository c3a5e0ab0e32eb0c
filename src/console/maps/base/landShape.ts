import type { MultiPolygon, Position } from 'geojson';
import type { Pair } from '../../../domain/geo/gcj02';
import type { Plane } from '../plane';

interface ShapeRing {
  readonly points: Float64Array;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Coasts in a plane's units. */
export interface LandShape {
  readonly rings: readonly ShapeRing[];
  readonly worldWidth: number;
}

/** Projects the land once per plane. */
export const landShape = (land: MultiPolygon, plane: Plane): LandShape => {
  const out: Pair = [0, 0];
  const rings = land.coordinates.flat().map((ring): ShapeRing => {
    const points = Float64Array.from(
      unwrapRing(ring).flatMap(([lon = 0, lat = 0]) => [...plane.toPlane(lon, lat, out)]),
    );
    const xs = points.filter((_, i) => i % 2 === 0);
    const ys = points.filter((_, i) => i % 2 === 1);
    return { points, minX: least(xs), minY: least(ys), maxX: most(xs), maxY: most(ys) };
  });
  return { rings, worldWidth: plane.worldWidth };
};

const least = (values: Float64Array) => values.reduce((a, b) => Math.min(a, b), Infinity);
const most = (values: Float64Array) => values.reduce((a, b) => Math.max(a, b), -Infinity);

/** A square window: `scale` pixels per unit, `left` and `top` its corner in the plane's pixels, `size` its side. */
export interface Tile {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Outlines are cut this far outside the tile, so that the cut is not seen. */
const BLEED = 4;
/** Points closer than this to the one before are not drawn, pixels. */
const DETAIL = 0.7;

const toPixels = (ring: ShapeRing, tile: Tile, shift: number): number[] => {
  const pixels: number[] = [];
  let lastX = Infinity;
  let lastY = Infinity;
  for (let i = 0; i < ring.points.length; i += 2) {
    const x = ((ring.points[i] as number) + shift) * tile.scale - tile.left;
    const y = (ring.points[i + 1] as number) * tile.scale - tile.top;
    if (Math.abs(x - lastX) + Math.abs(y - lastY) < DETAIL) continue;
    pixels.push(x, y);
    lastX = x;
    lastY = y;
  }
  return pixels;
};

/** The coasts seen in a tile, in the tile's pixels; the world repeats to both sides. */
export const ringsInTile = (shape: LandShape, tile: Tile): FlatRing[] => {
  const minX = (tile.left - BLEED) / tile.scale;
  const maxX = (tile.left + tile.size + BLEED) / tile.scale;
  const minY = (tile.top - BLEED) / tile.scale;
  const maxY = (tile.top + tile.size + BLEED) / tile.scale;
  return [-1, 0, 1].flatMap((copy) => {
    const shift = copy * shape.worldWidth;
    return shape.rings
      .filter(
        (ring) =>
          ring.minX + shift <= maxX &&
          ring.maxX + shift >= minX &&
          ring.minY <= maxY &&
          ring.maxY >= minY,
      )
      .map((ring) => clipRing(toPixels(ring, tile, shift), -BLEED, tile.size + BLEED))
      .filter((ring) => ring.length >= 6);
  });
};

/** What a tile of `size` pixels with these rings shows. */
export const coverOf = (rings: readonly FlatRing[], size: number): 'sea' | 'land' | 'coast' => {
  const cut = (value: number) => value <= -BLEED || value >= size + BLEED;
  if (!rings.every((ring) => ring.every(cut))) return 'coast';
  // A lake around the tile is a second ring around it.
  return rings.length % 2 === 1 ? 'land' : 'sea';
};

/** As far as Mercator's square reaches. */
const POLE = 85;

/**
 * Makes the longitudes of a ring continuous. world-atlas is stitched for renderers of a globe: its rings jump from 180
 * to -180, which a flat map draws as bars across the world. A ring around a pole is closed along that pole.
 */
export const unwrapRing = (ring: readonly Position[]): Position[] => {
  const continuous: Position[] = [];
  let offset = 0;
  let previous: number | undefined;
  for (const [lon = 0, lat = 0] of ring) {
    const step = lon - (previous ?? lon);
    if (step > 180) offset -= 360;
    else if (step < -180) offset += 360;
    continuous.push([lon + offset, lat]);
    previous = lon;
  }
  const [first = 0, lat = 0] = continuous[0] ?? [];
  const [last = 0] = continuous.at(-1) ?? [];
  if (Math.abs(last - first) <= 180) return continuous;
  const pole = lat < 0 ? -POLE : POLE;
  return [...continuous, [last, pole], [first, pole]];
};

/** Points as x0, y0, x1, y1, …: a coast has 30,000 of them. */
export type FlatRing = readonly number[];

type Axis = 0 | 1;

/** Keeps the part of a ring where the coordinate, times the sign, is at most the limit. */
const clipEdge = (ring: FlatRing, axis: Axis, sign: 1 | -1, limit: number): number[] => {
  const kept: number[] = [];
  const count = ring.length;
  if (count === 0) return kept;
  let fromX = ring[count - 2] as number;
  let fromY = ring[count - 1] as number;
  let fromBeyond = sign * (axis === 0 ? fromX : fromY) - limit;
  for (let i = 0; i < count; i += 2) {
    const x = ring[i] as number;
    const y = ring[i + 1] as number;
    const beyond = sign * (axis === 0 ? x : y) - limit;
    if (beyond > 0 !== fromBeyond > 0) {
      const share = fromBeyond / (fromBeyond - beyond);
      kept.push(fromX + (x - fromX) * share, fromY + (y - fromY) * share);
    }
    if (beyond <= 0) kept.push(x, y);
    fromX = x;
    fromY = y;
    fromBeyond = beyond;
  }
  return kept;
};

/**
 * The part of a ring inside the square from `min` to `max` (Sutherland and Hodgman). Canvas draws in single precision
 * and would tear a coast that reaches a million pixels beyond its tile.
 */
export const clipRing = (ring: FlatRing, min: number, max: number): FlatRing => {
  const across = clipEdge(clipEdge(ring, 0, -1, -min), 0, 1, max);
  return clipEdge(clipEdge(across, 1, -1, -min), 1, 1, max);
};
