import type { Circle } from './circle';

/** An enabled rule as far as it is about one of the locks that reported. */
export interface RegionalRule extends Circle {
  readonly id: number;
  readonly name: string;
  /** Whether a lock that enters the region is unsealed. */
  readonly autoUnblock: boolean;
}
