import { choices } from './choices';

/** An IC card opens one lock, or every lock of its group. */
export const cardType = choices([
  [1, 'Single', '单卡'],
  [2, 'Group', '组卡'],
]);

/** Cards that one lock or one rule can hold. */
export const MOST_CARDS = 32;
/** Child locks of one lock. */
export const MOST_CHILD_LOCKS = 20;

/** How many leading digits of a card number are written by hand; the rest is counted. */
export const segmentDigits = choices([
  [7, 'First 7 digits', '前 7 位'],
  [6, 'First 6 digits', '前 6 位'],
]);
