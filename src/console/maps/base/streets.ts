import L from 'leaflet';
import { useEffect, useState } from 'react';
import { useReaderLocale } from '../../../fields/views/reader';
import { BaiduTileLayer } from '../crs';
import { useMap, useMapColours } from '../LeafletMap';
import {
  type Datum,
  isArchive,
  isGoogle,
  type ResolvedProvider,
  type TileService,
} from './providers';
import { type StreetsState, watchTiles } from './tileHealth';

/** Adds a provider's tiles above the embedded map, and returns their state. */
export const useStreets = ({ tiles: service, datum }: ResolvedProvider): StreetsState => {
  const map = useMap();
  const { dark } = useMapColours();
  const locale = useReaderLocale();
  const [layer, setLayer] = useState<L.TileLayer | null>(null);
  // Stored with its service, because the state says nothing about the next one.
  const [health, setHealth] = useState<{ of: TileService; state: StreetsState }>();
  const archive = service && isArchive(service) ? service : null;
  const template = archive ? null : service;

  useEffect(() => {
    if (!template) return;
    const controller = new AbortController();
    let stop = () => {};
    const setState = (state: StreetsState) => setHealth({ of: template, state });
    setState('probing');
    const start = () => {
      const tileLayer = tileLayerOf(template, datum);
      const unwatch = watchTiles(tileLayer, setState);
      tileLayer.addTo(map);
      setLayer(tileLayer);
      stop = () => {
        unwatch();
        tileLayer.remove();
        setLayer(null);
      };
    };
    if (template.optional)
      watchReachability(template, controller.signal, start, () => setState('down'));
    else start();
    return () => {
      controller.abort();
      stop();
    };
  }, [map, template, datum]);

  useEffect(() => {
    // Google forbids to alter its tiles.
    if (layer && template) dimTiles(layer, dark && !isGoogle(template));
  }, [layer, template, dark]);

  useEffect(() => {
    if (!archive || datum !== 'wgs84') return;
    const controller = new AbortController();
    const setState = (state: StreetsState) => setHealth({ of: archive, state });
    setState('probing');
    import('./archiveLayer')
      .then(({ addArchive }) =>
        addArchive(map, archive.url, { dark, locale }, controller.signal, setState),
      )
      .catch(() => controller.signal.aborted || setState('down'));
    return () => controller.abort();
  }, [map, archive, datum, dark, locale]);

  if (!service || (archive && datum !== 'wgs84')) return 'none';
  return health?.of === service ? health.state : 'probing';
};

/** Timeout for the first tile, after which a service counts as unreachable, ms. */
const PROBE_MS = 8000;
/** Retry interval for an unreachable service, ms. */
const RETRY_MS = 300_000;

const isReachable = (address: string, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const image = new Image();
    image.referrerPolicy = REFERRER;
    const end = (is: boolean) => {
      clearTimeout(timer);
      image.onload = null;
      image.onerror = null;
      // Cancel it: a hanging request occupies one of the browser's few connections.
      if (!is) image.removeAttribute('src');
      resolve(is);
    };
    const timer = setTimeout(() => end(false), PROBE_MS);
    image.onload = () => end(true);
    image.onerror = () => end(false);
    signal.addEventListener('abort', () => end(false), { once: true });
    image.src = address;
  });

/**
 * Calls back once the service answers. It probes a single tile instead of a screenful, so that a console without
 * internet stays free of failed requests.
 */
const watchReachability = (
  service: TileService,
  signal: AbortSignal,
  onReached: () => void,
  onMissed: () => void,
): void => {
  const [subdomain = ''] = service.subdomains ?? SUBDOMAINS;
  const first = L.Util.template(service.url, { s: subdomain, z: 0, x: 0, y: 0, r: '' });
  let timer: ReturnType<typeof setTimeout>;
  const probe = async () => {
    clearTimeout(timer);
    const is = await isReachable(first, signal);
    if (signal.aborted) return;
    if (is) {
      removeEventListener('online', probe);
      return onReached();
    }
    onMissed();
    timer = setTimeout(probe, RETRY_MS);
  };
  addEventListener('online', probe, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  void probe();
};

/** Services that check the origin of requests refuse those without a referrer. */
const REFERRER = 'strict-origin-when-cross-origin';

const SUBDOMAINS = 'abc';

const tileLayerOf = (service: TileService, datum: Datum): L.TileLayer => {
  const options: L.TileLayerOptions = {
    subdomains: service.subdomains ?? SUBDOMAINS,
    referrerPolicy: REFERRER,
    minZoom: 0,
    maxZoom: 22,
    ...(service.maxNativeZoom === undefined ? {} : { maxNativeZoom: service.maxNativeZoom }),
  };
  return datum === 'bd09'
    ? new BaiduTileLayer(service.url, options)
    : new L.TileLayer(service.url, options);
};

/** Turns light tiles dark: inverted, with the hues rotated back. */
const DARK_FILTER = 'invert(1) hue-rotate(180deg) brightness(0.9) contrast(0.85) saturate(0.7)';

const dimTiles = (layer: L.TileLayer, dark: boolean): void => {
  const container = layer.getContainer();
  if (container) container.style.filter = dark ? DARK_FILTER : '';
};
