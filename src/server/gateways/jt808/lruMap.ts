/**
 * Least-recently-used cache. Empty ones must be small: there is one for each connection and lock.
 * @param max number of entries
 */
export const createLruMap = <T>(max: number) => {
  const entries = new Map<string, T>();
  const set = (key: string, value: T): void => {
    entries.delete(key);
    entries.set(key, value);
    const [oldest] = entries.size > max ? entries.keys() : [];
    if (oldest !== undefined) entries.delete(oldest);
  };
  return {
    get: (key: string): T | undefined => {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
  };
};

export type LruMap<T> = ReturnType<typeof createLruMap<T>>;
