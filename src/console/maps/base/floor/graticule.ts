/** Distances between lines to choose from, degrees. */
const STEPS = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];

/** Minimum distance between lines, px. */
const MIN_GAP = 110;

/**
 * Returns the distance between lines for a scale, degrees.
 * @param pixelsPerDegree along the equator
 */
export const graticuleStep = (pixelsPerDegree: number): number =>
  STEPS.findLast((step) => step * pixelsPerDegree >= MIN_GAP) ?? 30;

/** Returns the multiples of a step between two values, both inclusive. */
export const multiplesBetween = (from: number, to: number, step: number): number[] => {
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step) - first + 1;
  // Divide instead of multiplying by a fraction: 3 * 0.1 is not 0.3.
  const perUnit = Math.round(1 / step);
  return Array.from({ length: Math.max(0, count) }, (_, i) =>
    step < 1 ? (first + i) / perUnit : (first + i) * step,
  );
};
