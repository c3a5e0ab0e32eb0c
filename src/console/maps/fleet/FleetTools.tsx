import L from 'leaflet';
import { useEffect, useEffectEvent } from 'react';
import { useMap, useMapColours } from '../LeafletMap';
import { wrapToCentre } from '../view';
import { placeOfRow } from './FleetLayer';
import type { FleetStore } from './fleetStore';
import { type TrailFix, trailSegments } from './trail';

/** Leaflet event after a request to show another part of the map. */
export const BLIND_SPOT_REASON = 'sentelsewhere';

interface FollowProps {
  readonly store: FleetStore;
  readonly sn: string;
  /** Called when the operator moves the map or requests another part of it. */
  readonly onEnd: () => void;
}

/** Keeps a moving device in the middle of the map until the operator moves the map. */
export const Follow = ({ store, sn, onEnd }: FollowProps) => {
  const map = useMap();
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    let last = '';
    const follow = () => {
      const place = placeOfRow(map, store, store.fleet.rowOf(sn));
      if (!place || place.toString() === last) return;
      last = place.toString();
      map.panTo(place);
    };
    const onLeave = () => end();
    follow();
    map.on(`dragstart ${BLIND_SPOT_REASON}`, onLeave);
    const unsubscribe = store.subscribe(follow);
    return () => {
      map.off(`dragstart ${BLIND_SPOT_REASON}`, onLeave);
      unsubscribe();
    };
  }, [map, store, sn]);
  return null;
};

interface TrailProps {
  readonly store: FleetStore;
  readonly sn: string;
  /** Sorted by time; later reports of the device are appended. */
  readonly fixes: readonly TrailFix[];
}

/** Trail of a device as a line below the fleet, dashed over gaps. */
export const TrailLine = ({ store, sn, fixes }: TrailProps) => {
  const map = useMap();
  const colours = useMapColours();
  useEffect(() => {
    const layer = L.layerGroup().addTo(map);
    const all = [...fixes];
    const at = ({ lat, lon }: TrailFix) => wrapToCentre(map, lat, lon) ?? L.latLng(lat, lon);
    const draw = () => {
      layer.clearLayers();
      const { pieces, gaps } = trailSegments(all);
      const line = (piece: readonly TrailFix[], options: L.PolylineOptions) =>
        L.polyline(piece.map(at), { interactive: false, ...options }).addTo(layer);
      for (const piece of pieces) {
        line(piece, { color: colours.rim, weight: 7, opacity: 0.8 });
        line(piece, { color: colours.selection, weight: 3 });
      }
      for (const gap of gaps) line(gap, { color: colours.selection, weight: 2, dashArray: '2 8' });
      const [first] = all;
      if (!first) return;
      L.circleMarker(at(first), {
        interactive: false,
        radius: 5,
        color: colours.selection,
        fillColor: colours.paper,
        fillOpacity: 1,
        weight: 3,
      }).addTo(layer);
    };
    draw();
    const end = store.subscribe(() => {
      const device = store.fleet.get(sn);
      const last = all.at(-1);
      const { lat, lon, position_time: time } = device ?? {};
      if (typeof lat !== 'number' || typeof lon !== 'number' || !time) return;
      if (last && (time <= last.at || (lat === last.lat && lon === last.lon))) return;
      all.push({ lat, lon, at: time });
      draw();
    });
    return () => {
      end();
      layer.remove();
    };
  }, [map, colours, store, sn, fixes]);
  return null;
};
