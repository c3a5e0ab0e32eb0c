import type { LineString } from 'geojson';
import L from 'leaflet';
import type { RaRecord } from 'react-admin';
import { areaOf, positionsOf, shapeOfPlaces } from '../../../domain/fence';
import { boxOf } from '../../../domain/geo/area';
import {
  type DrawnShape,
  type LatLon,
  longitudeDelta,
  parseLatLon,
  shapeOf,
  vertices,
} from '../../../domain/geo/geometry';
import type { DrawnGeometry } from '../../../fields/views/contexts';
import { roundedPlace } from './circle';

/** Converts a sequence of points, each in the copy of the world nearest to the one before. */
export const joinPoints = (map: L.Map, points: readonly LatLon[]): L.LatLng[] => {
  let before = map.getCenter().lng;
  return points.map(({ lat, lon }) => {
    before += longitudeDelta(lon - before);
    return L.latLng(lat, before);
  });
};

/** Layers that leaflet-draw can draw. */
export type ShapeLayer = L.Circle | L.Polygon | L.Polyline<LineString> | L.Marker;

/** Creates the layer of a geometry; undefined if it is incomplete. */
export const layerOf = (
  map: L.Map,
  { kind, shape, radius = 0 }: DrawnGeometry,
  style: L.PathOptions,
  icon: L.DivIcon,
): ShapeLayer | undefined => {
  const drawnShape = shapeOf(shape);
  const points = drawnShape ? joinPoints(map, positionsOf(vertices(drawnShape))) : [];
  const [first] = points;
  if (!first) return undefined;
  if (kind === 'place') return L.marker(first, { icon, draggable: true, keyboard: false });
  if (kind === 'circle') return radius > 0 ? L.circle(first, { ...style, radius }) : undefined;
  if (kind === 'polygon') return L.polygon(points, style);
  return new L.Polyline<LineString>(points, { ...style, fill: false });
};

const placeAt = ({ lat, lng }: L.LatLng): LatLon => roundedPlace({ lat, lon: lng });

const placesOf = (layer: L.Polyline): LatLon[] => {
  const latLngs = layer.getLatLngs();
  const [first] = latLngs;
  const points = (Array.isArray(first) ? first : latLngs) as L.LatLng[];
  return points.map(placeAt);
};

const pointAt = (at: L.LatLng): DrawnShape | null => shapeOfPlaces([placeAt(at)], 'circle');

/** Returns the geometry of a layer; null if it is incomplete. */
export const shapeOfLayer = (layer: L.Layer): DrawnGeometry | null => {
  if (layer instanceof L.Circle) {
    const shape = pointAt(layer.getLatLng());
    return shape && { kind: 'circle', shape, radius: Math.max(1, Math.round(layer.getRadius())) };
  }
  if (layer instanceof L.Marker) {
    const shape = pointAt(layer.getLatLng());
    return shape && { kind: 'place', shape };
  }
  if (!(layer instanceof L.Polyline)) return null;
  const kind = layer instanceof L.Polygon ? 'polygon' : 'line';
  const shape = shapeOfPlaces(placesOf(layer), kind);
  return shape && { kind, shape };
};

/** True if a layer already shows the geometry. */
export const isShowing = (layer: L.Layer, geometry: DrawnGeometry): boolean => {
  const now = shapeOfLayer(layer);
  return (
    now !== null &&
    now.kind === geometry.kind &&
    (now.kind !== 'circle' || now.radius === geometry.radius) &&
    JSON.stringify(now.shape) === JSON.stringify(geometry.shape)
  );
};

/** Returns the bounds of a fence's or a point's record on a map; undefined without a position. */
export const boundsOfRecord = (map: L.Map, record: RaRecord): L.LatLngBounds | undefined => {
  const { place, lat, lng, fence_type, fence_context, radius } = record;
  const point = parseLatLon(place) ?? parseLatLon({ lat, lng });
  if (point) return L.latLngBounds(joinPoints(map, [point]));
  const area = areaOf({ fence_type, fence_context, radius });
  if (!area) return undefined;
  const { south, west, north, east } = boxOf(area);
  const [corner] = joinPoints(map, [{ lat: south, lon: west }]);
  return corner && L.latLngBounds(corner, [north, corner.lng + east - west]);
};
