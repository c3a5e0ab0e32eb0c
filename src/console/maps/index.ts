export { BaseLayer } from './base/BaseLayer';
export { type ProviderId, providerIds, resolveProvider, usableProvider } from './base/providers';
export { useMapServices, useSmallMap } from './base/useMapServices';
export { crsByDatum, crsOfMap, WORLD, zoomAcross } from './crs';
export { DataAge } from './DataAge';
export { FleetMap, type FleetMapHandle } from './fleet/FleetMap';
export { Follow, TrailLine } from './fleet/FleetTools';
export {
  FleetStore,
  onStoreChange,
  type RowFilter,
  useDevice,
} from './fleet/fleetStore';
export { MapLegend } from './fleet/MapLegend';
export { useMatchCounts } from './fleet/matchCounts';
export { comparatorOf, type FleetOrder, filterSorted, ORDERS, sortedRows } from './fleet/order';
export { CanvasIcon, StateIcon, useStateName } from './fleet/StateIcon';
export type { TrailFix } from './fleet/trail';
export { LeafletMap, MapOverlay, MapSlot, useMap, useMapColours } from './LeafletMap';
export { MapControls, MapScale } from './MapControls';
export { PointLayer, Points } from './PointLayer';
export { DrawTools } from './places/DrawTools';
export { GeofenceLayer, Geofences } from './places/GeofenceLayer';
export { boundsOfRecord } from './places/shapes';
export { type MapView, preferredView, worldView } from './view';
