import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import { BaseLayer } from '../base/BaseLayer';
import { crsByDatum } from '../crs';
import { LeafletMap, MapOverlay } from '../LeafletMap';
import { MapControls } from '../MapControls';
import { MapScale } from '../MapScale';
import { MapSource } from '../MapSource';
import { worldView } from '../view';
import { closeZoom } from './closeZoom';
import { useSmallMap } from './useSmallMap';

interface Props {
  /** The accessible name. */
  readonly label: string;
  /** Where it begins; without a place it shows the world. */
  readonly at: LatLon | null;
  readonly children: ReactNode;
}

/** A map without the fleet, filling its parent: for one place and what is around it. */
export const SmallMap = ({ label, at, children }: Props) => {
  const provider = useSmallMap();
  const view = at ? { ...at, zoom: closeZoom(provider) } : worldView;
  return (
    <LeafletMap crs={crsByDatum[provider.datum]} view={view} label={label}>
      <BaseLayer provider={provider} />
      <MapOverlay>
        <Box sx={{ position: 'absolute', left: 12, bottom: 12 }}>
          <MapScale />
        </Box>
        <Box sx={{ position: 'absolute', right: 12, bottom: 32 }}>
          <MapControls />
        </Box>
      </MapOverlay>
      <MapSource provider={provider} />
      {children}
    </LeafletMap>
  );
};
