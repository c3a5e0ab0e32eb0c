/** The ends of the slider, metres; what is typed may be beyond. */
const SMALLEST = 50;
const LARGEST = 100_000;

/** Of a circle that has no radius yet, metres. */
export const FIRST_RADIUS = 1_000;

/** One press of a key on the slider: less would be rounded away, and the key would do nothing. */
export const RADIUS_STEP = 0.02;

/** Two figures: nobody means 1,037 m by a slider. */
const rounded = (metres: number) => Number(metres.toPrecision(2));

/** Where a radius stands on the slider, 0 to 1; each step is as much larger as the one before. */
export const positionOf = (metres: number): number => {
  const within = Math.min(LARGEST, Math.max(SMALLEST, metres));
  return Math.log(within / SMALLEST) / Math.log(LARGEST / SMALLEST);
};

/** The radius at a position of the slider, metres. */
export const radiusAt = (position: number): number =>
  rounded(SMALLEST * (LARGEST / SMALLEST) ** position);
