import type { Console } from '../../src/config';
import type { Custom } from '../../src/server/customCode';
import { openStore, type Store } from '../../src/server/db';
import type { Fleet } from '../../src/server/fleet';
import { startWorker, systemClock } from '../../src/server/work/worker';
import { createClient } from './http/client';
import { type HttpOptions, serveCalls } from './parts';
import { closeAfterwards, ownPlace, type Place } from './place';

export const SECRET = 'test-secret';

interface Options {
  readonly config: Console;
  readonly seed: (store: Store) => Promise<void>;
  /** Opens the fleet for commands. By default there is none, and calls that need it fail. */
  readonly fleet?: (store: Store, log: ServerLog) => Promise<Fleet>;
  readonly http?: Partial<HttpOptions>;
  /** By default a new place. */
  readonly place?: Place;
  readonly custom?: Custom;
}

export interface ServerLog {
  readonly info: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Default for tests without calls to locks. */
const noFleet = async () =>
  ({
    ...{
      isConnected: () => true,
      refresh: () => {},
      disconnect: () => {},
      tasks: [],
      close: async () => {},
    },
  }) as unknown as Fleet;

/** Opens the calls of a configuration over HTTP on a database of its own, with a client. */
export const openServer = async ({
  config,
  seed,
  fleet = noFleet,
  http,
  place,
  custom,
}: Options) => {
  const { dataDir, databaseUrl } = place ?? (await ownPlace(config));
  const store = await openStore({ dataDir, databaseUrl, config, log: () => {} });
  closeAfterwards(store.close);
  await seed(store);
  const errors: string[] = [];
  const warnings: string[] = [];
  const log = {
    info: () => {},
    warn: (text: string) => warnings.push(text),
    error: (text: string) => errors.push(text),
  };
  const opened = await fleet(store, log);
  closeAfterwards(opened.close);
  closeAfterwards(startWorker(opened.tasks, { log }).close);
  /** Difference of the server's clock from the real one, ms. */
  const clock = { ahead: 0 };
  const options = {
    dataDir,
    signSecret: SECRET,
    title: 'Test',
    now: () => Date.now() + clock.ahead,
    ...http,
  };
  /** Starts another server on the same database. */
  const start = async () => {
    const { app, tasks } = await serveCalls({ store, config, fleet: opened, log, options, custom });
    const worker = startWorker(tasks, { clock: { ...systemClock, now: options.now }, log });
    app.addHook('onClose', worker.close);
    return app;
  };
  const app = await start();
  closeAfterwards(() => app.close());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    app,
    url,
    store,
    dataDir,
    fleet: opened,
    errors,
    warnings,
    clock,
    start,
    ...createClient(url, SECRET, clock),
  };
};
