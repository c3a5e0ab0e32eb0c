import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { MINUTE } from '../../domain/duration';
import type { RuntimeConfig } from '../../protocol';
import {
  authCall,
  openRights,
  openSessions,
  pageRolesCall,
  sessionCalls,
  storedLoginKey,
} from '../auth';
import type { Endpoint } from '../calls/endpoint';
import { LOG } from '../db';
import { isClockInDoubt } from '../db/serverClock';
import {
  checkReferences,
  entityCalls,
  entityDependencies,
  exportHandler,
  logRules,
  openOperationLog,
} from '../entities';
import { openFiles } from '../files/files';
import { openUploads } from '../files/uploads';
import { type CommandDependencies, commandCalls, ticketCalls } from '../fleet/commandCalls';
import { liveCalls } from '../fleet/liveCalls';
import { scheduleTasks } from '../fleet/schedules';
import { trackCalls } from '../fleet/tracks';
import { findPlaceCall } from '../gazetteer/findPlaces';
import { placeCalls } from '../gazetteer/placeCalls';
import { jobTask, openJobQueue } from '../jobs';
import { sendCode } from '../notify/code';
import { openMailer } from '../notify/mail';
import { openWebhooks } from '../notify/webhook';
import { reportCalls, reportTasks } from '../reports';
import { batchHandlers, deleteOldExports, entityRules, roleCalls } from '../rules';
import { preferenceCalls } from '../rules/userSettings';
import type { Task } from '../work/worker';
import { createVerifyRequestSign, depthError, openReplayGuard } from './admission';
import { registerRefusals } from './answers';
import {
  API_BASE,
  FILES_URL,
  type HttpContext,
  type HttpDependencies,
  type HttpOptions,
  trackOpenCalls,
} from './context';
import { limitDatabase } from './databaseLimit';
import { filesUrlAt, registerUploads } from './downloads';
import { registerConsole, registerSecurityHeaders } from './files';
import { registerHealth } from './health';
import { mapSessionCalls } from './mapSession';
import { openMaps, registerMaps } from './maps';
import { openApi, registerStatus } from './openApi';
import { registerCalls } from './performCall';
import { CHECK_INTERVAL, limitSockets, SOCKET_LIMITS } from './sockets';
import { registerTraccar } from './traccar';
import { openVersionGate } from './versionGate';

/** Maximum bytes of a request body. Uploads have their own limit. */
const BODY_LIMIT = 2 * 2 ** 20;
/** Timeout for a whole request, ms. It is long because an upload may come over a slow line. */
const REQUEST_TIMEOUT = 300_000;
/** Interval at which expired data is deleted, ms. */
const SWEEP_INTERVAL = 10 * MINUTE;

interface HttpServer {
  readonly app: FastifyInstance;
  readonly tasks: readonly Task[];
}

/**
 * Creates the HTTP server for calls and files. It does not listen yet: call `listen` or embed its `routing`. Closing it
 * ends the long polls; store and fleet stay open.
 */
