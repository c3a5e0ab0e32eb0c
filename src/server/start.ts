import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Console } from '../config';
import { admitReplay, checkDemo, DEMO_PASSWORD, DEMO_SECRET, startDemo } from '../demo';
import { DAY } from '../domain/duration';
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
import { readParameters } from './parameters';
import { checkDataDir, checkPorts } from './preflight';
import { runEvery } from './repeat';
import { openTraccar } from './traccar';
import { assertValid } from './validate';

export interface RunningServer {
  /** Its routes, for a server that listens itself. */
  readonly app: FastifyInstance<Server>;
  readonly mqttUrl: string;
  /** The sign-in that a person can try, where there is one to tell. */
  readonly signIn: string | undefined;
  /** Listens on the options' port; answers the address. Where that fails, everything is closed. */
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
 * Opens storage, broker, fleet, demo and HTTP, in this order; when one of them fails, or listening does, what was
 * opened is closed. A configuration with errors opens nothing.
 * @throws StorageError, or an Error that says what is wrong with the configuration or with which setting
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
  const { inherit } = link;
  const group = options.sharedGroup;
  if (group !== undefined && inherit && clientId) {
    opened.add(failoverTasks({ db: store.db, group, clientId, inherit, log }));
  }
  let isGrowing: (() => boolean) | undefined;
  if (hasDemo) {
    const brokerUrl = link.url;
    const demo = await startDemo({
      store,
      root: ROOT,
      count: demoLocks,
      days: options.demoDays,
      dataDir,
      brokerUrl,
      gateways: link.gateways,
      gatewayHost: reachableHost(options.gatewayListen).replace(/[[\]]/g, ''),
      secret,
      command: fleet.command,
      log,
    });
    opened.add(demo.close);
    isGrowing = demo.isGrowing;
  }

  const signSecret =
    options.signSecret ?? (hasDemo ? DEMO_SECRET : await storedSecret(store.db, 'sign'));
  const door = traccarToken ? { token: traccarToken, takeIn: traccar.takeIn } : undefined;
  const app = await createHttpServer({
    store,
    config,
    fleet,
    log,
    options: { ...options, signSecret },
    traccar: door,
    isGrowing,
  });
  opened.add(() => app.close());
  opened.add(retentionTask({ store, log }));
  opened.add(keepCounts({ store, log }));
  const { db } = store;
  const isDeclared = (name: string) => config.entities.some((entity) => entity.name === name);
  if (isDeclared('alarmConfig')) {
    const webhooks = isDeclared('webhook')
      ? openWebhooks(db, { allowPrivate: options.webhookPrivate ?? false })
      : undefined;
    const recorded = isDeclared('noticeRecord');
    const { sms } = options;
    const mailer = openMailer(db);
    opened.add(noticeTasks({ db, mailer, sms, webhooks, recorded, title, log }));
  }
  if (isDeclared('alertRecord') && isDeclared('alarmEscalation')) {
    opened.add(escalationTasks({ db, log }));
  }

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

/** The organisation above all others, its administrator and the role that may do everything. */
const ROOT = { orgId: 1, operId: 1, roleId: 1 } as const;

interface FirstStart {
  readonly store: Store;
  readonly title: string;
  /** Made up when missing. */
  readonly adminPassword?: string;
}

/**
 * Makes the root organisation and its administrator in an empty database.
 * @returns the administrator's password when it was made now, undefined when there was one already
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
      // Rows with a chosen id do not move the sequence behind it.
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1)`.execute(trx);
    }
    return password;
  });
};

/** Leaves the way into the broker for tools on this machine; whoever can read the data folder owns the fleet anyway. */
const writeAccess = async (dataDir: string, { access }: OpenLink): Promise<void> => {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'mqtt.json'), JSON.stringify(access), { mode: 0o600 });
};

/**
 * Reads the name of this server, made once: it holds locks' connections under it, and an external broker keeps for it
 * what locks send while the server is away.
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

interface Options {
  readonly store: Pick<Store, 'db' | 'ensurePartitions' | 'deleteOldRecords'>;
  readonly log: Log;
  /** ms since 1970. */
  readonly now?: () => number;
}

const runRetention = async ({ store, log, now = Date.now }: Options, signal: AbortSignal) => {
  await store.ensurePartitions(now());
  const { record_keep_days } = await readParameters(store.db);
  const { partitions, records } = await store.deleteOldRecords(
    now() - record_keep_days * DAY,
    signal,
  );
  if (partitions.length > 0)
    log.info(`Records older than ${record_keep_days} days: dropped ${partitions.join(', ')}`);
  if (records > 0) log.info(`Records older than ${record_keep_days} days: deleted ${records}`);
};

/**
 * Makes room for the records to come and forgets those older than `record_keep_days`, now and every day.
 * @returns what ends it, when nothing of it runs any more
 */
export const retentionTask = (options: Options): (() => Promise<void>) => {
  const ending = new AbortController();
  const run = () =>
    runRetention(options, ending.signal).catch((error: Error) => {
      if (!ending.signal.aborted) options.log.error(`Records: ${error.message}`);
    });
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, DAY);
  return async () => {
    clearInterval(timer);
    ending.abort();
    await running;
  };
};

const COUNT_INTERVAL = 10_000;

/**
 * Adds up what was counted since, now and every ten seconds.
 * @returns what ends it, when nothing of it runs any more
 */
const keepCounts = ({ store, log }: { store: Pick<Store, 'foldCounts'>; log: Log }) =>
  runEvery(
    COUNT_INTERVAL,
    () => store.foldCounts(),
    (error) => log.warn(`Counts wait: ${error.message}`),
  );

const line = (stream: NodeJS.WriteStream, text: string) => stream.write(`${text}\n`);

/** Plain lines: what is expected on standard output, what needs a look on standard error. */
export const consoleLog: Log = {
  info: (text) => line(process.stdout, text),
  warn: (text) => line(process.stderr, text),
  error: (text) => line(process.stderr, text),
};
