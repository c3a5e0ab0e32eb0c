import { useEffect } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import type { PlaceViewProps } from '../../../fields/controls/placeMaps';
import { useMap } from '../LeafletMap';
import { FitCircle } from './FitCircle';
import { PlaceMarks } from './PlaceMarks';
import { SmallMap } from './SmallMap';

/** Follows a place that leaves the map. */
const Follow = ({ place: { lat, lon } }: { readonly place: LatLon }) => {
  const map = useMap();
  useEffect(() => {
    if (!map.getBounds().contains([lat, lon])) map.panTo([lat, lon]);
  }, [map, lat, lon]);
  return null;
};

/** A place on a map, to be looked at. */
export const PlaceMap = ({ label, place, radius }: PlaceViewProps) => (
  <SmallMap label={label} at={place}>
    <PlaceMarks place={place} radius={radius} />
    <FitCircle place={place} radius={radius} />
    <Follow place={place} />
  </SmallMap>
);
