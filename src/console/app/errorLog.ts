import { createListeners } from '../data/listeners';
import { isAbort } from '../data/retry';

export interface ErrorEntry {
  /** Ascending id; the newest entry has the highest. */
  id: number;
  /** Epoch ms. */
  at: number;
  message: string;
  stack: string;
  /** URL of the page where it happened. */
  url: string;
}

/** Newest errors of this page, for support requests. */
export interface ErrorLog {
  add(error: unknown, origin?: string): void;
  clear(): void;
  /** Newest first; the same array until something changes, for `useSyncExternalStore`. */
  entries(): readonly ErrorEntry[];
  subscribe(listener: () => void): () => void;
}

const LIMIT = 100;

/** Matches a name with the ending of a secret's, and the separator before its value; quotes may be escaped. */
const SECRET =
  /([\w-]*(?:token|authorization|sign|password|secret|cipher|publickey|security-(?:key|jscode)|admin-key)\\*["']?\s*[:=]\s*)/;
/** Matches the value: quoted, or one word, optionally after `Bearer`. */
const VALUE = /(?:(?<quote>\\*["'])(?:(?!\k<quote>).)*\k<quote>?|(?:bearer\s+)?[^\s"'&,;}\\]+)/;
const secrets = new RegExp(SECRET.source + VALUE.source, 'gi');

/** Masks secrets, so that a screenshot of the log does not expose the session. */
const redacted = (text: string): string =>
  text.replace(
    secrets,
    (_, name: string, quote: string | undefined) => `${name}${quote ?? ''}…${quote ?? ''}`,
  );

export const createErrorLog = (): ErrorLog => {
  const listeners = createListeners();
  let entries: readonly ErrorEntry[] = [];
  let lastId = 0;
  const change = (next: readonly ErrorEntry[]) => {
    entries = next;
    listeners.notify();
  };
  return {
    add: (error, origin = '') => {
      if (isAbort(error)) return;
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
    subscribe: listeners.add,
  };
};

/** Matches a notice of browsers: sizes that changed while sizes were observed are told in the next frame. */
const LATE_SIZES = /^ResizeObserver loop/;

/** Adds errors to the log that no boundary catches. */
export const captureErrors = (log: ErrorLog): void => {
  addEventListener('error', ({ error, message }) => {
    if (!LATE_SIZES.test(message)) log.add(error ?? message);
  });
  addEventListener('unhandledrejection', ({ reason }) => log.add(reason));
};
