import L from 'leaflet';
import { useEffect, useState } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import { useMap } from '../LeafletMap';

interface Props {
  readonly centre: LatLon;
  /** Metres. */
  readonly radius: number;
  readonly color: string;
}

/** A circle on the ground; clicks go through it to the map. */
export const Circle = ({ centre: { lat, lon }, radius, color }: Props) => {
  const map = useMap();
  const [circle, setCircle] = useState<L.Circle>();
  useEffect(() => {
    const added = L.circle([0, 0], { radius: 1, interactive: false }).addTo(map);
    setCircle(added);
    return () => {
      added.remove();
    };
  }, [map]);
  useEffect(() => {
    circle?.setLatLng([lat, lon]).setRadius(radius);
  }, [circle, lat, lon, radius]);
  useEffect(() => {
    circle?.setStyle({ color, weight: 2, fillColor: color, fillOpacity: 0.15 });
  }, [circle, color]);
  return null;
};
