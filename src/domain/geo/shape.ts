import { placeOf } from './place';

/** Longitude before latitude, in WGS-84 degrees, as GeoJSON (RFC 7946) writes it; an altitude may follow. */
export type Position = readonly number[];

/** What can be drawn on a map, as GeoJSON; a polygon has one ring, closed. */
export type DrawnShape =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };

const arePositions = (value: unknown): value is readonly Position[] =>
  Array.isArray(value) &&
  value.every((at) => Array.isArray(at) && at.length >= 2 && placeOf(at) !== undefined);

const same = (a: Position | undefined, b: Position | undefined) =>
  a?.[0] === b?.[0] && a?.[1] === b?.[1];

const isRing = (value: unknown) =>
  arePositions(value) && value.length >= 4 && same(value[0], value.at(-1));

const wellFormed: { readonly [T in DrawnShape['type']]: (coordinates: unknown) => boolean } = {
  Point: (at) => arePositions([at]),
  LineString: (line) => arePositions(line) && line.length >= 2,
  Polygon: (rings) => Array.isArray(rings) && rings.length === 1 && isRing(rings[0]),
};

const fromText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A drawn shape from GeoJSON, as an object or as text, with or without its Feature; undefined for anything else. */
export const shapeOf = (value: unknown): DrawnShape | undefined => {
  const given = typeof value === 'string' ? fromText(value) : value;
  if (given === null || typeof given !== 'object') return undefined;
  const { type, geometry, coordinates } = given as Record<string, unknown>;
  if (type === 'Feature') return shapeOf(geometry);
  return Object.hasOwn(wellFormed, String(type)) &&
    wellFormed[type as DrawnShape['type']](coordinates)
    ? ({ type, coordinates } as DrawnShape)
    : undefined;
};

/** The places an operator set: a polygon's first is not counted again at its end. */
export const vertices = (shape: DrawnShape): readonly Position[] => {
  if (shape.type === 'Point') return [shape.coordinates];
  return shape.type === 'LineString'
    ? shape.coordinates
    : (shape.coordinates[0] ?? []).slice(0, -1);
};
