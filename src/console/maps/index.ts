export { type ProviderId, providerIds, resolveProvider } from './base/providers';
export { useMapServices } from './base/useMapServices';
export { DataAge } from './DataAge';
export { FleetMap, type FleetMapHandle } from './fleet/FleetMap';
export { FleetStore, type RowFilter, useDevice } from './fleet/fleetStore';
export { type LegendChoice, MapLegend } from './fleet/MapLegend';
export { AlarmIcon, StateIcon, useStateName } from './fleet/StateIcon';
export { MapOverlay } from './LeafletMap';
export { type MapView, worldView } from './view';
