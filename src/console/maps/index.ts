export { type ProviderId, providerIds, usableProvider } from './base/providers';
export { useMapServices, useSmallMap } from './base/useMapServices';
export { DataAge } from './DataAge';
export { FleetMap, type FleetMapHandle } from './fleet/FleetMap';
export { FleetStore, useDevice } from './fleet/fleetStore';
export { AlarmIcon, StateIcon, useStateName } from './fleet/StateIcon';
export { MapOverlay, useLook } from './LeafletMap';
export { type MapView, worldView } from './view';
