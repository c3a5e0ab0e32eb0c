import type { Place } from './place';

/** Where a page of a query ended. */
interface Ended {
  readonly page: number;
  readonly place: Place;
  readonly at: number;
}

/** Old places would hide what came in between, so they are forgotten, ms. */
const KEPT = 60_000;
const REMEMBERED = 1_000;

/**
 * Remembers where the last deep page of a query ended, so that the next one starts there instead of counting its way
 * from the top again. It is a shortcut only: a process that knows nothing counts.
 */
export const createPageMemory = () => {
  const ends = new Map<string, Ended>();
  return {
    /** @returns where a page before this one ended, and how many pages lie between */
    before: (query: string, page: number, now: number) => {
      const end = ends.get(query);
      if (!end || end.page >= page || now - end.at > KEPT) return undefined;
      return { place: end.place, pagesBetween: page - 1 - end.page };
    },
    remember: (query: string, page: number, place: Place, now: number): void => {
      ends.delete(query);
      ends.set(query, { page, place, at: now });
      for (const oldest of ends.keys()) {
        if (ends.size <= REMEMBERED) break;
        ends.delete(oldest);
      }
    },
  };
};

export type PageMemory = ReturnType<typeof createPageMemory>;
