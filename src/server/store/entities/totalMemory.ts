/** ms; records only grow more, but for those that are dropped by age. */
const KEPT = 60_000;
const REMEMBERED = 1_000;

/**
 * Remembers which queries found more records than are counted: the next page of one need not count them again. It is a
 * shortcut only: a process that knows nothing counts.
 */
export const createTotalMemory = () => {
  const many = new Map<string, number>();
  return {
    hasMany: (query: string, now: number): boolean =>
      now - (many.get(query) ?? Number.NEGATIVE_INFINITY) <= KEPT,
    remember: (query: string, now: number): void => {
      many.delete(query);
      many.set(query, now);
      for (const oldest of many.keys()) {
        if (many.size <= REMEMBERED) break;
        many.delete(oldest);
      }
    },
  };
};

export type TotalMemory = ReturnType<typeof createTotalMemory>;
