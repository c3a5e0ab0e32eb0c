import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Console } from '../config';
import { admitReplay, checkDemo, DEMO_PASSWORD, DEMO_SECRET, startDemo } from '../demo';
import {
  createSealer,
  hashAtCost,
  hashPassword,
  initialPassword,
  storedSecret,
  syncMenus,
} from './auth';
import { LOCK_CHANGED, openStore, type Store } from './db';
import { openFiles } from './files';
import { createAuthenticator, openFleet } from './fleet';
import { failoverTasks } from './fleet/failover';
import { type OpenLink, openLink, reachableHost } from './fleet/link';
import { openMessageLog } from './fleet/messageLog';
import { openGateways, openLockDirectory } from './gateways';
import { createHttpServer } from './http';
import { escalationTasks } from './notify/escalate';
import { openMailer } from './notify/mail';
import { noticeTasks } from './notify/send';
import { openWebhooks } from './notify/webhook';
import type { ServerOptions } from './options';
import { createOutageLog, type Log } from './outage';
import { checkDataDir, checkPorts } from './preflight';
import { storeTasks } from './storeTasks';
import { openTraccar } from './traccar';
import { assertValid } from './validate';
import { startWorker, type Task } from './work/worker';

export interface RunningServer {
  /** HTTP routes, for a host that listens by itself. */
  readonly app: FastifyInstance<Server>;
  readonly mqttUrl: string;
  /** User name and password to show at the start, if there are any to show. */
  readonly signIn: string | undefined;
  /** Listens on the options' port. Closes everything if that fails. @returns the server's URL */
  listen(): Promise<string>;
  /** Stops the parts in an order that loses nothing acknowledged. Safe to call twice. */
  close(): Promise<void>;
}

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
 * Opens storage, broker, fleet, HTTP, background work and demo, in this order. If one of them fails, or listening does, everything
 * opened so far is closed. A configuration with errors opens nothing.
 * @throws StorageError, or an Error naming the fault of the configuration or the setting
 */
