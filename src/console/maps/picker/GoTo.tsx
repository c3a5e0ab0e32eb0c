import { useEffect } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import { useMap } from '../LeafletMap';
import { showView, viewOf } from '../view';

/** From farther away nobody sees where a place is. */
const LEAST_ZOOM = 6;

/** Brings the map to a place each time there is another one to go to. */
export const GoTo = ({ place }: { readonly place: LatLon | null }) => {
  const map = useMap();
  useEffect(() => {
    if (place) showView(map, { ...place, zoom: Math.max(LEAST_ZOOM, viewOf(map).zoom) });
  }, [map, place]);
  return null;
};
