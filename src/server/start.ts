import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { writeToStream } from 'mqtt-packet';
import type { Console } from '../config';
import {
  createSealer,
  firstStart,
  hashAtCost,
  openRights,
  ROOT,
  storedSecret,
  syncMenus,
} from './auth';
import type { CustomCode } from './customCode';
import { LOCK_CHANGED, openStore, type Store } from './db';
import { readParameters } from './db/parameters';
import { openFiles } from './files/files';
import { createAuthenticator, openFleet } from './fleet';
import { type Authenticate, createInbox, type Link, type LinkLog, openLink } from './fleet/link';
import { openMessageLog } from './fleet/log/messageLog';
import { failoverTasks } from './fleet/presence/failover';
import { openGateways, openLockDirectory } from './gateways';
import { escalationTasks } from './notify/escalate';
import { openMailer } from './notify/mail';
import { type NoticeOptions, noticeTasks } from './notify/send';
import { openWebhooks } from './notify/webhook';
import type { ServerOptions } from './options';
import { createOutageLog, type Log } from './outage';
import { checkDataDir, checkPorts, checkSmsFile } from './preflight';
import type { RuleDependencies } from './rules';
import { serve } from './serve';
import { openTraccar } from './traccar';
import { assertValid } from './validate';
import { createWatchServer, type Watched } from './watch';
import { storeTasks } from './work/storeTasks';
import { startWorker, type Task } from './work/worker';

export interface RunningServer {
  /** HTTP routes, for a host that listens by itself. */
  readonly app: FastifyInstance<Server>;
  readonly mqttUrl: string;
  /** User and password, or where it is, to show at the start. Undefined if nothing is new or public. */
  readonly signIn: string | undefined;
  /** Listens on the options' port. Closes everything if that fails. @returns the server's URL */
  listen(): Promise<string>;
  /** Makes `/readyz` fail, so that load balancers send no more calls. */
  drain(): void;
  /** Stops the parts in an order that loses nothing acknowledged. Safe to call twice. */
  close(): Promise<void>;
}

interface RunningDemo {
  /** True while its history is being generated. */
  readonly isGrowing: () => boolean;
  close(): Promise<void>;
}

/** Parts of the server that the demo needs. */
export interface DemoOptions {
  readonly store: Store;
  readonly options: ServerOptions;
  readonly root: typeof ROOT;
  readonly link: Pick<Link, 'url' | 'gateways'>;
  /** Secret from which the locks' passwords are derived. */
  readonly secret: string;
  readonly log: LinkLog;
}

/** Simulated fleet. The server does not know it: the program that starts the server hands it in. */
export interface Demo {
  readonly password: string;
  /** Secret of the sign, which is public. */
  readonly signSecret: string;
  /** @throws Error if the database or the options would let strangers sign in with the demo's password */
  check(db: Store['db'], options: ServerOptions): Promise<void>;
  /** Lets the locks of recorded tracks connect besides those that the authenticator knows. */
  admit(db: Store['db'], secret: string, authenticate: Authenticate): Authenticate;
  start(options: DemoOptions): Promise<RunningDemo>;
}

interface Start {
  readonly config: Console;
  readonly options: ServerOptions;
  readonly log: Log;
  readonly demo: Demo;
  readonly custom?: CustomCode;
}

/** Its cache of all two-byte numbers takes 7 MB and saves little. */
writeToStream.cacheNumbers = false;

/** Collects close functions and runs them once, in reverse order. */
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
 * Opens storage, broker, fleet, HTTP, background work and demo, in this order. If one of them fails, or listening does,
 * everything opened so far is closed. A configuration with errors opens nothing.
 * @throws StorageError, or an Error naming the fault of the configuration or the setting
 */
