interface Closable {
  close(): Promise<void>;
}

interface ReloaderOptions<T extends Closable> {
  /** Loads the code. Returns its start function, which is called again if later code does not start. */
  readonly load: () => Promise<() => Promise<T>>;
  readonly onError: (error: Error) => void;
  /** Called after the first start that follows an error. */
  readonly onRecovery: () => void;
}

interface Reloader<T> {
  /** The running server; rejects if neither the new code nor the last good one starts. */
  current(): Promise<T>;
  /** Loads and starts changed code. Calls that come before it is loaded share one reload. */
  reload(): void;
  close(): Promise<void>;
}

/** Runs a server and replaces it by changed code. If that cannot be loaded or started, the last good code continues. */
export const createReloader = <T extends Closable>({
  load,
  onError,
  onRecovery,
}: ReloaderOptions<T>): Reloader<T> => {
  let lastGood: (() => Promise<T>) | undefined;
  let hasFailed = false;
  let isQueued = false;

  const fail = (error: unknown) => {
    hasFailed = true;
    onError(error as Error);
  };

  const replace = async (start: () => Promise<T>, before: Promise<T>): Promise<T> => {
    // Two servers must not use the data folder at the same time.
    await before.then(
      (server) => server.close(),
      () => undefined,
    );
    try {
      const server = await start();
      lastGood = start;
      if (hasFailed) onRecovery();
      hasFailed = false;
      return server;
    } catch (error) {
      fail(error);
      if (lastGood) return lastGood();
      throw error;
    }
  };

  const reloadNow = async () => {
    isQueued = false;
    const start = await load().catch(fail);
    if (!start) return;
    current = replace(start, current);
    await current.catch(() => undefined);
  };

  let current = load().then(async (start) => {
    const server = await start();
    lastGood = start;
    return server;
  });
  let turn: Promise<unknown> = current.catch(() => undefined);
  return {
    current: () => current,
    reload: () => {
      if (isQueued) return;
      isQueued = true;
      turn = turn.then(reloadNow);
    },
    close: () => turn.then(() => current).then((server) => server.close()),
  };
};
