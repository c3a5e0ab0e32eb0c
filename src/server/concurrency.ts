/** Does a piece of work of a key when it is its turn. */
type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Lets so much work of one key go on at a time; more of it waits, and is done in the order asked for. */
export const limitConcurrency = (atOnce: number): InTurn => {
  const going = new Map<string, { count: number; readonly waiting: (() => void)[] }>();
  return async (key, work) => {
    const mine = going.get(key) ?? { count: 0, waiting: [] };
    going.set(key, mine);
    if (mine.count < atOnce) mine.count++;
    else await new Promise<void>((resolve) => mine.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = mine.waiting.shift();
      // Whoever is next takes this place over.
      if (next) next();
      else if (--mine.count === 0) going.delete(key);
    }
  };
};
