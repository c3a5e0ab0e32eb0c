export const createListeners = <Args extends unknown[] = []>() => {
  const listeners = new Set<(...args: Args) => void>();
  return {
    /** Returns the unsubscribe function, as `useSyncExternalStore` asks for. */
    add: (listener: (...args: Args) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (...args: Args) => {
      for (const listener of listeners) listener(...args);
    },
  };
};
