import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from './db';

/** Details of a line, which are members of its object in a JSON log. */
export interface LogDetails {
  readonly stack?: string;
  /** Id of the call, as in its answer's header. */
  readonly request?: string;
}

/** Log for the administrator of the server. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string, details?: LogDetails): void;
  /** Logs a call. Undefined if calls are not logged. */
  readonly call?: (call: Readonly<Record<string, unknown>>) => void;
}

/** Interval at which an outage is checked for its end, ms. */
const CHECK_INTERVAL = 1_000;

/**
 * Creates a log that reports a database outage in two lines, at its start and its end, however many calls and timers
 * fail meanwhile.
 */
export const createOutageLog = (log: Log) => {
  let ping: (() => Promise<void>) | undefined;
  let outage: Promise<void> | undefined;
  const ending = new AbortController();

  const isAway = async (): Promise<boolean> => {
    try {
      await ping?.();
      return false;
    } catch {
      return true;
    }
  };

  /** @param tell logs the original message, if the database answers after all */
  const checkOutage = async (reason: string, tell: () => void): Promise<void> => {
    if (!(await isAway())) return tell();
    if (ending.signal.aborted) return;
    log.error(`The database does not answer: ${reason}`);
    do {
      await sleep(CHECK_INTERVAL, undefined, { signal: ending.signal }).catch(() => undefined);
    } while (!ending.signal.aborted && (await isAway()));
    if (!ending.signal.aborted) log.info('The database answers again');
  };

  const unlessAway = (say: Log['error']) => (text: string, details?: LogDetails) => {
    const isMaybe = ping !== undefined && isOutage(text);
    if (!isMaybe) return say(text, details);
    const [reason = ''] = text.split('\n');
    outage ??= checkOutage(reason, () => say(text, details)).finally(() => {
      outage = undefined;
    });
  };

  return {
    log: {
      info: unlessAway(log.info),
      warn: unlessAway(log.warn),
      error: unlessAway(log.error),
      call: log.call,
    } satisfies Log,
    /** @param ask rejects while the database is unreachable */
    watch: (ask: () => Promise<void>): void => {
      ping = ask;
    },
    close: async (): Promise<void> => {
      ending.abort();
      await outage;
    },
  };
};
