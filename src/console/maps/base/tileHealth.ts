import type L from 'leaflet';

/** State of a raster base layer, with its counters. */
export interface TileHealth {
  readonly state: 'probing' | 'up' | 'down';
  /** Requested tiles without an answer yet. */
  readonly pending: number;
  readonly loaded: number;
  readonly failed: number;
  /** Start of the batch or time of its last tile, ms. */
  readonly since: number;
}

/** State of a provider's tiles; `none` if it has none, or none in the current view. */
export type StreetsState = TileHealth['state'] | 'none';

export interface TileEvent {
  readonly type: 'start' | 'load' | 'error' | 'abort' | 'tick';
  /** Time of a monotonic clock, ms. */
  readonly now: number;
}

/** A server without an answer for this long hangs, ms: no tile event ever comes. */
const HANG_MS = 5000;
const ENOUGH_LOADED = 0.5;

/** Returns the state of a new layer. */
export const newTileHealth = (now: number): TileHealth => ({
  state: 'probing',
  pending: 0,
  loaded: 0,
  failed: 0,
  since: now,
});

const settle = (health: TileHealth): TileHealth => {
  const finished = health.loaded + health.failed;
  if (health.pending > 0 || finished === 0) return health;
  return { ...health, state: health.loaded / finished >= ENOUGH_LOADED ? 'up' : 'down' };
};

/**
 * Returns the next state. A batch is judged when all its tiles have an answer, so that their order does not matter; a
 * `tick` judges a batch that gets none.
 */
export const tileHealth = (health: TileHealth, { type, now }: TileEvent): TileHealth => {
  if (type === 'tick') {
    const hangs = health.pending > 0 && now - health.since >= HANG_MS;
    return hangs ? { ...health, state: 'down' } : health;
  }
  if (type === 'start') {
    return health.pending > 0
      ? { ...health, pending: health.pending + 1 }
      : { ...health, pending: 1, loaded: 0, failed: 0, since: now };
  }
  const pending = Math.max(0, health.pending - 1);
  if (type === 'load') return settle({ ...health, pending, loaded: health.loaded + 1, since: now });
  if (type === 'error') return settle({ ...health, pending, failed: health.failed + 1 });
  return settle({ ...health, pending });
};

const TICK_MS = 1000;
/** Retry interval of a layer that is down while the map does not move, ms. */
const RETRY_MS = 30_000;

/** Watches the health of a tile layer; returns a function that stops it. */
export const watchTiles = (
  layer: L.TileLayer,
  onChange: (state: TileHealth['state']) => void,
): (() => void) => {
  let health = newTileHealth(performance.now());
  let downSince = 0;
  // Tiles that leave the view while loading fire neither load nor error, so track them: the count would never reach 0.
  const pendingTiles = new Set<string>();

  const step = (type: TileEvent['type']) => {
    const before = health.state;
    const now = performance.now();
    health = tileHealth(health, { type, now });
    if (health.state === before) return;
    downSince = now;
    onChange(health.state);
  };

  const settle = (type: TileEvent['type']) => (event: L.TileEvent) => {
    if (pendingTiles.delete(keyOf(event))) step(type);
  };

  const tick = () => {
    step('tick');
    const now = performance.now();
    if (health.state !== 'down' || now - downSince < RETRY_MS) return;
    downSince = now;
    layer.redraw();
  };

  const events: L.LeafletEventHandlerFnMap = {
    tileloadstart: (event) => {
      pendingTiles.add(keyOf(event));
      step('start');
    },
    tileload: settle('load'),
    tileerror: settle('error'),
    tileabort: settle('abort'),
    tileunload: settle('abort'),
  };
  layer.on(events);
  const timer = setInterval(tick, TICK_MS);
  return () => {
    clearInterval(timer);
    layer.off(events);
  };
};

const keyOf = ({ coords: { x, y, z } }: L.TileEvent): string => `${z}/${x}/${y}`;
