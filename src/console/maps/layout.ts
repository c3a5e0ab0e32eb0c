interface Size {
  readonly x: number;
  readonly y: number;
}

const EDGE = 12;
/** Clears the largest mark with its ring and heading. */
const GAP = 30;

const within = (wanted: number, size: number, room: number): number =>
  Math.max(EDGE, Math.min(wanted, room - size - EDGE));

/**
 * Where the top left corner of a panel goes so that it shows beside its anchor and all of it is seen: above, or
 * below, or to the side that has more room. An anchor out of view keeps its panel at the edge it left by.
 */
export const panelPosition = (anchor: Size, panel: Size, room: Size): Size => {
  const centred = within(anchor.x - panel.x / 2, panel.x, room.x);
  const above = anchor.y - GAP - panel.y;
  if (above >= EDGE) return { x: centred, y: within(above, panel.y, room.y) };
  const below = anchor.y + GAP;
  if (below + panel.y + EDGE <= room.y) return { x: centred, y: Math.max(EDGE, below) };
  const beside = anchor.x > room.x / 2 ? anchor.x - GAP - panel.x : anchor.x + GAP;
  return {
    x: within(beside, panel.x, room.x),
    y: within(anchor.y - panel.y / 2, panel.y, room.y),
  };
};

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Space on a canvas where nothing is written yet. */
export class LabelRoom {
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

/** A bar of a round length that is at most `maxPixels` wide. */
export const scaleBar = (
  metresPerPixel: number,
  maxPixels: number,
): { metres: number; pixels: number } => {
  const most = metresPerPixel * maxPixels;
  const magnitude = 10 ** Math.floor(Math.log10(most));
  const lead = [5, 2, 1].find((digit) => digit * magnitude <= most) ?? 1;
  const metres = lead * magnitude;
  return { metres, pixels: metres / metresPerPixel };
};
