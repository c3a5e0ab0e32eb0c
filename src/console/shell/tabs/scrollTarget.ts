interface Box {
  readonly left: number;
  readonly width: number;
}

/** Between a tab and the edge, px. */
const GAP = 4;

/**
 * Where a strip has to be scrolled to so that a tab and both its neighbours show; the first shows the beginning, the
 * last the end. The nearest such place: what shows already does not move.
 * @param boxes the tabs within the strip, px
 */
export const scrollTarget = (
  boxes: readonly Box[],
  index: number,
  strip: { readonly scrollLeft: number; readonly width: number; readonly scrollWidth: number },
): number => {
  const before = boxes[index - 1];
  const after = boxes[index + 1];
  const end = Math.max(0, strip.scrollWidth - strip.width);
  if (!before) return 0;
  if (!after) return end;
  const least = after.left + after.width + GAP - strip.width;
  const most = Math.max(0, before.left - GAP);
  // Where all three do not fit, the tab before is the one that shows.
  return Math.min(Math.max(strip.scrollLeft, least), most, end);
};
