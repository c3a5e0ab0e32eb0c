import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { BaseLayer } from './base/BaseLayer';
import { crsByDatum } from './crs';
import { FitOnce } from './fleet/FitOnce';
import { FleetOnMap, type FleetOnMapProps } from './fleet/FleetOnMap';
import type { FleetStore } from './fleet/fleetStore';
import { fitFleet } from './fleet/fleetView';
import { LeafletMap, MapOverlay, useMap } from './LeafletMap';
import { MapControls } from './MapControls';
import { MapLegend } from './MapLegend';
import { MapScale } from './MapScale';
import { MapSource } from './MapSource';
import { type MapServices, type ProviderId, resolveProvider } from './providers';
import { TellView } from './TellView';
import { type MapView, worldView } from './view';

interface FleetMapProps extends FleetOnMapProps {
  provider: ProviderId;
  /** Kept the same object while it is the same: another one loads the tiles anew. */
  services: MapServices;
  /** Where to begin; without it, where the fleet is. */
  initialView?: MapView;
  onViewChange?: (view: MapView) => void;
  /** More layers and controls; `useMap` and `MapOverlay` work in them. */
  children?: ReactNode;
}

/** The fleet on a map: base, devices, card, legend and controls, filling its parent. */
export const FleetMap = (props: FleetMapProps) => {
  const { provider, services, initialView, onViewChange, children, ...fleet } = props;
  const translate = useTranslate();
  const resolved = useMemo(() => resolveProvider(provider, services), [provider, services]);
  return (
    <LeafletMap
      crs={crsByDatum[resolved.datum]}
      view={initialView ?? worldView}
      label={translate('maps.map')}
    >
      <BaseLayer provider={resolved} />
      {!initialView && <FitOnce store={fleet.store} />}
      {onViewChange && <TellView onChange={onViewChange} />}
      <FleetOnMap {...fleet} />
      <Corners store={fleet.store} />
      <MapSource provider={resolved} />
      {children}
    </LeafletMap>
  );
};

const Corners = ({ store }: { store: FleetStore }) => {
  const map = useMap();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up(992), { noSsr: true });
  return (
    <MapOverlay>
      <Box sx={{ position: 'absolute', left: 12, bottom: 12, display: 'grid', gap: 1.25 }}>
        <MapLegend store={store} open={wide} />
        <MapScale />
      </Box>
      <Box sx={{ position: 'absolute', right: 12, bottom: 32 }}>
        <MapControls onFit={() => fitFleet(map, store)} />
      </Box>
    </MapOverlay>
  );
};
