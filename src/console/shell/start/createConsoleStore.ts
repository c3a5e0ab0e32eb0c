import type { Store } from 'ra-core';
import {
  readStored,
  STORED_PREFIX,
  type StoredPlace,
  storedKeys,
  writeStored,
} from '../../data/session';

/** Where somebody is in a list, and what they ticked, belongs to this window and this session. */
const placeOf = (key: string): StoredPlace =>
  /\.(listParams|selectedIds|storeKeys)$/.test(key) ? 'session' : 'local';

/**
 * react-admin's memory. Preferences outlive a logout, because language, theme and columns belong to the desk; only
 * what belongs to the session goes with it.
 */
export const createConsoleStore = (): Store => {
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const publish = (key: string, value: unknown) => {
    for (const listener of listeners.get(key) ?? []) listener(value);
  };
  const set = (key: string, value: unknown) => {
    writeStored(placeOf(key), key, value);
    publish(key, value);
  };
  const followOtherWindows = ({ key, storageArea }: StorageEvent) => {
    if (!key?.startsWith(STORED_PREFIX) || storageArea !== localStorage) return;
    const name = key.slice(STORED_PREFIX.length);
    publish(name, readStored('local', name));
  };
  return {
    setup: () => addEventListener('storage', followOtherWindows),
    teardown: () => removeEventListener('storage', followOtherWindows),
    getItem: <T>(key: string, initial?: T) =>
      (readStored(placeOf(key), key) as T | undefined) ?? initial,
    setItem: set,
    removeItem: (key) => set(key, undefined),
    removeItems: (beginning) => {
      const keys = [...storedKeys('local', beginning), ...storedKeys('session', beginning)];
      for (const key of keys) set(key, undefined);
    },
    reset: () => {
      for (const key of storedKeys('session')) if (placeOf(key) === 'session') set(key, undefined);
    },
    subscribe: (key, listener) => {
      const known = listeners.get(key) ?? new Set();
      listeners.set(key, known.add(listener));
      return () => known.delete(listener);
    },
  };
};
