import { useEffect, useEffectEvent } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import { useMap } from '../LeafletMap';
import { cornersOf } from './circleEdge';

/** Free of the circle at each edge of the map, px. */
const EDGE: [number, number] = [24, 24];

interface Props {
  readonly place: LatLon;
  readonly radius: number | null | undefined;
}

/** Begins with all of a circle in view. */
export const FitCircle = ({ place, radius }: Props) => {
  const map = useMap();
  const corners = useEffectEvent(() =>
    radius ? cornersOf(place, radius).map(({ lat, lon }): [number, number] => [lat, lon]) : null,
  );
  useEffect(() => {
    const box = corners();
    if (box) map.fitBounds(box, { animate: false, padding: EDGE });
  }, [map]);
  return null;
};
