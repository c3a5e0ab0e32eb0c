const last = new Map<string, Promise<unknown>>();

/**
 * Does pieces of work of one key one after the other, in the order asked for. Attempts made at the same moment would
 * else all be let through before the first of them is counted.
 */
export const inTurn = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
  const mine = (last.get(key) ?? Promise.resolve()).then(work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  last.set(key, settled);
  try {
    return await mine;
  } finally {
    if (last.get(key) === settled) last.delete(key);
  }
};
