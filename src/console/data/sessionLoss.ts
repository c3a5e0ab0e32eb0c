/** Whether the server has forgotten the session; told by every failing call, shown once. */
export interface SessionLoss {
  tell(): void;
  isLost(): boolean;
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
}

export const createSessionLoss = (): SessionLoss => {
  const listeners = new Set<() => void>();
  let lost = false;
  return {
    tell: () => {
      if (lost) return;
      lost = true;
      for (const listener of listeners) listener();
    },
    isLost: () => lost,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
