import { type Area, crossesItself } from './geo/area';
import { type DrawnShape, type LatLon, parseLatLon, shapeOf, vertices } from './geo/geometry';
import { choices, filledLabel, type Label } from './label';

/** What a fence is: a circle, what a line encloses, or a way and what is beside it. Specification section 3. */
export const fenceType = choices([
  ['circle', 'Circle', '圆形'],
  ['polygon', 'Polygon', '多边形'],
  ['line', 'Line', '线路'],
]);

export type FenceType = (typeof fenceType)[number][0];

/** The GeoJSON that each kind of fence is stored as: the centre, the ring, the way; all in WGS-84. */
export const SHAPE_OF = {
  circle: 'Point',
  polygon: 'Polygon',
  line: 'LineString',
} as const satisfies Record<FenceType, string>;

/** Whose fences have a radius, and of those without one yet; metres. Of a line it is what lies on either side. */
export const FIRST_RADIUS = { circle: 1_000, line: 200 } as const;

/** What a fence has to say of where it is; names as on the wire. */
interface FenceShape {
  readonly fence_type?: unknown;
  readonly fence_context?: unknown;
  readonly radius?: unknown;
}

/** The places that GeoJSON positions are. */
export const positionsOf = (positions: readonly unknown[]): readonly LatLon[] =>
  positions.flatMap((position) => parseLatLon(position) ?? []);

const parseMetres = (radius: unknown): number | undefined => {
  const metres = typeof radius === 'string' && radius.trim() !== '' ? Number(radius) : radius;
  return typeof metres === 'number' && metres > 0 ? metres : undefined;
};

/** The area of a fence; undefined for one that is not whole. */
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
  circle: ['A circle is drawn as its centre', '圆形围栏须绘制圆心'],
  polygon: ['A polygon is drawn as a closed ring', '多边形围栏须绘制封闭区域'],
  line: ['A line is drawn as a way', '线路围栏须绘制折线'],
};

/** Why a fence cannot be where it is drawn, by field; what is missing is told by the fields themselves. */
export const shapeError = (
  fence: FenceShape,
): { fence_context?: Label; radius?: Label } | undefined => {
  const type = fence.fence_type as FenceType;
  const shape = shapeOf(fence.fence_context);
  if (!shape || !(type in SHAPE_OF)) return undefined;
  if (shape.type !== SHAPE_OF[type]) return { fence_context: drawAs[type] };
  if (type !== 'polygon' && parseMetres(fence.radius) === undefined) {
    return { radius: ['The radius must be more than 0', '半径必须大于 0'] };
  }
  const points = positionsOf(vertices(shape));
  const distinctPoints = new Set(points.map(({ lat, lon }) => `${lat} ${lon}`)).size;
  if (type === 'polygon' && distinctPoints < 3) {
    return {
      fence_context: ['A polygon needs three different points', '多边形至少需要三个不同的点'],
    };
  }
  if (type === 'line' && distinctPoints < 2) {
    return { fence_context: ['A line needs two different points', '线路至少需要两个不同的点'] };
  }
  return type === 'polygon' && crossesItself(points)
    ? { fence_context: ['The border must not cross itself', '围栏边界不能自相交'] }
    : undefined;
};

/** A shape as another kind of fence: as many of its points as that has; null where it has too few. */
export const convertShape = (value: unknown, kind: FenceType): DrawnShape | null => {
  const shape = shapeOf(value);
  return shape ? shapeOfPlaces(positionsOf(vertices(shape)), kind) : null;
};

/** The shape of a kind of fence from its points, as an operator set them; null where there are too few. */
export const shapeOfPlaces = (points: readonly LatLon[], kind: FenceType): DrawnShape | null => {
  const coordinates = points.map(({ lat, lon }) => [lon, lat]);
  const [first] = coordinates;
  if (!first) return null;
  if (kind === 'circle') return { type: 'Point', coordinates: first };
  if (kind === 'line') return points.length < 2 ? null : { type: 'LineString', coordinates };
  return points.length < 3 ? null : { type: 'Polygon', coordinates: [[...coordinates, first]] };
};

/** What is said of the number of points of a line or polygon. Specification section 5. */
export const maxPointsHint = (max: number): Label =>
  filledLabel(['Fence data has at most %{max} points', '围栏数据最多 %{max} 个点'], { max });

/** How many points a fence has; a circle's centre is none of them. */
export const pointsOf = (value: unknown): number => {
  const shape = shapeOf(value);
  return shape && shape.type !== 'Point' ? vertices(shape).length : 0;
};

/** Metres in which a lock is at a point of interest that does not say. */
export const POINT_RADIUS = 200;
