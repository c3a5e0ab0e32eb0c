import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import L from 'leaflet';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { localeOf, textOf } from '../../../domain/label';
import {
  BaiduTileLayer,
  crsByDatum,
  crsOfMap,
  type MapCrs,
  switchBase,
  WORLD,
  zoomAcross,
} from '../crs';
import { MapOverlay, useLook, useMap } from '../LeafletMap';
import { ATLAS_PANE, AtlasLayer } from './AtlasLayer';
import { COARSE_ZOOM, LandLayer, loadLand } from './LandLayer';
import type { Datum, ResolvedProvider, TileService } from './providers';
import { type TileHealth, watchTiles } from './tileHealth';

/**
 * What is under everything: the provider's tiles and, while they are not known to load, the embedded map. Layers of
 * devices, fences and tracks neither wait for it nor notice that it changed.
 */
export const BaseLayer = ({ provider }: { provider: ResolvedProvider }) => {
  const map = useMap();
  const { dark } = useLook();
  const [tiles, setTiles] = useState<ReturnType<typeof tileLayerOf> | null>(null);
  const [health, setHealth] = useState<TileHealth['state']>('probing');
  const { tiles: service, datum } = provider;
  const crs = crsByDatum[datum];

  useEffect(() => {
    switchBase(map, crs);
    if (!service) return;
    const layer = tileLayerOf(service, datum);
    const stop = watchTiles(layer, setHealth);
    layer.addTo(map);
    setTiles(layer);
    return () => {
      stop();
      layer.remove();
      setTiles(null);
      setHealth('probing');
    };
  }, [map, crs, service, datum]);

  useEffect(() => {
    if (tiles) dimTiles(tiles, dark);
  }, [tiles, dark]);

  const { landMissing } = useEmbeddedMap(crs, !service || health !== 'up');
  const trouble = provider.reason ?? (service && health === 'down' ? 'down' : null);
  return <BaseBanner provider={provider} trouble={trouble} landMissing={landMissing} />;
};

interface BaseBannerProps {
  provider: ResolvedProvider;
  trouble: 'noService' | 'noKey' | 'down' | null;
  landMissing: boolean;
}

const BaseBanner = ({ provider, trouble, landMissing }: BaseBannerProps) => {
  const translate = useTranslate();
  const [locale] = useLocaleState();
  const name = textOf(provider.label, localeOf(locale));
  const reason = trouble ?? (landMissing ? 'landMissing' : null);
  return (
    <MapOverlay>
      <Box
        role="status"
        sx={{
          position: 'absolute',
          // Where the screen is not wide, search and filters take the first two lines.
          top: { xs: 112, md: 12 },
          left: 12,
          right: 12,
          display: 'grid',
          justifyItems: 'center',
        }}
      >
        {reason && (
          <Alert
            severity="warning"
            variant="outlined"
            sx={{ bgcolor: 'background.paper', py: 0, boxShadow: 2 }}
          >
            {translate(`maps.base.${reason}`, { name })}
          </Alert>
        )}
      </Box>
    </MapOverlay>
  );
};

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

/** Tiles for light maps, seen at night: inverted, then the hues turned back. */
const DARK_FILTER = 'invert(1) hue-rotate(180deg) brightness(0.9) contrast(0.85) saturate(0.7)';

/** The tile layer of a provider. */
export const tileLayerOf = (service: TileService, datum: Datum): L.TileLayer => {
  const options: L.TileLayerOptions = {
    subdomains: service.subdomains ?? 'abc',
    // Servers that check where a request comes from refuse one without a referrer.
    referrerPolicy: 'strict-origin-when-cross-origin',
    minZoom: 0,
    maxZoom: 22,
    ...(service.maxNativeZoom === undefined ? {} : { maxNativeZoom: service.maxNativeZoom }),
  };
  return datum === 'bd09'
    ? new BaiduTileLayer(service.url, options)
    : new L.TileLayer(service.url, options);
};

/** Shows tiles as they are or, in the dark, turned dark. */
export const dimTiles = (layer: L.TileLayer, dark: boolean): void => {
  const container = layer.getContainer();
  if (container) container.style.filter = dark ? DARK_FILTER : '';
};
