export { AnchoredPanel } from './AnchoredPanel';
export { BaseLayer } from './base/BaseLayer';
export { useMapServices } from './base/useMapServices';
export { CanvasLayer, type CanvasView } from './canvasLayer';
export { BAIDU, crsByDatum, crsOfMap, GCJ, type MapCrs, WORLD } from './crs';
export { DataAge } from './DataAge';
export { FleetMap } from './FleetMap';
export type { FleetMapHandle } from './fleet/FleetOnMap';
export { FleetStore } from './fleet/fleetStore';
export { AlarmIcon, StateIcon } from './fleet/StateIcon';
export { isStale } from './fleet/staleness';
export { useDevice, useFleetVersion } from './fleet/useFleet';
export { LeafletMap, MapOverlay, useLook, useMap } from './LeafletMap';
export { lookOf, type MapLook } from './look';
export { MapControls } from './MapControls';
export { MapScale } from './MapScale';
export { MapSource } from './MapSource';
export {
  type MapServices,
  type ProviderId,
  providerIds,
  providers,
  type ResolvedProvider,
  resolveProvider,
  type TileService,
} from './providers';
export { useStateName } from './useStateName';
export { type MapView, showView, viewOf, worldView } from './view';
