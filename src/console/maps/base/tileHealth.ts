import type L from 'leaflet';

/** State of a provider's tiles; `none` if it has none, or none in the current view. */
export type StreetsState = 'probing' | 'up' | 'down' | 'none';

/** A server without an answer for this long hangs, ms: no tile event ever comes. */
const HANG_MS = 5000;
const ENOUGH_LOADED = 0.5;
const TICK_MS = 1000;
/** Retry interval of a layer that is down while the map does not move, ms. */
const RETRY_MS = 30_000;

/**
 * Watches a tile layer; returns a function that stops it. A batch is judged when all its tiles have an answer, so that
 * their order does not matter, or when no answer comes.
 */
export const watchTiles = (
  layer: L.TileLayer,
  onChange: (state: StreetsState) => void,
): (() => void) => {
  let state: StreetsState = 'probing';
  // Tiles that leave the view while loading fire neither load nor error, so track them: a count would never reach 0.
  const pendingTiles = new Set<string>();
  let loaded = 0;
  let failed = 0;
  /** Start of the batch or time of its last tile, ms of a monotonic clock. */
  let since = 0;
  let downSince = 0;

  const change = (next: StreetsState) => {
    if (next === state) return;
    state = next;
    downSince = performance.now();
    onChange(next);
  };

  const settle = (count: () => void) => (event: L.TileEvent) => {
    if (!pendingTiles.delete(keyOf(event))) return;
    count();
    const finished = loaded + failed;
    if (pendingTiles.size > 0 || finished === 0) return;
    change(loaded / finished >= ENOUGH_LOADED ? 'up' : 'down');
  };
  const leave = settle(() => undefined);

  const tick = () => {
    const now = performance.now();
    if (pendingTiles.size > 0 && now - since >= HANG_MS) change('down');
    if (state !== 'down' || now - downSince < RETRY_MS) return;
    downSince = now;
    layer.redraw();
  };

  const events: L.LeafletEventHandlerFnMap = {
    tileloadstart: (event) => {
      if (pendingTiles.size === 0) {
        loaded = 0;
        failed = 0;
        since = performance.now();
      }
      pendingTiles.add(keyOf(event));
    },
    tileload: settle(() => {
      loaded++;
      since = performance.now();
    }),
    tileerror: settle(() => {
      failed++;
    }),
    tileabort: leave,
    tileunload: leave,
  };
  layer.on(events);
  const timer = setInterval(tick, TICK_MS);
  return () => {
    clearInterval(timer);
    layer.off(events);
  };
};

const keyOf = ({ coords: { x, y, z } }: L.TileEvent): string => `${z}/${x}/${y}`;
