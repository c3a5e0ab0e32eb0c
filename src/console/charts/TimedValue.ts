/** A value at a moment, ms since 1970; null says that nothing is known there. */
export interface TimedValue {
  readonly at: number;
  readonly value: number | null;
}
