import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Console } from '../../config';
import { DEMO_PASSWORD, startDemo } from '../demo';
import { isLockPassword, openFleet } from '../fleet';
import { openLink } from '../fleet/link';
import { createHttp } from '../http';
import { syncMenus } from '../rights';
import { storedSecret } from '../secrets';
import { openStore } from '../store';
import { firstStart, ROOT } from './firstStart';
import { keepRecords } from './keepRecords';
import type { Log } from './log';
import type { ServerOptions } from './options';
import { writeAccess } from './writeAccess';

export interface RunningServer {
  /** Its routes, for a server that listens itself. */
  readonly app: FastifyInstance<Server>;
  readonly mqttUrl: string;
  /** The sign-in that a person can try, where there is one to tell. */
  readonly signIn: string | undefined;
  /** Listens on the options' port; answers the address. */
  listen(): Promise<string>;
  /** Everything stops in the order in which nothing acknowledged is lost. Safe to call twice. */
  close(): Promise<void>;
}

/** Closes in reverse order what was opened, each thing once. */
const closers = () => {
  const stack: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | undefined;
  const run = async () => {
    for (const close of stack.reverse()) await close();
  };
  return {
    add: (close: () => Promise<unknown>) => stack.push(close),
    close: () => (closing ??= run()),
  };
};

/**
 * Opens storage, broker, fleet, demo and HTTP, in this order; when one of them fails, what was opened is closed.
 * @throws StorageError and what listening throws
 */
export const startServer = async (
  config: Console,
  options: ServerOptions,
  log: Log,
): Promise<RunningServer> => {
  const opened = closers();
  try {
    return await open(config, options, log, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
};

const open = async (
  config: Console,
  options: ServerOptions,
  log: Log,
  opened: ReturnType<typeof closers>,
): Promise<RunningServer> => {
  const { dataDir, databaseUrl, demoLocks, title } = options;
  const store = await openStore({ dataDir, databaseUrl, config, log: log.info });
  opened.add(store.close);
  await syncMenus(store, config);
  const hasDemo = demoLocks > 0;
  const adminPassword = options.adminPassword ?? (hasDemo ? DEMO_PASSWORD : undefined);
  const made = await firstStart({ store, title, adminPassword });

  const secret = await storedSecret(store.db, 'mqtt');
  const link = await openLink({
    ...options,
    log,
    authenticate: async (sn, password) => isLockPassword(secret, sn, password),
  });
  opened.add(link.close);
  await writeAccess(dataDir, link);
  const fleet = await openFleet({ store, link, log });
  opened.add(fleet.close);
  if (hasDemo) {
    const brokerUrl = link.url;
    const demo = await startDemo({
      store,
      root: ROOT,
      count: demoLocks,
      dataDir,
      brokerUrl,
      secret,
      log,
    });
    opened.add(demo.close);
  }

  const app = await createHttp({ store, config, fleet, log, options });
  opened.add(() => app.close());
  opened.add(keepRecords({ store, log }));

  return {
    app,
    mqttUrl: link.url,
    signIn: hasDemo ? `harbour / ${DEMO_PASSWORD}` : made && `admin / ${made}`,
    listen: async () => {
      await app.listen({ port: options.port, host: options.host });
      const { port } = app.server.address() as AddressInfo;
      return `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
    },
    close: opened.close,
  };
};
