import type L from 'leaflet';
import type { Box } from './layout';

/** Answers the boxes that it covers now, pixels of the map's container. */
type Source = () => readonly Box[];

const sources = new WeakMap<L.Map, Set<Source>>();

/** Fired on the map by whoever covers other places than before. */
export const OBSTACLES = 'obstacles';

/**
 * Tells the map's names what to keep clear of: marks, cards.
 * @returns what ends it
 */
export const addObstacles = (map: L.Map, source: Source): (() => void) => {
  const all = sources.get(map) ?? new Set<Source>();
  sources.set(map, all);
  all.add(source);
  map.fire(OBSTACLES);
  return () => {
    all.delete(source);
    map.fire(OBSTACLES);
  };
};

/** Everything on a map that its names keep clear of, pixels of its container. */
export const obstaclesOn = (map: L.Map): Box[] =>
  [...(sources.get(map) ?? [])].flatMap((source) => source());
