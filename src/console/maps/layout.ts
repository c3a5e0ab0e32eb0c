interface Size {
  readonly x: number;
  readonly y: number;
}

const EDGE = 12;
/** Distance of a panel from its anchor, px: clears the largest mark with its ring and heading. */
const GAP = 30;

const clampToMap = (position: number, size: number, available: number): number =>
  Math.max(EDGE, Math.min(position, available - size - EDGE));

/** Rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the area of the intersection of two rectangles, square pixels. */
const sharedArea = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * Returns the top left corner of a panel beside its anchor, within the map: above, below, or on the side with more
 * room, preferably where it covers no fixed element, else where it covers the least. An anchor out of view keeps its
 * panel at the nearest edge.
 */
export const panelPosition = (
  anchor: Size,
  panel: Size,
  mapSize: Size,
  fixed: readonly Box[] = [],
): Size => {
  const centred = clampToMap(anchor.x - panel.x / 2, panel.x, mapSize.x);
  const middle = clampToMap(anchor.y - panel.y / 2, panel.y, mapSize.y);
  const above = anchor.y - GAP - panel.y;
  const below = anchor.y + GAP;
  const left = { x: clampToMap(anchor.x - GAP - panel.x, panel.x, mapSize.x), y: middle };
  const right = { x: clampToMap(anchor.x + GAP, panel.x, mapSize.x), y: middle };
  const [near, far] = anchor.x > mapSize.x / 2 ? [left, right] : [right, left];
  const fits = [
    ...(above >= EDGE ? [{ x: centred, y: clampToMap(above, panel.y, mapSize.y) }] : []),
    ...(below + panel.y + EDGE <= mapSize.y ? [{ x: centred, y: Math.max(EDGE, below) }] : []),
    near,
    ...(isBeside(far, anchor, panel) ? [far] : []),
    // Beside the obstacle, at the height of the anchor.
    ...fixed.flatMap((box) => [
      { x: clampToMap(box.right + EDGE, panel.x, mapSize.x), y: middle },
      { x: clampToMap(box.left - EDGE - panel.x, panel.x, mapSize.x), y: middle },
    ]),
  ];
  const covered = ({ x, y }: Size) => {
    const box = { left: x, top: y, right: x + panel.x, bottom: y + panel.y };
    return fixed.reduce((sum, other) => sum + sharedArea(box, other), 0);
  };
  return fits.reduce((best, next) => (covered(next) < covered(best) ? next : best));
};

/** True if a panel leaves its anchor uncovered. */
const isBeside = ({ x }: Size, anchor: Size, panel: Size): boolean =>
  anchor.x < x || anchor.x > x + panel.x;

/** Tracks the labelled areas of a canvas. */
export class LabelCollisions {
  private readonly boxes: Box[] = [];

  /** Adds a box unconditionally. */
  add(box: Box): void {
    this.boxes.push(box);
  }

  /** Adds a box if it is free; returns true then. */
  tryAdd(box: Box): boolean {
    const free = this.boxes.every(
      (other) =>
        box.right < other.left ||
        box.left > other.right ||
        box.bottom < other.top ||
        box.top > other.bottom,
    );
    if (free) this.boxes.push(box);
    return free;
  }
}

/** Width of the longest scale bar, px; the shortest, two fifths of it, still fits "2,000 公里". */
const MAX_BAR_WIDTH = 140;

/** Returns the scale bar with the longest round length. */
export const scaleBar = (metresPerPixel: number): { metres: number; pixels: number } => {
  const maxMetres = metresPerPixel * MAX_BAR_WIDTH;
  const magnitude = 10 ** Math.floor(Math.log10(maxMetres));
  const lead = [5, 2, 1].find((digit) => digit * magnitude <= maxMetres) ?? 1;
  const metres = lead * magnitude;
  return { metres, pixels: metres / metresPerPixel };
};
