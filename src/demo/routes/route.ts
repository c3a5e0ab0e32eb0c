import type { CountryCode } from './countries';

/** The way of a demo truck from one depot to another and back. */
export interface Route {
  id: string;
  /** Where it starts, when that decides whose locks drive it: at the container yard or at a coast under customs. */
  home?: 'yard' | 'coast';
  /** How many locks drive it, relative to the other routes. */
  share: number;
  /** Number plates of its trucks: `#` is a digit, `?` a letter, anything else itself. */
  plates: readonly string[];
  /** The way in order, by country, WGS-84: towns, junctions and bends of the main road. */
  legs: readonly {
    country: CountryCode;
    points: readonly (readonly [lat: number, lon: number])[];
  }[];
}
