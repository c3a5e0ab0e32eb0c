import { type Area, crossesItself } from './geo/area';
import { type DrawnShape, type LatLon, parseLatLon, shapeOf, vertices } from './geo/geometry';
import { choices, filledLabel, type Label } from './label';

/** Fence shapes: a circle, a polygon, or a line with a margin on both sides. */
export const fenceType = choices([
  ['circle', 'Circle', '圆形'],
  ['polygon', 'Polygon', '多边形'],
  ['line', 'Line', '线路'],
]);

export type FenceType = (typeof fenceType)[number][0];

/** GeoJSON type in which each shape is stored, in WGS-84: the centre, the ring, the path. */
export const SHAPE_OF = {
  circle: 'Point',
  polygon: 'Polygon',
  line: 'LineString',
} as const satisfies Record<FenceType, string>;

/** Default radius of the shapes that have one, metres. A line's radius is its margin on either side. */
export const FIRST_RADIUS = { circle: 1_000, line: 200 } as const;

/** Fields that define a fence's area; names as on the wire. */
type FenceShape = Readonly<Partial<Record<'fence_type' | 'fence_context' | 'radius', unknown>>>;

/** Converts GeoJSON positions and drops invalid ones. */
export const positionsOf = (positions: readonly unknown[]): readonly LatLon[] =>
  positions.flatMap((position) => parseLatLon(position) ?? []);

const parseMetres = (radius: unknown): number | undefined => {
  const metres = typeof radius === 'string' && radius.trim() !== '' ? Number(radius) : radius;
  return typeof metres === 'number' && metres > 0 ? metres : undefined;
};

/** Returns the area of a fence; undefined if its shape is incomplete or does not match its type. */
export const areaOf = ({ fence_type, fence_context, radius }: FenceShape): Area | undefined => {
  const shape = shapeOf(fence_context);
  if (!shape || shape.type !== SHAPE_OF[fence_type as FenceType]) return undefined;
  const points = positionsOf(vertices(shape));
  if (shape.type === 'Polygon') return { kind: 'polygon', ring: points };
  const metres = parseMetres(radius);
  if (metres === undefined) return undefined;
  const [centre] = points;
  if (shape.type === 'LineString') return { kind: 'line', path: points, radius: metres };
  return centre && { kind: 'circle', centre, radius: metres };
};

const drawAs: Readonly<Record<FenceType, Label>> = {
  circle: ['Draw a circle by its centre', '圆形围栏须绘制圆心'],
  polygon: ['Draw a polygon as a closed ring', '多边形围栏须绘制封闭区域'],
  line: ['Draw a line as a path', '线路围栏须绘制折线'],
};

/** Returns the errors of a fence's shape by field. Missing values are reported by the fields themselves. */
export const shapeError = (
  fence: FenceShape,
): { fence_context?: Label; radius?: Label } | undefined => {
  const type = fence.fence_type as FenceType;
  const shape = shapeOf(fence.fence_context);
  if (!shape || !Object.hasOwn(SHAPE_OF, type)) return undefined;
  if (shape.type !== SHAPE_OF[type]) return { fence_context: drawAs[type] };
  if (type !== 'polygon' && parseMetres(fence.radius) === undefined) {
    return { radius: ['The radius must be more than 0', '半径必须大于 0'] };
  }
  const points = positionsOf(vertices(shape));
  const distinctPoints = new Set(points.map(({ lat, lon }) => `${lat} ${lon}`)).size;
  if (type === 'polygon' && distinctPoints < 3) {
    return {
      fence_context: [
        'A polygon needs at least three different points',
        '多边形至少需要三个不同的点',
      ],
    };
  }
  if (type === 'line' && distinctPoints < 2) {
    return {
      fence_context: ['A line needs at least two different points', '线路至少需要两个不同的点'],
    };
  }
  return type === 'polygon' && crossesItself(points)
    ? { fence_context: ['The border must not cross itself', '围栏边界不能自相交'] }
    : undefined;
};

/** Converts a shape to another type, with as many of its points as that type has; null if there are too few. */
export const convertShape = (value: unknown, kind: FenceType): DrawnShape | null => {
  const shape = shapeOf(value);
  return shape ? shapeOfPlaces(positionsOf(vertices(shape)), kind) : null;
};

/** Builds the shape from the points that an operator set; null if there are too few. */
export const shapeOfPlaces = (points: readonly LatLon[], kind: FenceType): DrawnShape | null => {
  const coordinates = points.map(({ lat, lon }) => [lon, lat]);
  const [first] = coordinates;
  if (!first) return null;
  if (kind === 'circle') return { type: 'Point', coordinates: first };
  if (kind === 'line') return points.length < 2 ? null : { type: 'LineString', coordinates };
  return points.length < 3 ? null : { type: 'Polygon', coordinates: [[...coordinates, first]] };
};

/** Error for too many points in a line or polygon. */
export const maxPointsHint = (max: number): Label =>
  filledLabel(['Fence data has at most %{max} points', '围栏数据最多 %{max} 个点'], { max });

/** Counts the points of a fence; 0 for a circle. */
export const pointsOf = (value: unknown): number => {
  const shape = shapeOf(value);
  return shape && shape.type !== 'Point' ? vertices(shape).length : 0;
};

/** Default radius of a point of interest, metres. */
export const POINT_RADIUS = 200;
