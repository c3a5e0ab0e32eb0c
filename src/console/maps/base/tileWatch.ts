import type L from 'leaflet';
import { newTileHealth, type TileEvent, type TileHealth, tileHealth } from './tileHealth';

const TICK_MS = 1000;
/** How often a layer that is down is asked again, when nobody moves the map. */
const RETRY_MS = 30_000;

/** Follows a tile layer's health; returns the way to end it. */
export const watchTiles = (
  layer: L.TileLayer,
  tell: (state: TileHealth['state']) => void,
): (() => void) => {
  let health = newTileHealth(performance.now());
  let downSince = 0;
  // A tile that leaves the view unanswered fires neither load nor error: without this count it would hang for ever.
  const waiting = new Set<string>();

  const step = (type: TileEvent['type']) => {
    const before = health.state;
    const now = performance.now();
    health = tileHealth(health, { type, now });
    if (health.state === before) return;
    downSince = now;
    tell(health.state);
  };

  const answered = (type: TileEvent['type']) => (event: L.TileEvent) => {
    if (waiting.delete(keyOf(event))) step(type);
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
      waiting.add(keyOf(event));
      step('start');
    },
    tileload: answered('load'),
    tileerror: answered('error'),
    tileabort: answered('abort'),
    tileunload: answered('abort'),
  };
  layer.on(events);
  const timer = setInterval(tick, TICK_MS);
  return () => {
    clearInterval(timer);
    layer.off(events);
  };
};

const keyOf = ({ coords: { x, y, z } }: L.TileEvent): string => `${z}/${x}/${y}`;
