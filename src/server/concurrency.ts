/** Does a piece of work of a key when it is its turn. */
type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Lets so much work of one key go on at a time; more of it waits, and is done in the order asked for. */
export const limitConcurrency = (atOnce: number): InTurn => {
  const queues = new Map<string, { count: number; readonly waiting: (() => void)[] }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { count: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.count < atOnce) queue.count++;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      // Whoever is next takes this place over.
      if (next) next();
      else if (--queue.count === 0) queues.delete(key);
    }
  };
};
