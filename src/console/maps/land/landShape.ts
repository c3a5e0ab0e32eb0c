import type { MultiPolygon } from 'geojson';
import type { Pair } from '../../../domain/geo/pair';
import type { Plane } from '../plane';
import { clipRing, type FlatRing } from './clipRing';
import { unwrapRing } from './unwrapRing';

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
