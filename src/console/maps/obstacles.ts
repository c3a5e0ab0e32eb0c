import type L from 'leaflet';
import type { Box } from './layout';

/** Returns the covered boxes, px of the map's container. */
type Source = () => readonly Box[];

const sources = new WeakMap<L.Map, Set<Source>>();

/** Event of the map when an element covers other places than before. */
export const OBSTACLES_EVENT = 'obstacles';

/**
 * Registers obstacles, such as marks and cards, which the map's names avoid.
 * @returns a function that removes them
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

/** Returns all boxes that the map's names avoid, px of its container. */
export const obstaclesOn = (map: L.Map): Box[] =>
  [...(sources.get(map) ?? [])].flatMap((source) => source());

/** Returns the box of an element over the map, px of the map's container. */
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
 * Registers an element with fixed children over the map. Their size may change.
 * @returns a function that removes it
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

/** Uses the children: a slot itself is as wide as the map. */
const boxesOf = (map: L.Map, element: Element): Box[] =>
  [...element.children]
    .flatMap((child) => (isRow(child) ? [...child.children] : [child]))
    .map((child) => boxOnMap(map, child))
    .filter(({ left, right, top, bottom }) => right > left && bottom > top);

const isRow = (element: Element) => element.hasAttribute('data-row');

/** Returns the boxes of fixed elements over a map, px of its container. */
export const fixedObstacles = (map: L.Map): Box[] =>
  [...(fixed.get(map) ?? [])].flatMap((element) => boxesOf(map, element));
