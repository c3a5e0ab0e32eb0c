import { setTimeout as sleep } from 'node:timers/promises';

/** What the server tells the person who runs it. */
export interface Log {
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/** How often to ask whether it is over, ms. */
const ASKED_EVERY = 1_000;

/** What drivers and PostgreSQL say when there is no database to talk to. */
const GONE =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|EPIPE|ENOENT .*\.s\.PGSQL|Connection terminated|terminating connection|the database system is|timeout exceeded when trying to connect|idle connection broke/;

/**
 * A log for everybody who needs the database: that it is away is one line, and that it is back another, however many
 * calls and clocks fail meanwhile.
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

  /** @param tell what to say where the database is there after all */
  const judge = async (reason: string, tell: () => void): Promise<void> => {
    if (!(await isAway())) return tell();
    if (ending.signal.aborted) return;
    log.error(`The database does not answer: ${reason}`);
    do {
      await sleep(ASKED_EVERY, undefined, { signal: ending.signal }).catch(() => undefined);
    } while (!ending.signal.aborted && (await isAway()));
    if (!ending.signal.aborted) log.info('The database answers again');
  };

  const told = (say: (text: string) => void) => (text: string) => {
    const isMaybe = ping !== undefined && GONE.test(text);
    if (!isMaybe) return say(text);
    const [reason = ''] = text.split('\n');
    outage ??= judge(reason, () => say(text)).finally(() => {
      outage = undefined;
    });
  };

  return {
    log: { info: told(log.info), warn: told(log.warn), error: told(log.error) } satisfies Log,
    /** @param ask rejects while there is no database */
    watch: (ask: () => Promise<void>): void => {
      ping = ask;
    },
    close: async (): Promise<void> => {
      ending.abort();
      await outage;
    },
  };
};