export const startServer = async (
  config: Console,
  options: ServerOptions,
  log: Log,
): Promise<RunningServer> => {
  assertValid(config);
  hashAtCost(options.passwordCost);
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
  baseLog: Log,
  opened: ReturnType<typeof closers>,
): Promise<RunningServer> => {
  const { dataDir, databaseUrl, demoLocks, title } = options;
  await checkDataDir(dataDir);
  await checkPorts(options);
  const outages = createOutageLog(baseLog);
  const { log } = outages;
  const store = await openStore({ dataDir, databaseUrl, config, log: log.info });
  opened.add(store.close);
  outages.watch(store.ping);
  opened.add(outages.close);
  await checkDemo(store.db, options);
  await syncMenus(store, config);
  const hasDemo = demoLocks > 0;
  const adminPassword = options.adminPassword ?? (hasDemo ? DEMO_PASSWORD : undefined);
  const printedPassword = await firstStart({ store, title, adminPassword });

  const secret = await storedSecret(store.db, 'mqtt');
  let takeIn = () => {};
  const ready = new Promise<void>((resolve) => {
    takeIn = resolve;
  });
  const wire = openMessageLog(store.db, log);
  opened.add(wire.close);
  const server = await serverName(dataDir);
  const clientId = options.mqttUrl === undefined ? undefined : server;
  const authenticate = createAuthenticator(store.db, secret);
  const mqtt = await openLink({
    ...options,
    keep: wire.keep,
    clientId,
    ready,
    log,
    authenticate: hasDemo ? admitReplay(store.db, secret, authenticate) : authenticate,
  });
  const sealer = createSealer(await storedSecret(store.db, 'lock'), 'lock');
  const locks = openLockDirectory(store.db, sealer);
  const carrier = { locks, keep: wire.keep, ready, log };
  const joined = await openGateways(mqtt, {
    ports: options.gatewayPorts,
    host: options.gatewayListen,
    rules: { secret, asksForAuth: options.jt808Auth },
    ...carrier,
  });
  opened.add(joined.close);
  const { traccarToken, traccarApi } = options;
  const traccar = openTraccar(joined, { db: store.db, api: traccarApi, ...carrier });
  const { link } = traccar;
  opened.add(store.listen(LOCK_CHANGED, link.refresh));
  await writeAccess(dataDir, link);
  const { find: findFile } = await openFiles(dataDir);
  const fleet = await openFleet({
    store,
    config,
    server,
    link,
    log,
    findFile,
    replyLimit: options.replyLimit,
  });
  opened.add(fleet.close);
  takeIn();
  let demo: Awaited<ReturnType<typeof startDemo>> | undefined;
  const signSecret =
    options.signSecret ?? (hasDemo ? DEMO_SECRET : await storedSecret(store.db, 'sign'));
  const door = traccarToken ? { token: traccarToken, takeIn: traccar.takeIn } : undefined;
  const { app, tasks } = await createHttpServer({
    store,
    config,
    fleet,
    log,
    options: { ...options, signSecret },
    traccar: door,
    isGrowing: () => demo?.isGrowing() ?? false,
  });
  const { inherit } = link;
  const group = options.sharedGroup;
  const background = [
    ...fleet.tasks,
    ...(group !== undefined && inherit && clientId
      ? failoverTasks({ db: store.db, group, clientId, inherit, log })
      : []),
    ...storeTasks({ store, log }),
    ...tasks,
    ...notifyTasks(store, config, options, log),
  ];
  opened.add(startWorker(background, { log }).close);
  if (hasDemo) {
    // After the worker: a server without heartbeats while the demo is seeded would count as dead.
    demo = await startDemo({
      store,
      root: ROOT,
      count: demoLocks,
      days: options.demoDays,
      dataDir,
      brokerUrl: link.url,
      gateways: link.gateways,
      gatewayHost: reachableHost(options.gatewayListen).replace(/[[\]]/g, ''),
      secret,
      command: fleet.command,
      log,
    });
    opened.add(demo.close);
  }
  opened.add(() => app.close());

  return {
    app,
    mqttUrl: link.url,
    signIn: hasDemo
      ? `harbour / ${DEMO_PASSWORD}`
      : printedPassword && `admin / ${printedPassword}`,
    listen: async () => {
      try {
        await app.listen({ port: options.port, host: options.host });
      } catch (error) {
        await opened.close();
        throw error;
      }
      const { port } = app.server.address() as AddressInfo;
      return `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
    },
    close: opened.close,
  };
};

/** Notices and escalations, if the configuration declares them. */
const notifyTasks = ({ db }: Store, config: Console, options: ServerOptions, log: Log): Task[] => {
  const isDeclared = (name: string) => config.entities.some((entity) => entity.name === name);
  const { sms, title, webhookPrivate = false } = options;
  const webhooks = isDeclared('webhook')
    ? openWebhooks(db, { allowPrivate: webhookPrivate })
    : undefined;
  const recorded = isDeclared('noticeRecord');
  const notices = { db, mailer: openMailer(db), sms, webhooks, recorded, title, log };
  return [
    ...(isDeclared('alarmConfig') ? noticeTasks(notices) : []),
    ...(isDeclared('alertRecord') && isDeclared('alarmEscalation') ? escalationTasks(db) : []),
  ];
};

/** Root organisation, its administrator, and the role with every permission. */
const ROOT = { orgId: 1, operId: 1, roleId: 1 } as const;

interface FirstStart {
  readonly store: Store;
  readonly title: string;
  /** Generated if undefined. */
  readonly adminPassword?: string;
}

/**
 * Creates the root organisation and its administrator in an empty database.
 * @returns the administrator's password, or undefined if the administrator already existed
 */
const firstStart = async ({
  store,
  title,
  adminPassword,
}: FirstStart): Promise<string | undefined> => {
  const password = adminPassword ?? initialPassword();
  const hash = await hashPassword(password);
  const now = Date.now();
  return store.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7203)`.execute(trx);
    const { rows } = await sql`select 1 from oper where id = ${ROOT.operId}`.execute(trx);
    if (rows.length > 0) return undefined;
    await sql`
      insert into org (id, org_name, org_type, status, create_time)
      values (${ROOT.orgId}, ${title}, 1, 1, ${now})`.execute(trx);
    await sql`
      insert into role (id, "roleName", create_time)
      values (${ROOT.roleId}, 'System administrator', ${now})`.execute(trx);
    await sql`
      insert into oper (id, "operName", "loginName", role_id, org_id, status, create_time,
                        password_hash, must_change)
      values (${ROOT.operId}, 'Administrator', 'admin', ${ROOT.roleId}, ${ROOT.orgId}, 1, ${now},
              ${hash}, ${adminPassword === undefined})`.execute(trx);
    for (const table of ['org', 'role', 'oper']) {
      // Inserting explicit ids does not advance the sequence.
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1)`.execute(trx);
    }
    return password;
  });
};

/**
 * Writes the broker's credentials for tools on this machine. Read access to the data folder already gives full control.
 */
const writeAccess = async (dataDir: string, { access }: OpenLink): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'mqtt.json'), JSON.stringify(access), { mode: 0o600 });
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
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, name);
  return name;
};

const line = (stream: NodeJS.WriteStream, text: string) => stream.write(`${text}\n`);

/** Prints information to standard output, warnings and errors to standard error. */
export const consoleLog: Log = {
  info: (text) => line(process.stdout, text),
  warn: (text) => line(process.stderr, text),
  error: (text) => line(process.stderr, text),
};
