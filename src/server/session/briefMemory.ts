/** Values by key that were read a moment ago. */
export interface BriefMemory<K, V> {
  get(key: K): Promise<V>;
  /** What was read may have changed. */
  forget(): void;
}

/** Changes made through another server are seen after this, ms; those made through this one at once. */
const KEPT = 1_000;
/** Keys at the most. */
const MOST = 10_000;

interface Kept<V> {
  readonly at: number;
  readonly value: Promise<V>;
}

/**
 * Keeps for a moment what every call needs and what seldom changes.
 * @param load reads the value of a key
 * @param now ms since 1970
 */
export const briefMemory = <K, V>(
  load: (key: K) => Promise<V>,
  now: () => number,
): BriefMemory<K, V> => {
  const kept = new Map<K, Kept<V>>();

  const loadAndKeep = (key: K): Promise<V> => {
    if (kept.size >= MOST) kept.clear();
    const value = load(key);
    const entry = { at: now(), value };
    kept.set(key, entry);
    value.catch(() => kept.get(key) === entry && kept.delete(key));
    return value;
  };

  return {
    get: (key) => {
      const found = kept.get(key);
      // A clock may also be set back.
      return found && Math.abs(now() - found.at) < KEPT ? found.value : loadAndKeep(key);
    },
    forget: () => kept.clear(),
  };
};
