import type { FastifyInstance } from 'fastify';
import type { Console } from '../config';
import { MINUTE } from '../domain/duration';
import {
  acceptInvitationCall,
  authCall,
  type Mailing,
  openSessions,
  pageRolesCall,
  type SessionTimes,
  sessionCalls,
  storedLoginKey,
} from './auth';
import type { Endpoint } from './calls/endpoint';
import type { Custom } from './customCode';
import { type Database, LOG } from './db';
import { isClockInDoubt } from './db/serverClock';
import {
  checkReferences,
  entityCalls,
  entityDependencies,
  exportHandler,
  logRules,
  openOperationLog,
  sentListTasks,
} from './entities';
import { openUploads } from './files/uploads';
import type { Fleet } from './fleet';
import { type CommandDependencies, commandCalls, ticketCalls } from './fleet/commands/commandCalls';
import { scheduleTasks } from './fleet/commands/schedules';
import { healthCalls } from './fleet/health';
import { liveCalls } from './fleet/live/liveCalls';
import type { MessageLog } from './fleet/log/messageLog';
import { trackCalls } from './fleet/tracks';
import { findPlaceCall } from './gazetteer/findPlaces';
import { placeCalls } from './gazetteer/placeCalls';
import {
  createHttpServer,
  FILES_URL,
  filesUrlAt,
  type HttpDependencies,
  type HttpOptions,
  mapSessionCalls,
  openMaps,
  openReplayGuard,
} from './http';
import { jobTask, openJobQueue } from './jobs';
import { bellCalls, deleteOldMessages } from './notify/bell';
import { sendCode } from './notify/code';
import { accountFor } from './notify/send';
import type { ServerOptions } from './options';
import type { Log } from './outage';
import { reportCalls, reportTasks } from './reports';
import {
  batchHandlers,
  deleteOldExports,
  entityRules,
  type RuleDependencies,
  roleCalls,
} from './rules';
import { warningTasks } from './rules/dateWarnings';
import { preferenceCalls } from './rules/userSettings';
import type { Task } from './work/worker';

/** Interval at which expired data is deleted, ms. */
const SWEEP_INTERVAL = 10 * MINUTE;

export interface ServeOptions
  extends Omit<HttpOptions, 'imageServerUrl' | 'now'>,
    Partial<Pick<ServerOptions, 'imageServerUrl' | 'mapService' | 'publicUrl'>>,
    Pick<ServerOptions, 'mqttPublicUrl' | 'gatewayPublicHost'>,
    Partial<Pick<ServerOptions, 'mqttListen' | 'gatewayListen'>> {
  readonly sessionTimes?: SessionTimes;
  /** Clock, epoch ms. */
  readonly now?: () => number;
}

interface ServeDependencies
  extends Pick<HttpDependencies, 'store' | 'config' | 'rights' | 'files' | 'onTooOld' | 'traccar'> {
  readonly fleet: Fleet;
  readonly notifiers: RuleDependencies['notifiers'];
  readonly log: Log;
  /** Undefined if no messages of locks arrive here. */
  readonly watchMessages?: MessageLog['watch'];
  readonly custom?: Custom;
  /** Returns true while history is still being generated, as in a new demo. */
  readonly isGrowing?: () => boolean;
  readonly options: ServeOptions;
}

