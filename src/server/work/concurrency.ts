type InTurn = <T>(key: string, work: () => Promise<T>, patience?: AbortSignal) => Promise<T>;

/**
 * Creates a limiter that runs `atOnce` pieces of work per key at a time. Further ones wait and run in order; work that
 * still waits when its signal aborts is rejected with the signal's reason.
 */
export const limitConcurrency = (atOnce: number): InTurn => {
  const queues = new Map<string, { count: number; readonly waiting: Set<() => void> }>();
  return async (key, work, patience) => {
    const queue = queues.get(key) ?? { count: 0, waiting: new Set() };
    queues.set(key, queue);
    if (queue.count < atOnce) queue.count++;
    else {
      patience?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        queue.waiting.add(resolve);
        patience?.addEventListener('abort', () => {
          if (queue.waiting.delete(resolve)) reject(patience.reason);
        });
      });
    }
    try {
      return await work();
    } finally {
      const [next] = queue.waiting;
      // Hands the slot to the next in the queue without freeing it.
      if (next) {
        queue.waiting.delete(next);
        next();
      } else if (--queue.count === 0) queues.delete(key);
    }
  };
};
