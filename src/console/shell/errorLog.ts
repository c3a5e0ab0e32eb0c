/** Something that went wrong where nobody expected it. */
export interface ErrorEntry {
  /** Counts up; the newest has the highest. */
  id: number;
  /** ms since 1970. */
  at: number;
  message: string;
  stack: string;
  /** The page it happened on. */
  url: string;
}

/** The newest errors of this page, for the people who are asked what happened. */
export interface ErrorLog {
  add(error: unknown, origin?: string): void;
  clear(): void;
  /** Newest first; the same array until something changes, for `useSyncExternalStore`. */
  entries(): readonly ErrorEntry[];
  subscribe(listener: () => void): () => void;
}

const LIMIT = 100;

/** A name that ends as a secret's does, and what stands between it and its value; the quotes may be escaped. */
const SECRET =
  /([\w-]*(?:token|authorization|sign|password|secret|cipher|publickey|security-(?:key|jscode)|admin-key)\\*["']?\s*[:=]\s*)/;
/** The value: in quotes with whatever is in them, or one word, behind `Bearer` as well. */
const VALUE = /(?:(?<quote>\\*["'])(?:(?!\k<quote>).)*\k<quote>?|(?:bearer\s+)?[^\s"'&,;}\\]+)/;
const secrets = new RegExp(SECRET.source + VALUE.source, 'gi');

/** A screenshot of the log must not give away a session. */
const redacted = (text: string): string =>
  text.replace(
    secrets,
    (_, name: string, quote: string | undefined) => `${name}${quote ?? ''}…${quote ?? ''}`,
  );

const isNoise = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

export const createErrorLog = (): ErrorLog => {
  const listeners = new Set<() => void>();
  let entries: readonly ErrorEntry[] = [];
  let lastId = 0;
  const change = (next: readonly ErrorEntry[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  return {
    add: (error, origin = '') => {
      if (isNoise(error)) return;
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      lastId += 1;
      const entry = {
        id: lastId,
        at: Date.now(),
        message: redacted(message),
        stack: redacted(stack + origin),
        url: location.pathname,
      };
      change([entry, ...entries].slice(0, LIMIT));
    },
    clear: () => change([]),
    entries: () => entries,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Adds errors to the log that no boundary catches. */
export const captureErrors = (log: ErrorLog): void => {
  addEventListener('error', ({ error, message }) => log.add(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => log.add(reason));
};
