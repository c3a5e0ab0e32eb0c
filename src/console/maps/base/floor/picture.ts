import {
  type areaClasses,
  type FloorTile,
  lineClasses,
  type Path,
  type TileArea,
  type TileLine,
} from './tiles';

/**
 * Square window of the plane: `scale` pixels per unit, `left` and `top` its corner in the plane's pixels, `size` its
 * side in pixels.
 */
export interface Square {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Points as x0, y0, x1, y1, …; flat, because a coast has 30,000 of them. */
export type FlatRing = readonly number[];

/** Margin outside the square at which outlines are clipped, so that the cut is invisible, px. */
const BLEED = 4;
/** Minimum distance between drawn points, px. */
const DETAIL = 0.7;

/** Contents of a square of the plane, in its pixels. */
export interface Picture {
  /** `mixed` if anything must be drawn, otherwise all of it is the same. */
  readonly cover: 'sea' | 'land' | 'mixed';
  readonly areas: { readonly [kind in keyof FloorTile['areas']]: readonly (readonly FlatRing[])[] };
  readonly lines: { readonly [kind in keyof FloorTile['lines']]: readonly RankedLine[] };
}

interface RankedLine {
  readonly rank: number;
  readonly points: FlatRing;
}

/** Clips tiles to a square. The world repeats on both sides. */
export const pictureOf = (
  tiles: readonly FloorTile[],
  worldWidth: number,
  square: Square,
): Picture => {
  const areasOf = (kind: (typeof areaClasses)[number]) =>
    tiles.flatMap(({ areas }) =>
      areas[kind].flatMap((area) => areaInSquare(area, worldWidth, square)),
    );
  const linesOf = (kind: (typeof lineClasses)[number]) =>
    tiles.flatMap(({ lines }) =>
      lines[kind].flatMap((line) => lineInSquare(line, worldWidth, square)),
    );
  const areas = { land: areasOf('land'), urban: areasOf('urban'), lakes: areasOf('lakes') };
  const lines = {
    coasts: linesOf('coasts'),
    shores: linesOf('shores'),
    rivers: linesOf('rivers'),
    borders: linesOf('borders'),
  };
  const covers = areas.land.map((rings) => coverOf(rings, square.size));
  const isPlain =
    covers.every((cover) => cover !== 'coast') &&
    areas.urban.length + areas.lakes.length === 0 &&
    lineClasses.every((kind) => lines[kind].length === 0);
  const plain = covers.includes('land') ? 'land' : 'sea';
  return { cover: isPlain ? plain : 'mixed', areas, lines };
};

/** True if a path is visible in the copy of the world that is `shift` units further east. */
const isSeen = (path: Path, shift: number, { scale, left, top, size }: Square): boolean =>
  path.minY * scale <= top + size + BLEED &&
  path.maxY * scale >= top - BLEED &&
  (path.minX + shift) * scale <= left + size + BLEED &&
  (path.maxX + shift) * scale >= left - BLEED;

const toPixels = ({ points }: Path, { scale, left, top }: Square, shift: number): number[] => {
  const pixels: number[] = [];
  let lastX = Infinity;
  let lastY = Infinity;
  for (let i = 0; i < points.length; i += 2) {
    const x = ((points[i] as number) + shift) * scale - left;
    const y = (points[i + 1] as number) * scale - top;
    const isLast = i === points.length - 2;
    if (!isLast && Math.abs(x - lastX) + Math.abs(y - lastY) < DETAIL) continue;
    pixels.push(x, y);
    lastX = x;
    lastY = y;
  }
  return pixels;
};

/** Clips the rings of an area in each visible copy of the world. */
const areaInSquare = (
  { rings }: Pick<TileArea, 'rings'>,
  worldWidth: number,
  square: Square,
): (readonly FlatRing[])[] => {
  const copies: (readonly FlatRing[])[] = [];
  for (const shift of [-worldWidth, 0, worldWidth]) {
    const clippedRings: FlatRing[] = [];
    for (const ring of rings) {
      if (!isSeen(ring, shift, square)) continue;
      const clipped = clipRing(toPixels(ring, square, shift), -BLEED, square.size + BLEED);
      if (clipped.length >= 6) clippedRings.push(clipped);
    }
    if (clippedRings.length > 0) copies.push(clippedRings);
  }
  return copies;
};

const lineInSquare = (
  { path, rank }: TileLine,
  worldWidth: number,
  square: Square,
): RankedLine[] => {
  const lines: RankedLine[] = [];
  for (const shift of [-worldWidth, 0, worldWidth]) {
    if (!isSeen(path, shift, square)) continue;
    const pixels = toPixels(path, square, shift);
    for (const points of clipLine(pixels, -BLEED, square.size + BLEED))
      lines.push({ rank, points });
  }
  return lines;
};

/** Returns what a square of `size` pixels with these rings shows. */
export const coverOf = (rings: readonly FlatRing[], size: number): 'sea' | 'land' | 'coast' => {
  // Clipping at a million pixels has limited precision.
  const edge = BLEED - 0.01;
  const isAtEdge = (value: number) => value <= -edge || value >= size + edge;
  if (!rings.every((ring) => ring.every(isAtEdge))) return 'coast';
  // A lake around the whole square adds a second ring around it.
  return rings.length % 2 === 1 ? 'land' : 'sea';
};

/** Clips a ring to the points whose coordinate, times the sign, is at most the limit. */
const clipEdge = (ring: FlatRing, axis: 0 | 1, sign: 1 | -1, limit: number): number[] => {
  const clipped: number[] = [];
  const count = ring.length;
  if (count === 0) return clipped;
  let fromX = ring[count - 2] as number;
  let fromY = ring[count - 1] as number;
  let previousExcess = sign * (axis === 0 ? fromX : fromY) - limit;
  for (let i = 0; i < count; i += 2) {
    const x = ring[i] as number;
    const y = ring[i + 1] as number;
    const excess = sign * (axis === 0 ? x : y) - limit;
    if (excess > 0 !== previousExcess > 0) {
      const share = previousExcess / (previousExcess - excess);
      clipped.push(fromX + (x - fromX) * share, fromY + (y - fromY) * share);
    }
    if (excess <= 0) clipped.push(x, y);
    fromX = x;
    fromY = y;
    previousExcess = excess;
  }
  return clipped;
};

/**
 * Clips a ring to the square from `min` to `max` (Sutherland-Hodgman). Canvas computes in single precision and would
 * tear a coast that extends a million pixels beyond its tile.
 */
export const clipRing = (ring: FlatRing, min: number, max: number): FlatRing => {
  const across = clipEdge(clipEdge(ring, 0, -1, -min), 0, 1, max);
  return clipEdge(clipEdge(across, 1, -1, -min), 1, 1, max);
};

/** Clips a line to the square from `min` to `max` (Liang-Barsky); returns its parts. */
export const clipLine = (line: FlatRing, min: number, max: number): FlatRing[] => {
  const parts: number[][] = [];
  let part: number[] = [];
  for (let i = 2; i < line.length; i += 2) {
    const [x, y] = [line[i - 2] as number, line[i - 1] as number];
    const [dx, dy] = [(line[i] as number) - x, (line[i + 1] as number) - y];
    let from = 0;
    let to = 1;
    for (const [step, distance] of [
      [-dx, x - min],
      [dx, max - x],
      [-dy, y - min],
      [dy, max - y],
    ] as const) {
      if (step < 0) from = Math.max(from, distance / step);
      else if (step > 0) to = Math.min(to, distance / step);
      else if (distance < 0) to = -1;
    }
    if (from > to) continue;
    if (from > 0 || part.length === 0) {
      part = [x + dx * from, y + dy * from];
      parts.push(part);
    }
    part.push(x + dx * to, y + dy * to);
  }
  return parts;
};
