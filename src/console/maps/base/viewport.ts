import type L from 'leaflet';

/** Time that the map must rest before the attribution of its view is asked for, ms. */
const REST = 300;

/** Returns the URL of the viewport request of Google's Map Tiles API, for the session and key of a tile template. */
export const viewportUrl = (template: string, zoom: number, bounds: L.LatLngBounds): string => {
  const { origin, searchParams } = new URL(template);
  const isWholeWorld = bounds.getEast() - bounds.getWest() >= 360;
  const [west, east] = isWholeWorld
    ? [-180, 180]
    : [bounds.getSouthWest().wrap().lng, bounds.getNorthEast().wrap().lng];
  const query = new URLSearchParams({
    session: searchParams.get('session') ?? '',
    key: searchParams.get('key') ?? '',
    zoom: String(Math.round(zoom)),
    north: String(Math.min(90, bounds.getNorth())),
    south: String(Math.max(-90, bounds.getSouth())),
    east: String(east),
    west: String(west),
  });
  return `${origin}/tile/v1/viewport?${query}`;
};

/** Reports the copyright of the tiles in view, now and whenever the map has moved. */
export const watchCopyright = (
  map: L.Map,
  template: string,
  signal: AbortSignal,
  onChange: (copyright: string) => void,
): void => {
  if (signal.aborted) return;
  let timer: ReturnType<typeof setTimeout>;
  let latestUrl = '';
  const ask = async () => {
    const url = viewportUrl(template, map.getZoom(), map.getBounds());
    latestUrl = url;
    const response = await fetch(url, { signal });
    const { copyright } = (await response.json()) as { readonly copyright?: unknown };
    // The map may have moved on since.
    if (response.ok && latestUrl === url && typeof copyright === 'string') onChange(copyright);
  };
  const update = () => {
    clearTimeout(timer);
    // Without an answer the attribution of the last view stays.
    timer = setTimeout(() => ask().catch(() => undefined), REST);
  };
  map.on('moveend', update);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    map.off('moveend', update);
  });
  update();
};
