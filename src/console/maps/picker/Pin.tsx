import L from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import { useMap } from '../LeafletMap';

interface Props {
  readonly at: LatLon;
  readonly icon: L.DivIcon;
  /** It can be dragged; called all along the way. */
  readonly onMove?: (to: LatLon) => void;
}

/** A mark on the map. */
export const Pin = ({ at: { lat, lon }, icon, onMove }: Props) => {
  const map = useMap();
  const draggable = onMove !== undefined;
  const [marker, setMarker] = useState<L.Marker>();
  // Without an icon of its own a marker would ask for Leaflet's, which is not there.
  const make = useEffectEvent((options: L.MarkerOptions) =>
    L.marker([lat, lon], { ...options, icon }),
  );
  const moved = useEffectEvent((to: L.LatLng) => onMove?.({ lat: to.lat, lon: to.lng }));
  useEffect(() => {
    // The keyboard has a way of its own: the cross in the middle of the map.
    const options = { draggable, interactive: draggable, keyboard: false };
    const added = make(options).addTo(map);
    added.on('drag', () => moved(added.getLatLng()));
    setMarker(added);
    return () => {
      added.remove();
    };
  }, [map, draggable]);
  useEffect(() => {
    marker?.setLatLng([lat, lon]);
  }, [marker, lat, lon]);
  useEffect(() => {
    marker?.setIcon(icon);
  }, [marker, icon]);
  return null;
};
