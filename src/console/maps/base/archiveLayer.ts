import { namedFlavor } from '@protomaps/basemaps';
import L from 'leaflet';
import { FetchSource, type Header, PMTiles, TileType } from 'pmtiles';
import { labelRules, leafletLayer, paintRules } from 'protomaps-leaflet';
import type { Locale } from '../../../domain/label';
import type { StreetsState } from './tileHealth';

interface Style {
  readonly dark: boolean;
  readonly locale: Locale;
}

/**
 * Adds the streets of a PMTiles file to the map: vector tiles in Protomaps' schema, in the console's language, or
 * images. If the file covers less than half of the view, its state is `none` and the embedded map shows names.
 * @param signal removes the layer
 * @throws Error if the file cannot be read
 */
export const addArchive = async (
  map: L.Map,
  url: string,
  style: Style,
  signal: AbortSignal,
  setState: (state: StreetsState) => void,
): Promise<void> => {
  const archive = new PMTiles(new FetchSource(new URL(url, location.href).href));
  const header = await archive.getHeader();
  if (signal.aborted) return;
  const layer =
    header.tileType === TileType.Mvt
      ? vectorLayer(archive, header, style)
      : new ImageLayer(archive, { maxZoom: 22, maxNativeZoom: header.maxZoom });
  const bounds = L.latLngBounds([header.minLat, header.minLon], [header.maxLat, header.maxLon]);
  const updateState = () =>
    setState(map.getZoom() >= header.minZoom && hasMostOf(map, bounds) ? 'up' : 'none');
  layer.addTo(map);
  map.on('moveend', updateState);
  updateState();
  signal.addEventListener(
    'abort',
    () => {
      map.off('moveend', updateState);
      layer.remove();
    },
    { once: true },
  );
};

/** True if an area covers at least half of the view of a map in the world's plane. */
const hasMostOf = (map: L.Map, area: L.LatLngBounds): boolean => {
  const view = map.getPixelBounds();
  const turns = Math.round((map.getCenter().lng - area.getCenter().lng) / 360) * 360;
  const corner = ({ lat, lng }: L.LatLng) => map.project([lat, lng + turns]);
  const areaBounds = L.bounds(corner(area.getNorthWest()), corner(area.getSouthEast()));
  const { min: from, max: to } = view;
  const { min: areaFrom, max: areaTo } = areaBounds;
  if (!from || !to || !areaFrom || !areaTo) return false;
  const width = Math.min(to.x, areaTo.x) - Math.max(from.x, areaFrom.x);
  const height = Math.min(to.y, areaTo.y) - Math.max(from.y, areaFrom.y);
  const { x, y } = view.getSize();
  return width > 0 && height > 0 && width * height >= (x * y) / 2;
};

const vectorLayer = (archive: PMTiles, header: Header, { dark, locale }: Style): L.GridLayer => {
  const flavor = namedFlavor(dark ? 'dark' : 'light');
  // Skip the file's borders, because disputed ones must not be drawn. Without a background, the embedded map shows
  // where the file has no data.
  const layer: unknown = leafletLayer({
    url: archive,
    maxDataZoom: header.maxZoom,
    paintRules: paintRules(flavor).filter(({ dataLayer }) => dataLayer !== 'boundaries'),
    labelRules: labelRules(flavor, locale === 'zh' ? 'zh-Hans' : 'en'),
    lang: locale,
    attribution: '',
    maxZoom: 22,
  });
  // Its type lacks the base class.
  if (!(layer instanceof L.GridLayer)) throw new Error('protomaps-leaflet made no layer');
  return layer;
};

/** Raster tiles from an archive. */
class ImageLayer extends L.GridLayer {
  constructor(
    private readonly archive: PMTiles,
    options: L.GridLayerOptions,
  ) {
    super(options);
  }

  protected override createTile({ z, x, y }: L.Coords, done: L.DoneCallback): HTMLElement {
    const image = document.createElement('img');
    image.alt = '';
    this.archive.getZxy(z, x, y).then(
      (tile) => {
        if (!tile) return done(undefined, image);
        const address = URL.createObjectURL(new Blob([tile.data]));
        image.onload = () => {
          URL.revokeObjectURL(address);
          done(undefined, image);
        };
        image.onerror = () => {
          URL.revokeObjectURL(address);
          done(new Error('A tile is no image'), image);
        };
        image.src = address;
      },
      (error: Error) => done(error, image),
    );
    return image;
  }
}
