import Box from '@mui/material/Box';
import type L from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import { MapOverlay, useLook, useMap } from '../LeafletMap';
import { showView, viewOf } from '../view';

/** Keys that choose what is under the cross. */
const CHOOSE: ReadonlySet<string> = new Set(['Enter', ' ']);

const placeOfPoint = ({ lat, lng }: L.LatLng): LatLon => ({ lat, lon: lng });

/**
 * A click chooses the place under it. With the keyboard on the map, arrows move the map under a cross in its middle,
 * plus and minus zoom, and Enter chooses what is under the cross.
 */
export const PickByMap = ({ onPick }: { readonly onPick: (place: LatLon) => void }) => {
  const map = useMap();
  const look = useLook();
  const [cross, setCross] = useState(false);
  const pick = useEffectEvent((at: L.LatLng) => onPick(placeOfPoint(at)));
  useEffect(() => {
    const element = map.getContainer();
    const click = ({ latlng }: L.LeafletMouseEvent) => pick(latlng);
    const press = (event: KeyboardEvent) => {
      if (!CHOOSE.has(event.key)) return;
      event.preventDefault();
      pick(map.getCenter());
    };
    // A click gives the map the focus too, and needs no cross.
    const focus = () => setCross(element.matches(':focus-visible'));
    const blur = () => setCross(false);
    map.on('click', click);
    element.addEventListener('keydown', press);
    element.addEventListener('focus', focus);
    element.addEventListener('blur', blur);
    return () => {
      map.off('click', click);
      element.removeEventListener('keydown', press);
      element.removeEventListener('focus', focus);
      element.removeEventListener('blur', blur);
    };
  }, [map]);
  if (!cross) return null;
  return (
    <MapOverlay>
      <Box
        component="svg"
        viewBox="-16 -16 32 32"
        aria-hidden="true"
        sx={{ position: 'absolute', left: '50%', top: '50%', width: 32, height: 32, m: '-16px' }}
      >
        <path d="M-15 0H-4M4 0H15M0 -15V-4M0 4V15" stroke={look.rim} strokeWidth="5" />
        <path d="M-15 0H-4M4 0H15M0 -15V-4M0 4V15" stroke={look.selection} strokeWidth="2" />
      </Box>
    </MapOverlay>
  );
};

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
