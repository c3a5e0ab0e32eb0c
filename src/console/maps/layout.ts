/** Position or size, in pixels or in units of a tile. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const EDGE = 12;
/** Distance of a panel from its anchor, px: clears the largest mark with its ring and heading. */
const GAP = 30;
/** Room for the name at the right of a mark, px. */
const NAME_WIDTH = 80;

const clampToMap = (position: number, size: number, available: number): number =>
  Math.max(EDGE, Math.min(position, available - size - EDGE));

/** Rectangle in pixels, or in units of a plane. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** True if two rectangles have a point in common, at an edge too. */
export const doOverlap = (a: Box, b: Box): boolean =>
  a.left <= b.right && a.right >= b.left && a.top <= b.bottom && a.bottom >= b.top;

const sharedArea = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Top left corner of a panel, and the side of its anchor on which it is. */
interface PanelPlace extends Point {
  readonly side: string;
}

/**
 * Returns the place of a panel beside its anchor, within the map: above, below, left, or right of its name,
 * preferably where it covers no fixed element, else where it covers the least. An anchor out of view keeps its panel at
 * the nearest edge.
 * @param side side to stay on unless the panel would cover its anchor there
 */
export const panelPosition = (
  anchor: Point,
  panel: Point,
  mapSize: Point,
  fixed: readonly Box[] = [],
  side?: string,
): PanelPlace => {
  const places = placesBeside(anchor, panel, mapSize, fixed);
  const boxAt = ({ x, y }: Point) => ({ left: x, top: y, right: x + panel.x, bottom: y + panel.y });
  const same = places.find((place) => place.side === side);
  if (same && !isInside(anchor, boxAt(same))) return same;
  const covered = (place: Point) =>
    fixed.reduce((sum, other) => sum + sharedArea(boxAt(place), other), 0);
  return places.reduce((best, next) => (covered(next) < covered(best) ? next : best));
};

/** Returns the possible places of a panel, the best first. */
const placesBeside = (
  anchor: Point,
  panel: Point,
  mapSize: Point,
  fixed: readonly Box[],
): PanelPlace[] => {
  const centred = clampToMap(anchor.x - panel.x / 2, panel.x, mapSize.x);
  const middle = clampToMap(anchor.y - panel.y / 2, panel.y, mapSize.y);
  const above = anchor.y - GAP - panel.y;
  const below = anchor.y + GAP;
  const placeAt = (side: string, x: number) => ({
    side,
    x: clampToMap(x, panel.x, mapSize.x),
    y: middle,
  });
  const left = placeAt('left', anchor.x - GAP - panel.x);
  const right = placeAt('right', anchor.x + GAP + NAME_WIDTH);
  const [near, far] = left.x + panel.x + GAP <= anchor.x ? [left, right] : [right, left];
  return [
    ...(above >= EDGE
      ? [{ side: 'above', x: centred, y: clampToMap(above, panel.y, mapSize.y) }]
      : []),
    ...(below + panel.y + EDGE <= mapSize.y
      ? [{ side: 'below', x: centred, y: Math.max(EDGE, below) }]
      : []),
    near,
    ...(isBeside(far, anchor, panel) ? [far] : []),
    // Beside the obstacle, at the height of the anchor.
    ...fixed.flatMap((box, index) => [
      placeAt(`right of ${index}`, box.right + EDGE),
      placeAt(`left of ${index}`, box.left - EDGE - panel.x),
    ]),
  ];
};

/** True if a panel leaves its anchor uncovered. */
const isBeside = ({ x }: Point, anchor: Point, panel: Point): boolean =>
  anchor.x < x || anchor.x > x + panel.x;

const isInside = ({ x, y }: Point, { left, top, right, bottom }: Box): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

const textWidths = new Map<string, number>();

/** Returns the width of a text, px; from a cache, because each redraw asks for the same names. */
export const textWidth = (
  context: CanvasRenderingContext2D,
  font: string,
  text: string,
): number => {
  const key = `${font} ${text}`;
  const cachedWidth = textWidths.get(key);
  if (cachedWidth !== undefined) return cachedWidth;
  context.font = font;
  const { width } = context.measureText(text);
  // At most some thousand names are in view: an LRU cache would cost more than measuring again.
  if (textWidths.size > 5000) textWidths.clear();
  textWidths.set(key, width);
  return width;
};

export class LabelCollisions {
  private readonly boxes: Box[] = [];

  add(box: Box): void {
    this.boxes.push(box);
  }

  /** Adds a box if it is free; returns true then. */
  tryAdd(box: Box): boolean {
    const free = !this.boxes.some((other) => doOverlap(box, other));
    if (free) this.boxes.push(box);
    return free;
  }
}

/** Width of the longest scale bar, px; the shortest, two fifths of it, still fits "2,000 公里". */
const MAX_BAR_WIDTH = 140;

export const scaleBar = (metresPerPixel: number): { metres: number; pixels: number } => {
  const maxMetres = metresPerPixel * MAX_BAR_WIDTH;
  const magnitude = 10 ** Math.floor(Math.log10(maxMetres));
  const lead = [5, 2, 1].find((digit) => digit * magnitude <= maxMetres) ?? 1;
  const metres = lead * magnitude;
  return { metres, pixels: metres / metresPerPixel };
};
