import type L from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocaleState } from 'react-admin';
import { localeOf } from '../../../domain/label';
import { crsOfMap, type MapCrs, WORLD, zoomAcross } from '../crs';
import { useLook, useMap } from '../LeafletMap';
import { COARSE_ZOOM, LandLayer } from '../land/LandLayer';
import { loadLand } from '../land/loadLand';
import { ATLAS_PANE, AtlasLayer } from './AtlasLayer';

/** Above tiles (200), below fences and tracks (400). */
const ATLAS_LEVEL = '250';

/** Loads what the zoom is worth: the fine coast only when somebody comes near one. */
const loadInto = (map: L.Map, layer: LandLayer, failed: () => void): (() => void) => {
  let fine = false;
  const look = () => {
    if (fine || zoomAcross(map.getZoom(), crsOfMap(map), WORLD) <= COARSE_ZOOM) return;
    fine = true;
    loadLand('fine').then((land) => layer.setLand('fine', land), failed);
  };
  loadLand('coarse').then((land) => layer.setLand('coarse', land), failed);
  look();
  map.on('zoomend', look);
  return () => map.off('zoomend', look);
};

/** Shows the embedded map, land and names, while `shown`; no key, no other server. */
export const useEmbeddedMap = (crs: MapCrs, shown: boolean): { landMissing: boolean } => {
  const map = useMap();
  const look = useLook();
  const [locale] = useLocaleState();
  const [layers, setLayers] = useState<{ land: LandLayer; atlas: AtlasLayer } | null>(null);
  const [landMissing, setLandMissing] = useState(false);

  // An effect event: colours and language change on the living layers, below.
  const newLayers = useEffectEvent((of: MapCrs) => ({
    land: new LandLayer(of, look),
    atlas: new AtlasLayer(look, localeOf(locale)),
  }));

  useEffect(() => {
    if (!shown) return;
    if (!map.getPane(ATLAS_PANE)) map.createPane(ATLAS_PANE).style.zIndex = ATLAS_LEVEL;
    const added = newLayers(crs);
    added.land.addTo(map);
    added.atlas.addTo(map);
    setLayers(added);
    setLandMissing(false);
    const stop = loadInto(map, added.land, () => setLandMissing(true));
    return () => {
      stop();
      added.land.remove();
      added.atlas.remove();
      setLayers(null);
    };
  }, [map, crs, shown]);

  useEffect(() => {
    layers?.land.setLook(look);
    layers?.atlas.setLook(look, localeOf(locale));
  }, [layers, look, locale]);

  return { landMissing };
};
