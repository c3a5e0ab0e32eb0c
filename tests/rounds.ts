import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** True in `npm run test:long`. */
    long: boolean;
  }
}

/** Returns the size of a round: `short` in `npm test`, `long` in `npm run test:long`. */
export const round = <T>(short: T, long: T): T => (inject('long') ? long : short);

/** Returns every `step`th case in `npm test`, all cases in `npm run test:long`. */
export const sample = <T>(cases: readonly T[], step: number): T[] =>
  cases.filter((_, at) => at % round(step, 1) === 0);
