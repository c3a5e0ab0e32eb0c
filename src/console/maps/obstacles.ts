import type L from 'leaflet';
import type { Box } from './layout';

/** Answers the boxes that it covers now, pixels of the map's container. */
type Source = () => readonly Box[];

const sources = new WeakMap<L.Map, Set<Source>>();

/** Fired on the map when an element covers other places than before. */
export const OBSTACLES_EVENT = 'obstacles';

/**
 * Tells the map's names what to keep clear of: marks, cards.
 * @returns what ends it
 */
export const addObstacles = (map: L.Map, source: Source): (() => void) => {
  const all = sources.get(map) ?? new Set<Source>();
  sources.set(map, all);
  all.add(source);
  map.fire(OBSTACLES_EVENT);
  return () => {
    all.delete(source);
    map.fire(OBSTACLES_EVENT);
  };
};

/** Everything on a map that its names keep clear of, pixels of its container. */
export const obstaclesOn = (map: L.Map): Box[] =>
  [...(sources.get(map) ?? [])].flatMap((source) => source());

/** Where an element is over the map, pixels of the map's container. */
export const boxOnMap = (map: L.Map, element: Element): Box => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const corner = map.getContainer().getBoundingClientRect();
  return {
    left: left - corner.left,
    top: top - corner.top,
    right: right - corner.left,
    bottom: bottom - corner.top,
  };
};

const fixed = new WeakMap<L.Map, Set<Element>>();

/**
 * Tells a map of an element whose children stand still over it, however large they become.
 * @returns what ends it
 */
export const addFixedObstacle = (map: L.Map, element: Element): (() => void) => {
  const all = fixed.get(map) ?? new Set<Element>();
  fixed.set(map, all);
  all.add(element);
  const clear = addObstacles(map, () => boxesOf(map, element));
  const observer = new ResizeObserver(() => map.fire(OBSTACLES_EVENT));
  observer.observe(element);
  return () => {
    observer.disconnect();
    all.delete(element);
    clear();
  };
};

/** A slot itself is as wide as the map; what stands in it is not. */
const boxesOf = (map: L.Map, element: Element): Box[] =>
  [...element.children]
    .flatMap((child) => (isRow(child) ? [...child.children] : [child]))
    .map((child) => boxOnMap(map, child))
    .filter(({ left, right, top, bottom }) => right > left && bottom > top);

const isRow = (element: Element) => element.hasAttribute('data-row');

/** What stands still over a map, pixels of its container. */
export const fixedObstacles = (map: L.Map): Box[] =>
  [...(fixed.get(map) ?? [])].flatMap((element) => boxesOf(map, element));
