import { MINUTE } from '../../../domain/duration';
/** A fix of a trail, ms since 1970. */
export interface TrailFix {
  readonly lat: number;
  readonly lon: number;
  readonly at: number;
}

/** Longer without a fix, and nobody knows which way it went, ms. */
const GAP = 10 * MINUTE;

/** Pieces of a trail without a gap, and what is between them. */
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
