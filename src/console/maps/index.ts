export { AnchoredPanel } from './AnchoredPanel';
export { BaseLayer } from './base/BaseLayer';
export {
  type MapServices,
  type ProviderId,
  providerIds,
  providers,
  type ResolvedProvider,
  resolveProvider,
  type TileService,
} from './base/providers';
export { useMapServices } from './base/useMapServices';
export { CanvasLayer, type CanvasView } from './canvasLayer';
export { BAIDU, crsByDatum, crsOfMap, GCJ, type MapCrs, WORLD } from './crs';
export { DataAge } from './DataAge';
export { FleetMap, type FleetMapHandle } from './fleet/FleetMap';
export { isStale } from './fleet/FleetPainter';
export { FleetStore, useDevice, useFleetVersion } from './fleet/fleetStore';
export { AlarmIcon, StateIcon, useStateName } from './fleet/StateIcon';
export { LeafletMap, MapOverlay, useLook, useMap } from './LeafletMap';
export { lookOf, type MapLook } from './look';
export { MapControls, MapScale, MapSource } from './MapControls';
export { type MapView, showView, viewOf, worldView } from './view';
