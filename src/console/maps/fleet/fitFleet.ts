import type L from 'leaflet';
import { obstaclesOn } from '../obstacles';
import { fitBox } from '../view';
import { BLIND_SPOT_REASON } from './FleetTools';
import type { FleetStore } from './fleetStore';
import { openingBounds } from './openingView';

/** Zoom that shows single streets. */
export const DEVICE_ZOOM = 15;

const MARGIN = 56;

/** Height of the button that names the others, with its gap, px. */
const BUTTON = 40;

/**
 * Returns the padding for fitting, px: room for marks, and for elements on the left side if that leaves enough room.
 * @param hasButton leaves room for the button that names the others, below the elements at the top
 */
const marginsOf = (map: L.Map, hasButton = false): L.FitBoundsOptions => {
  const { x, y } = map.getSize();
  const fixed = obstaclesOn(map, true);
  const tall = fixed.filter(({ top, bottom, left }) => bottom - top > y / 3 && left < x / 4);
  const bars = hasButton ? fixed.filter(({ bottom }) => bottom < y / 4) : [];
  const bar = Math.max(-BUTTON, ...bars.map(({ bottom }) => bottom));
  const legend = Math.max(0, ...tall.map(({ right }) => right));
  return {
    paddingTopLeft: [legend > x / 3 ? MARGIN : legend + MARGIN, bar + BUTTON + MARGIN],
    paddingBottomRight: [MARGIN, MARGIN],
  };
};

/** Fits all devices that pass the filter, including expected ones; false if there is none. */
export const fitFleet = (map: L.Map, store: FleetStore): boolean => {
  const bounds = store.bounds();
  if (!bounds) return false;
  map.fire(BLIND_SPOT_REASON);
  fitBox(map, bounds, DEVICE_ZOOM, marginsOf(map));
  return true;
};

/** Shows where most devices are. @returns true if it leaves out some, undefined if there are none */
export const openOnFleet = (map: L.Map, store: FleetStore): boolean | undefined => {
  const bounds = store.bounds();
  if (!bounds) return undefined;
  const groups = store.groups();
  const { x, y } = map.getSize();
  const opening = groups ? openingBounds(groups, bounds, y > 0 ? x / y : 1) : bounds;
  const leavesOut = opening !== bounds;
  fitBox(map, opening, DEVICE_ZOOM, { animate: false, ...marginsOf(map, leavesOut) });
  return leavesOut;
};
