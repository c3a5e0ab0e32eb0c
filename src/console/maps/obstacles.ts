import type L from 'leaflet';
import type { Box } from './layout';

interface Source {
  /** Returns the covered boxes, px of the map's container. */
  readonly boxes: () => readonly Box[];
  /** Marks move with the map, elements over it do not. */
  readonly isFixed: boolean;
}

const sources = new WeakMap<L.Map, Set<Source>>();

/** Event of the map when an element covers other places than before. */
export const OBSTACLES_EVENT = 'obstacles';

/**
 * Registers obstacles, such as marks and cards, which the map's names avoid.
 * @returns a function that removes them
 */
export const addObstacles = (map: L.Map, boxes: Source['boxes'], isFixed = false): (() => void) => {
  const source = { boxes, isFixed };
  const all = sources.get(map) ?? new Set<Source>();
  sources.set(map, all);
  all.add(source);
  map.fire(OBSTACLES_EVENT);
  return () => {
    all.delete(source);
    map.fire(OBSTACLES_EVENT);
  };
};

/** Returns all boxes that the map's names avoid, or those of fixed elements only, px of its container. */
export const obstaclesOn = (map: L.Map, onlyFixed = false): Box[] =>
  [...(sources.get(map) ?? [])].flatMap(({ boxes, isFixed }) =>
    isFixed || !onlyFixed ? boxes() : [],
  );

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

/**
 * Registers an element with fixed children over the map. Their size may change.
 * @returns a function that removes it
 */
export const addFixedObstacle = (map: L.Map, element: Element): (() => void) => {
  const clear = addObstacles(map, () => boxesOf(map, element), true);
  const observer = new ResizeObserver(() => map.fire(OBSTACLES_EVENT));
  observer.observe(element);
  return () => {
    observer.disconnect();
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
