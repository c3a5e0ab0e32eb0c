import type L from 'leaflet';

/** Is a raster base layer usable? */
export interface TileHealth {
  readonly state: 'probing' | 'up' | 'down';
  /** Tiles asked for and not answered. */
  readonly pending: number;
  readonly loaded: number;
  readonly failed: number;
  /** When the batch began or last got a tile, ms. */
  readonly since: number;
}

export interface TileEvent {
  readonly type: 'start' | 'load' | 'error' | 'abort' | 'tick';
  /** ms of any clock that does not jump. */
  readonly now: number;
}

/** A server that answers nothing for this long hangs: no tile event ever comes. */
const HANG_MS = 5000;
const ENOUGH_LOADED = 0.5;

/** A layer of which nothing is known yet. */
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
 * The next state. A batch is judged when all its tiles are answered, so that the order in which they arrive does not
 * matter; a clock (`tick`) judges a batch that is never answered.
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
/** How often a layer that is down is asked again, when nobody moves the map. */
const RETRY_MS = 30_000;

/** Follows a tile layer's health; returns the way to end it. */
export const watchTiles = (
  layer: L.TileLayer,
  onChange: (state: TileHealth['state']) => void,
): (() => void) => {
  let health = newTileHealth(performance.now());
  let downSince = 0;
  // A tile that leaves the view unanswered fires neither load nor error: without this count it would hang for ever.
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