export const createHttpServer = async (dependencies: HttpDependencies): Promise<HttpServer> => {
  const { store, config, fleet, log, options } = dependencies;
  const { now = Date.now, imageServerUrl = FILES_URL } = options;
  const { db, accessChanges } = store;
  const key = await storedLoginKey(db);
  const files = openFiles(db, options.dataDir);
  const http: HttpContext = {
    verifyRequestSign: createVerifyRequestSign(config.wire.sign, options.signSecret, now),
    sessions: openSessions({ db, changes: accessChanges, now, times: options.sessionTimes }),
    rights: openRights({ db, config, changes: accessChanges, now }),
    accessChanges,
    replayGuard: openReplayGuard(db, now),
    journal: openOperationLog(db, config),
    files,
    calls: trackOpenCalls(),
    log,
    now,
  };
  const { sessions, rights } = http;
  const queue = openJobQueue(now);
  const broker = {
    ...fleet,
    address: lockAddress(fleet.mqttUrl, options),
    gatewayHost: gatewayHost(options),
    filesUrl: () => filesUrl(),
  };
  const notifiers = {
    mailer: openMailer(db),
    sms: options.sms,
    webhooks: openWebhooks(db, { allowPrivate: options.webhookPrivate ?? false, now }),
    title: options.title,
  };
  const rules = entityRules({
    db,
    config,
    key,
    sessions,
    rights,
    files,
    queue,
    broker,
    notifiers,
    watchMessages: dependencies.watchMessages,
    now,
  });
  const uploads = openUploads({ db, config, files, rights, imageServerUrl, now });
  const forEntities = entityDependencies({
    store,
    config,
    key,
    files,
    uploads,
    queue,
    now,
    rules: { ...rules, [LOG]: logRules(() => calls) },
    isGrowing: dependencies.isGrowing,
  });
  const handlers = { ...batchHandlers(forEntities), exportJob: exportHandler(forEntities) };
  const forCommands: CommandDependencies = {
    sendCode: (message) => sendCode({ db, ...notifiers }, message),
    config,
    fleet,
    db,
    checkReferences: (args, caller) => checkReferences(forEntities, db, args, caller),
    uploads,
    key,
    filesUrl: () => filesUrl(),
  };
  const maps = await openMaps(options.dataDir, options.mapService ?? '');
  // Tickets define some of their own calls, which replace the entity's calls at the same path.
  const tickets = ticketCalls(forCommands);
  const calls: readonly Endpoint[] = [
    ...sessionCalls({ db, key, sessions: http.sessions, imageServerUrl, now }),
    authCall({ db, config, publicKey: key.publicKey, rights }),
    pageRolesCall(db, config),
    ...preferenceCalls({ db, key }),
    ...roleCalls({ db, config }),
    ...entityCalls(forEntities).filter(({ path }) => !tickets.some((call) => call.path === path)),
    ...commandCalls(forCommands),
    ...tickets,
    ...liveCalls({ fleet }),
    ...placeCalls(forEntities),
    ...trackCalls({ config, db }),
    ...reportCalls({ config, db, places: forEntities.places }),
    findPlaceCall,
    ...mapSessionCalls({ config, db, service: maps.service, now }),
    uploads.call,
  ];
  const runtime: RuntimeConfig = {
    apiBase: API_BASE,
    loginKey: key.publicKey,
    signSecret: options.signSecret,
    mapService: maps.service,
    imageServerUrl,
    title: options.title,
    ...(options.clientDir && { version: await consoleVersion(options.clientDir) }),
  };

  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    http: { connectionsCheckingInterval: CHECK_INTERVAL },
    trustProxy: options.trustProxy ?? false,
  });
  const filesUrl = () => lockFilesUrl(app, options.publicUrl, imageServerUrl);
  limitSockets(app, { ...SOCKET_LIMITS, ...options.socketLimits }, Boolean(options.trustProxy));
  readShallowJson(app);
  registerSecurityHeaders(app, [imageServerUrl], maps.service.split(/\s+/));
  const { clientDir } = options;
  const gate = openVersionGate(store, dependencies.onTooOld ?? (() => undefined));
  gate.register(app);
  // Routes use the error handler that was set before them.
  registerRefusals(app, log, clientDir ? await registerConsole(app, clientDir) : undefined);
  limitDatabase(app);
  registerUploads(app, files);
  await registerMaps(app, maps.folder);
  await registerCalls(app, calls, http);
  if (dependencies.traccar) await registerTraccar(app, dependencies.traccar, log);
  registerHealth(app, { gate, store, config, fleet, dataDir: options.dataDir });
  registerStatus(app, { runtime, openApi: openApi(calls, config, options.title), store });

  const sweep: Task = {
    name: 'sweep',
    every: SWEEP_INTERVAL,
    run: async () => {
      await sessions.deleteExpired();
      await http.replayGuard.deleteExpired();
      if (await isClockInDoubt(db, now())) return;
      await files.sweep(now());
      await uploads.sweep(now());
      await deleteOldExports({ db, config, files, queue }, now());
    },
  };
  const forTasks = { db, config, rights, places: forEntities.places, log };
  const tasks = [
    gate.task,
    sweep,
    jobTask({ db, queue, handlers, rights, log }),
    ...reportTasks(forTasks),
    ...scheduleTasks({ ...forTasks, fleet, filesUrl }),
  ];
  app.addHook('preClose', async () => http.calls.abort());
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Otherwise the browser keeps the connection open for its next call, and closing has to wait for it.
    if (http.calls.isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  return { app, tasks };
};

/**
 * Base URL from which locks load files; undefined if none is known. Never the host that a caller names: a lock would
 * load its firmware from there.
 */
const lockFilesUrl = (
  app: FastifyInstance,
  publicUrl: string | undefined,
  imageServerUrl: string,
): string | undefined => {
  const base = publicUrl ?? loopbackUrl(app);
  return base === undefined && !URL.canParse(imageServerUrl)
    ? undefined
    : filesUrlAt(base ?? '', imageServerUrl);
};

/** Base URL of a server that only this machine reaches, as in the demo; undefined for any other. */
const loopbackUrl = (app: FastifyInstance): string | undefined => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return undefined;
  const { address: host, port } = address;
  return /^(127\.|::1$)/.test(host)
    ? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    : undefined;
};

const isEverywhere = (host: string | undefined) => host === '0.0.0.0' || host === '::';

/** Host where locks with a manufacturer's protocol reach their gateway. */
const gatewayHost = ({ gatewayPublicHost, publicUrl, gatewayListen }: HttpOptions): string => {
  if (gatewayPublicHost !== undefined) return gatewayPublicHost;
  if (gatewayListen !== undefined && !isEverywhere(gatewayListen)) return gatewayListen;
  return publicUrl === undefined ? '127.0.0.1' : new URL(publicUrl).hostname;
};

/**
 * URL where locks reach the broker: as configured, or the host of `publicUrl` if the broker listens on all interfaces.
 */
const lockAddress = (mqttUrl: string, { mqttPublicUrl, publicUrl, mqttListen }: HttpOptions) => {
  if (mqttPublicUrl !== undefined) return mqttPublicUrl;
  if (!isEverywhere(mqttListen) || publicUrl === undefined) return mqttUrl;
  return `mqtt://${new URL(publicUrl).hostname}:${new URL(mqttUrl).port}`;
};

const readShallowJson = (app: FastifyInstance): void => {
  const read = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      const refusal = depthError(body);
      return refusal ? done(refusal) : read(request, body, done);
    },
  );
};

/** Enough digits of a hash to tell releases apart. */
const LENGTH = 16;

/**
 * Returns an id of the console's release: a hash of its page, which names every file by a hash of its content.
 * Undefined if there is no built console.
 */
export const consoleVersion = async (clientDir: string): Promise<string | undefined> => {
  const page = await readFile(join(clientDir, 'index.html')).catch(() => undefined);
  return page && createHash('sha256').update(page).digest('hex').slice(0, LENGTH);
};
