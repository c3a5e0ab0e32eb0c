import type L from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLook, useMap } from '../LeafletMap';
import { FLEET_PANE, FleetLayer, type FleetLayerEvents } from './FleetLayer';
import type { FleetStore } from './fleetStore';

/** Above fences and tracks (400), below Leaflet's markers (600). */
const FLEET_LEVEL = '450';

const paneFor = (map: L.Map) => {
  if (!map.getPane(FLEET_PANE)) map.createPane(FLEET_PANE).style.zIndex = FLEET_LEVEL;
};

/** The layer that draws a fleet on the map around; null until it is there. */
export const useFleetLayer = (
  store: FleetStore,
  selected: string | null,
  events: FleetLayerEvents,
): FleetLayer | null => {
  const map = useMap();
  const look = useLook();
  const [layer, setLayer] = useState<FleetLayer | null>(null);
  const pick = useEffectEvent(events.pick);
  const pickFrom = useEffectEvent(events.pickFrom);
  const pickNothing = useEffectEvent(events.pickNothing);
  // An effect event: colours change on the living layer, below.
  const newLayer = useEffectEvent(
    (of: FleetStore, handlers: FleetLayerEvents) => new FleetLayer(of, handlers, look),
  );

  useEffect(() => {
    paneFor(map);
    const added = newLayer(store, {
      pick: (sn) => pick(sn),
      pickFrom: (sns, place) => pickFrom(sns, place),
      pickNothing: () => pickNothing(),
    });
    added.addTo(map);
    setLayer(added);
    return () => {
      added.remove();
      setLayer(null);
    };
  }, [map, store]);

  useEffect(() => layer?.setLook(look), [layer, look]);
  useEffect(() => layer?.select(selected), [layer, selected]);

  return layer;
};
