import type { Store } from 'react-admin';
import {
  readStored,
  STORED_PREFIX,
  type StoreKind,
  storedKeys,
  writeStored,
} from '../data/session';

/** Returns `session` for the state of this window: tabs, exports, list state and selection. */
const storageOf = (key: string): StoreKind =>
  /^(tabs|exports)\.|\.(listParams|selectedIds|storeKeys)$/.test(key) ? 'session' : 'local';

/**
 * Creates the store of react-admin. Preferences survive a logout: language, theme and columns belong to the workplace.
 * Only session state is cleared.
 * @param owner id of the operator whose `settings.*` are used, separate from those of other operators in this browser
 */
export const createConsoleStore = (owner?: number): Store => {
  const ownSettings = `settings.${owner}.`;
  const toStoredKey = (key: string) =>
    owner === undefined ? key : key.replace(/^settings\./, ownSettings);
  const toStoreName = (key: string) =>
    key.startsWith(ownSettings) ? `settings.${key.slice(ownSettings.length)}` : key;
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const publish = (key: string, value: unknown) => {
    for (const listener of listeners.get(key) ?? []) listener(value);
  };
  const set = (key: string, value: unknown) => {
    writeStored(storageOf(key), toStoredKey(key), value);
    publish(key, value);
  };
  const followOtherWindows = ({ key, storageArea }: StorageEvent) => {
    if (!key?.startsWith(STORED_PREFIX) || storageArea !== localStorage) return;
    const name = key.slice(STORED_PREFIX.length);
    publish(toStoreName(name), readStored('local', name));
  };
  return {
    setup: () => addEventListener('storage', followOtherWindows),
    teardown: () => removeEventListener('storage', followOtherWindows),
    getItem: <T>(key: string, initial?: T) =>
      (readStored(storageOf(key), toStoredKey(key)) as T | undefined) ?? initial,
    setItem: set,
    removeItem: (key) => set(key, undefined),
    removeItems: (beginning) => {
      const start = toStoredKey(beginning);
      const keys = [...storedKeys('local', start), ...storedKeys('session', start)];
      for (const key of keys) set(toStoreName(key), undefined);
    },
    reset: () => {
      for (const key of storedKeys('session'))
        if (storageOf(key) === 'session') set(key, undefined);
    },
    subscribe: (key, listener) => {
      const keyListeners = listeners.get(key) ?? new Set();
      listeners.set(key, keyListeners.add(listener));
      return () => keyListeners.delete(listener);
    },
  };
};
