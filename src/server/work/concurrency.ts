type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates a limiter that runs `atOnce` pieces of work per key at a time. Further ones wait and run in order. */
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
      // Hands the slot to the next in the queue without freeing it.
      if (next) next();
      else if (--queue.count === 0) queues.delete(key);
    }
  };
};
