interface Size {
  readonly x: number;
  readonly y: number;
}

const EDGE = 12;
/** Clears the largest mark with its ring and heading. */
const GAP = 30;

const within = (wanted: number, size: number, room: number): number =>
  Math.max(EDGE, Math.min(wanted, room - size - EDGE));

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels that two rectangles share. */
const shared = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * Where the top left corner of a panel goes so that it shows beside its anchor and all of it is seen: above, or
 * below, or to the side that has more room, and on the other side where it would cover what stands over the map. Where
 * it cannot but cover some of that, it covers the least. An anchor out of view keeps its panel at the edge it left by.
 */
export const panelPosition = (
  anchor: Size,
  panel: Size,
  room: Size,
  fixed: readonly Box[] = [],
): Size => {
  const centred = within(anchor.x - panel.x / 2, panel.x, room.x);
  const middle = within(anchor.y - panel.y / 2, panel.y, room.y);
  const above = anchor.y - GAP - panel.y;
  const below = anchor.y + GAP;
  const left = { x: within(anchor.x - GAP - panel.x, panel.x, room.x), y: middle };
  const right = { x: within(anchor.x + GAP, panel.x, room.x), y: middle };
  const [near, far] = anchor.x > room.x / 2 ? [left, right] : [right, left];
  const fits = [
    ...(above >= EDGE ? [{ x: centred, y: within(above, panel.y, room.y) }] : []),
    ...(below + panel.y + EDGE <= room.y ? [{ x: centred, y: Math.max(EDGE, below) }] : []),
    near,
    ...(isBeside(far, anchor, panel) ? [far] : []),
    // Beside what is in the way, at the height of its anchor.
    ...fixed.flatMap((box) => [
      { x: within(box.right + EDGE, panel.x, room.x), y: middle },
      { x: within(box.left - EDGE - panel.x, panel.x, room.x), y: middle },
    ]),
  ];
  const covered = ({ x, y }: Size) => {
    const box = { left: x, top: y, right: x + panel.x, bottom: y + panel.y };
    return fixed.reduce((sum, other) => sum + shared(box, other), 0);
  };
  return fits.reduce((best, next) => (covered(next) < covered(best) ? next : best));
};

/** Whether a panel leaves its anchor to be seen. */
const isBeside = ({ x }: Size, anchor: Size, panel: Size): boolean =>
  anchor.x < x || anchor.x > x + panel.x;

/** Space on a canvas where nothing is written yet. */
export class LabelCollisions {
  private readonly taken: Box[] = [];

  /** Takes a place whether free or not. */
  take(box: Box): void {
    this.taken.push(box);
  }

  /** Takes a place if it is free. */
  tryTake(box: Box): boolean {
    const free = this.taken.every(
      (other) =>
        box.right < other.left ||
        box.left > other.right ||
        box.bottom < other.top ||
        box.top > other.bottom,
    );
    if (free) this.taken.push(box);
    return free;
  }
}

/** The longest scale bar, px: the shortest, two fifths of it, still has room for "2,000 公里". */
const LONGEST_BAR = 140;

/** A scale bar of a round length. */
export const scaleBar = (metresPerPixel: number): { metres: number; pixels: number } => {
  const most = metresPerPixel * LONGEST_BAR;
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const lead = [5, 2, 1].find((digit) => digit * magnitude <= most) ?? 1;
  const metres = lead * magnitude;
  return { metres, pixels: metres / metresPerPixel };
};
