import { MINUTE } from '../../../domain/duration';
/** Position of a trail; `at` is epoch ms. */
export interface TrailFix {
  readonly lat: number;
  readonly lon: number;
  readonly at: number;
}

/** Time without a position after which the way is unknown, ms. */
const GAP = 10 * MINUTE;

/** Splits a trail at its gaps; returns the continuous pieces and the gaps. */
export const trailSegments = (fixes: readonly TrailFix[]) => {
  const pieces: TrailFix[][] = [];
  const gaps: (readonly [TrailFix, TrailFix])[] = [];
  for (const fix of fixes) {
    const piece = pieces.at(-1);
    const last = piece?.at(-1);
    if (!piece || !last) pieces.push([fix]);
    else if (fix.at - last.at <= GAP) piece.push(fix);
    else {
      gaps.push([last, fix]);
      pieces.push([fix]);
    }
  }
  return { pieces, gaps };
};
