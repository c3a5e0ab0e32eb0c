import { LRUCache } from 'lru-cache';
import type { AccessChange, AccessChanges } from './accessChanges';

/** Read-through cache of rows whose changes are announced. */
export interface AccessCache<K, V> {
  get(key: K): Promise<V>;
}

const MAX_KEYS = 10_000;

interface Entry<V> {
  /** Epoch ms. */
  readonly readAt: number;
  readonly value: Promise<V>;
  /** Undefined while it is being read. */
  result?: V;
}

interface Options<K, V> {
  readonly load: (key: K) => Promise<V>;
  /** @param value undefined while it is being read */
  readonly isChangedBy: (change: AccessChange, key: K, value: V | undefined) => boolean;
  /** False for values that are read anew each time. */
  readonly keeps?: (value: V) => boolean;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Creates a cache of values that every call needs and that seldom change. */
export const createAccessCache = <K extends string | number, V>(
  changes: Pick<AccessChanges, 'maxAge' | 'follow'>,
  { load, isChangedBy, keeps = () => true, now }: Options<K, V>,
): AccessCache<K, V> => {
  const entries = new LRUCache<K, Entry<V>>({ max: MAX_KEYS });
  changes.follow({
    clear: () => entries.clear(),
    apply: (change) => {
      for (const [key, { result }] of entries.entries()) {
        if (isChangedBy(change, key, result)) entries.delete(key);
      }
    },
  });

  // An entry is stored before it is read, so that a change in between drops it.
  const loadAndKeep = (key: K): Promise<V> => {
    const entry: Entry<V> = { readAt: now(), value: load(key) };
    entries.set(key, entry);
    const drop = () => {
      if (entries.peek(key) === entry) entries.delete(key);
    };
    entry.value.then((value) => {
      entry.result = value;
      if (!keeps(value)) drop();
    }, drop);
    return entry.value;
  };

  return {
    get: (key) => {
      const { maxAge } = changes;
      if (maxAge === 0) return load(key);
      const entry = entries.get(key);
      // The clock may also be set back.
      return entry && Math.abs(now() - entry.readAt) < maxAge ? entry.value : loadAndKeep(key);
    },
  };
};