/** Makes the calls of all rooms and serves them by HTTP. Returns the work in the background that belongs to them. */
export const serve = async (dependencies: ServeDependencies) => {
  const { store, config, fleet, log, rights, files, notifiers, options } = dependencies;
  const { watchMessages, custom = {} } = dependencies;
  const { now = Date.now, imageServerUrl = FILES_URL } = options;
  const { db, accessChanges } = store;
  const key = await storedLoginKey(db);
  const sessions = openSessions({ db, changes: accessChanges, now, times: options.sessionTimes });
  const replayGuard = openReplayGuard(db, now);
  const queue = openJobQueue(now);
  const ownUrl = () => options.publicUrl ?? loopbackUrl(app);
  const filesUrl = () => lockFilesUrl(ownUrl(), imageServerUrl);
  const installation = { consoleUrl: () => ownUrl()?.replace(/\/+$/, ''), title: notifiers.title };
  const readMailing = mailingOf(config, installation.consoleUrl);
  const broker = {
    ...fleet,
    address: lockAddress(fleet.mqttUrl, options),
    gatewayHost: gatewayHost(options),
    filesUrl,
  };
  const shared = { db, config, key, sessions, rights, files, queue, now, log, ...installation };
  const rules = entityRules({ ...shared, readMailing, broker, notifiers, watchMessages, custom });
  const uploads = openUploads({ ...shared, imageServerUrl });
  const forEntities = entityDependencies({
    ...shared,
    store,
    uploads,
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
    filesUrl,
  };
  const maps = await openMaps(options.dataDir, options.mapService ?? '');
  // Tickets define some of their own calls, which replace the entity's calls at the same path.
  const tickets = ticketCalls(forCommands);
  const calls: readonly Endpoint[] = [
    ...sessionCalls({ db, key, sessions, imageServerUrl, now }),
    acceptInvitationCall({ db, key, now }),
    authCall({ readMailing, db, config, publicKey: key.publicKey, rights }),
    pageRolesCall(db, config),
    ...preferenceCalls(db, key),
    ...bellCalls(db, now),
    ...roleCalls(db, config),
    ...entityCalls(forEntities).filter(({ path }) => !tickets.some((call) => call.path === path)),
    ...commandCalls(forCommands),
    ...tickets,
    ...liveCalls({ fleet, config }),
    ...healthCalls({ fleet, config, db }),
    ...placeCalls(db, forEntities.places),
    ...trackCalls({ config, db }),
    ...reportCalls(forEntities),
    findPlaceCall,
    ...mapSessionCalls({ config, db, service: maps.service, now }),
    uploads.call,
    ...(custom.calls?.({ db, config, now }) ?? []),
  ];
  assertDistinct(calls);
  const { app, health, versionTask } = await createHttpServer({
    ...dependencies,
    options: { ...options, now, imageServerUrl },
    calls,
    publicKey: key.publicKey,
    maps,
    sessions,
    replayGuard,
    journal: openOperationLog(db, config),
  });
  const sweep: Task = {
    name: 'sweep',
    every: SWEEP_INTERVAL,
    run: async () => {
      await sessions.deleteExpired();
      await replayGuard.deleteExpired();
      if (await isClockInDoubt(db, now())) return;
      await files.sweep(now());
      await uploads.sweep(now());
      await deleteOldMessages(db, now());
      await deleteOldExports({ db, config, files, queue }, now());
    },
  };
  const tasks: readonly Task[] = [
    versionTask,
    sweep,
    jobTask({ db, queue, handlers, rights, log }),
    ...reportTasks({ ...forEntities, log }),
    ...sentListTasks(forEntities, log),
    ...warningTasks(forEntities, log),
    ...scheduleTasks({ ...forEntities, log, fleet, filesUrl }),
    ...(custom.tasks?.({ db, config, now }) ?? []),
  ];
  return { app, health, tasks };
};

/** @throws Error if two calls have one path */
const assertDistinct = (calls: readonly Endpoint[]): void => {
  const paths = new Set<string>();
  for (const { path } of calls) {
    if (paths.has(path)) throw new Error(`There is already a call ${path}`);
    paths.add(path);
  }
};

/** Reads which mails the server can send to operators. All need an enabled mail account. */
const mailingOf =
  ({ entities }: Console, consoleUrl: () => string | undefined) =>
  async (db: Database): Promise<Mailing> => {
    const declares = (...names: string[]) =>
      names.every((each) => entities.some(({ name }) => name === each));
    const hasAccount = declares('emailKey', 'alarmConfig') && !!(await accountFor(db, 1));
    const base = consoleUrl();
    return {
      sendsLists: declares('exportJob', 'colleague') ? hasAccount : undefined,
      invitationUrl: hasAccount && base ? `${base}/invitation` : undefined,
    };
  };

/**
 * Base URL from which locks load files; undefined if none is known. Never the host that a caller names: a lock would
 * load its firmware from there.
 */
const lockFilesUrl = (base: string | undefined, imageServerUrl: string): string | undefined =>
  base === undefined && !URL.canParse(imageServerUrl)
    ? undefined
    : filesUrlAt(base ?? '', imageServerUrl);

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
const gatewayHost = ({ gatewayPublicHost, publicUrl, gatewayListen }: ServeOptions): string => {
  if (gatewayPublicHost !== undefined) return gatewayPublicHost;
  if (gatewayListen !== undefined && !isEverywhere(gatewayListen)) return gatewayListen;
  return publicUrl === undefined ? '127.0.0.1' : new URL(publicUrl).hostname;
};

/**
 * URL where locks reach the broker: as configured, or the host of `publicUrl` if the broker listens on all interfaces.
 */
const lockAddress = (mqttUrl: string, { mqttPublicUrl, publicUrl, mqttListen }: ServeOptions) => {
  if (mqttPublicUrl !== undefined) return mqttPublicUrl;
  if (!isEverywhere(mqttListen) || publicUrl === undefined) return mqttUrl;
  return `mqtt://${new URL(publicUrl).hostname}:${new URL(mqttUrl).port}`;
};
