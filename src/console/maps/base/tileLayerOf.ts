import L from 'leaflet';
import { BaiduTileLayer } from '../crs';
import type { Datum, TileService } from '../providers';

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