export const startServer = async (start: Start): Promise<RunningServer> => {
  assertValid(start.config, start.custom);
  hashAtCost(start.options.passwordCost);
  const opened = closers();
  try {
    return await open(start, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
};

/** Waits for handlers: no message of a lock may be acknowledged before the fleet is open. */
const createGate = () => {
  let open = () => {};
  const ready = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { ready, open };
};

type Closers = ReturnType<typeof closers>;

/** Opens the database and brings it to this version. Its outages are logged once each. */
const openStorage = async (
  config: Console,
  options: ServerOptions,
  baseLog: Log,
  opened: Closers,
) => {
  const outages = createOutageLog(baseLog);
  const refusesPglite = options.demoLocks === 0;
  const server = await serverName(options.dataDir);
  const { info } = outages.log;
  const store = await openStore({ ...options, server, refusesPglite, config, log: info });
  opened.add(store.close);
  outages.watch(store.ping);
  opened.add(outages.close);
  return { store, server, log: outages.log };
};

/** Stores a generated password, which is not printed: logs are sent to other machines. @returns the path */
const keepFirst = async (dataDir: string, password: string): Promise<string> => {
  const path = join(dataDir, 'first-password');
  await writeFile(path, `${password}\n`, { mode: 0o600 });
  return path;
};

interface LinksOptions {
  readonly store: Store;
  readonly log: Log;
  readonly options: ServerOptions;
  /** Client id at an external broker. */
  readonly clientId: string | undefined;
  /** Key from which the passwords of locks are derived. */
  readonly secret: string;
  readonly authenticate: Authenticate;
  /** Messages wait until it resolves. */
  readonly ready: Promise<void>;
}

/** Opens the connections for locks: MQTT, the protocols of their manufacturers, Traccar. */
const openLinks = async (
  { store, log, options, clientId, secret, authenticate, ready }: LinksOptions,
  opened: Closers,
) => {
  const messages = await openMessageLog(store.db, log);
  opened.add(messages.close);
  const readKeepDays = async () => (await readParameters(store.db)).record_keep_days;
  const inbox = createInbox(log, ready, messages.keep, readKeepDays);
  const mqtt = await openLink({ ...options, inbox, clientId, log, authenticate });
  const sealer = createSealer(await storedSecret(store.db, 'lock'), 'lock');
  const locks = openLockDirectory(store.db, sealer);
  const carrier = { locks, inbox, log };
  const joined = await openGateways(mqtt, {
    ports: options.gatewayPorts,
    host: options.gatewayListen,
    rules: { secret, asksForAuth: options.jt808Auth },
    ...carrier,
  });
  opened.add(joined.close);
  const traccar = openTraccar(joined, { db: store.db, api: options.traccarApi, ...carrier });
  opened.add(store.listen(LOCK_CHANGED, traccar.link.refresh));
  // Credentials for tools on this machine. Read access to the data folder already gives full control.
  const access = JSON.stringify(traccar.link.access);
  await writeFile(join(options.dataDir, 'mqtt.json'), access, { mode: 0o600 });
  return { ...traccar, messages };
};

const open = async (
  { config, options, log: baseLog, demo, custom }: Start,
  opened: Closers,
): Promise<RunningServer> => {
  const { dataDir, smsFile, title, replyLimit, traccarToken } = options;
  await checkDataDir(dataDir);
  if (smsFile !== undefined) await checkSmsFile(smsFile);
  await checkPorts(options);
  const { store, server, log } = await openStorage(config, options, baseLog, opened);
  const { db } = store;
  await demo.check(db, options);
  await syncMenus(store, config);
  const hasDemo = options.demoLocks > 0;
  const { adminPassword } = options;
  const publicPassword = hasDemo ? demo.password : undefined;
  const first = await firstStart({ store, title, adminPassword, publicPassword });
  if (!first && adminPassword !== undefined) {
    log.warn('ADMIN_PASSWORD has no effect: this database has an administrator, see npm run admin');
  }
  const passwordFile = first?.generated && (await keepFirst(dataDir, first.generated));

  // Closed alone if a newer server has changed the database: HTTP goes on and says so.
  const working = closers();
  opened.add(working.close);
  const secret = await storedSecret(db, 'mqtt');
  const clientId = options.mqttUrl === undefined ? undefined : server;
  const ownLocks = createAuthenticator(db, secret);
  const authenticate = hasDemo ? demo.admit(db, secret, ownLocks) : ownLocks;
  const gate = createGate();
  const { ready } = gate;
  const { link, takeIn, messages } = await openLinks(
    { store, log, options, clientId, secret, authenticate, ready },
    working,
  );
  const files = openFiles(db, dataDir);
  const rights = openRights({ db, config, changes: store.accessChanges, now: Date.now });
  const notifiers = {
    mailer: openMailer(db),
    sms: options.sms,
    webhooks: openWebhooks(db, { allowPrivate: options.webhookPrivate ?? false }),
    title,
  };
  const fleet = await openFleet({ store, config, server, link, log, rights, files, replyLimit });
  working.add(fleet.close);
  gate.open();

  let simulated: RunningDemo | undefined;
  const signSecret =
    options.signSecret ?? (hasDemo ? demo.signSecret : await storedSecret(db, 'sign'));
  const { app, health, tasks } = await serve({
    store,
    config,
    fleet,
    log,
    rights,
    files,
    notifiers,
    options: { ...options, signSecret },
    traccar: traccarToken ? { token: traccarToken, takeIn } : undefined,
    watchMessages: messages.watch,
    custom: custom?.server,
    onTooOld: () => {
      log.error('A newer server changed the database: this one takes no more calls. Update it.');
      working.close().catch((error: Error) => log.error(`Stopping failed: ${error.message}`));
    },
    isGrowing: () => simulated?.isGrowing() ?? false,
  });
  const { sharedGroup: group, takesGroup } = options;
  const background = [
    ...fleet.tasks,
    messages.task,
    ...(group !== undefined && link.group && clientId
      ? failoverTasks({ db, group, clientId, link: link.group, takesGroup, log })
      : []),
    ...storeTasks({ store, log }),
    ...tasks,
    ...notifyTasks({ ...notifiers, db, rights, log }, config),
  ];
  working.add(startWorker(background, { log }).close);
  if (hasDemo) {
    // After the worker: a server without heartbeats while the demo is seeded would count as dead.
    simulated = await demo.start({ store, options, root: ROOT, link, secret, log });
    working.add(simulated.close);
  }
  opened.add(() => app.close());
  const signIn = hasDemo
    ? `harbour / ${demo.password}`
    : passwordFile
      ? `admin, with the password in ${passwordFile}`
      : undefined;
  const listen = async () => {
    const url = await listenAt(app, options, opened.close);
    await openWatch({ store, config, health, dataDir }, options, opened);
    void fleet.preload();
    return url;
  };
  return { app, mqttUrl: link.url, signIn, listen, drain: health.drain, close: opened.close };
};

/** Opens the port for monitoring, if there is one. */
const openWatch = async (
  watched: Omit<Watched, 'token'>,
  { metrics, host }: ServerOptions,
  opened: Closers,
): Promise<void> => {
  if (!metrics) return;
  const watcher = await createWatchServer({ ...watched, token: metrics.token });
  opened.add(() => watcher.close());
  await listenAt(watcher, { port: metrics.port, host }, opened.close);
};

const listenAt = async (
  app: FastifyInstance,
  { port, host }: Pick<ServerOptions, 'port' | 'host'>,
  close: () => Promise<void>,
): Promise<string> => {
  try {
    await app.listen({ port, host });
  } catch (error) {
    await close();
    throw error;
  }
  const { port: openPort } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${openPort}`;
};

/** Notices and escalations, if the configuration declares them. */
const notifyTasks = (
  options: Omit<NoticeOptions, 'webhooks' | 'recorded'> & RuleDependencies['notifiers'],
  config: Console,
): Task[] => {
  const { db } = options;
  const isDeclared = (name: string) => config.entities.some((entity) => entity.name === name);
  const webhooks = isDeclared('webhook') ? options.webhooks : undefined;
  const recorded = isDeclared('noticeRecord');
  return [
    ...(isDeclared('alarmConfig') ? noticeTasks({ ...options, webhooks, recorded }) : []),
    ...(isDeclared('alertRecord') && isDeclared('alarmEscalation') ? escalationTasks(db) : []),
  ];
};

/**
 * Reads the server's name, creating it on the first start. Connections of locks are registered under it. An external
 * broker uses it as the client id and queues messages for it while the server is down.
 */
const serverName = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'mqtt-client');
  const stored = await readFile(path, 'utf8').catch(() => '');
  if (stored !== '') return stored;
  const name = `sealdesk-${randomBytes(6).toString('hex')}`;
  await writeFile(path, name);
  return name;
};

const line = (stream: NodeJS.WriteStream, text: string) => stream.write(`${text}\n`);

/** Prints information to standard output, warnings and errors to standard error. */
export const consoleLog: Log = {
  info: (text) => line(process.stdout, text),
  warn: (text) => line(process.stderr, text),
  error: (text, { stack = '', request } = {}) => {
    const frames = stack.slice(stack.indexOf('\n    at ') >>> 0);
    line(process.stderr, `${text}${request ? ` (${request})` : ''}${frames}`);
  },
};

/** Creates the log for LOG. `json` prints each line as an object, one for every call too, to standard output. */
export const logOf = async (format: string | undefined): Promise<Log> => {
  if (!format) return consoleLog;
  if (format !== 'json') throw new Error(`LOG must be json, or not set, not ${format}`);
  const { destination, pino, stdTimeFunctions } = await import('pino');
  const options = {
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
  };
  const logger = pino(options, destination({ fd: 1, sync: true }));
  return {
    info: (text) => logger.info(text),
    warn: (text) => logger.warn(text),
    error: (text, details) => logger.error(details ?? {}, text),
    call: (call) => logger.info(call, 'call'),
  };
};
