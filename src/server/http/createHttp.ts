import multipart from '@fastify/multipart';
import { type FastifyInstance, fastify } from 'fastify';
import type { RuntimeConfig } from '../../protocol';
import type { Call } from '../calls';
import { type CommandRoom, commandCalls, liveCalls, ticketCalls } from '../commands';
import { entityCalls, exportWork, openEntityRoom } from '../entities';
import { openFiles, uploadCall } from '../files';
import { hobbyCalls } from '../hobby';
import { openJobQueue, startJobs } from '../jobs';
import { openJournal } from '../journal';
import { authCall, openRights } from '../rights';
import { batchWorks, entityRules, roleCalls, tidyExports } from '../rules';
import { openSessions, sessionCalls, storedLoginKey } from '../session';
import { createCheckSign } from './checkSign';
import { consoleVersion } from './consoleVersion';
import type { House } from './House';
import { API_BASE, FILES_URL, type HttpGiven } from './HttpOptions';
import { openApi } from './openApi';
import { trackOpenCalls } from './openCalls';
import { registerRefusals } from './refusals';
import { registerCalls } from './registerCalls';
import { registerFacts } from './registerFacts';
import { registerConsole, registerUploads } from './registerFiles';
import { registerSecurityHeaders } from './securityHeaders';
import { openSeenSigns } from './seenSigns';
import { startSweeping } from './sweeping';

/** Bytes of a body at the most; files come another way. */
const BODY_LIMIT = 2 * 2 ** 20;
/** Until a request is there, ms: a file may come over a slow line. */
const REQUEST_TIMEOUT = 300_000;

/**
 * Makes the server of calls and files, not yet listening: `listen` it, or embed its `routing`. Closing it ends the
 * calls that wait for changes and writes the rest of the operation log; store and fleet stay open.
 */
export const createHttp = async (given: HttpGiven): Promise<FastifyInstance> => {
  const { store, config, fleet, log, options } = given;
  const { now = Date.now, imageServerUrl = FILES_URL } = options;
  const { db } = store;
  const key = await storedLoginKey(db);
  const files = await openFiles(options.dataDir);
  const house: House = {
    checkSign: createCheckSign(config.wire.sign, options.signSecret, now),
    sessions: openSessions(db, now, options.sessionTimes),
    rights: openRights(db, config, now),
    seenSigns: openSeenSigns(db, now),
    journal: openJournal({ store, config, log }),
    files,
    calls: trackOpenCalls(),
    log,
    now,
  };
  const { sessions, rights } = house;
  const queue = openJobQueue(now);
  const rules = entityRules({ db, config, key, sessions, rights, files, queue, now });
  const entityRoom = openEntityRoom({ store, config, key, files, queue, now, rules });
  const works = { ...batchWorks(entityRoom), exportJob: exportWork(entityRoom) };
  const commandRoom: CommandRoom = {
    config,
    fleet,
    key,
    filesUrl: (origin) => new URL(imageServerUrl, options.publicUrl ?? origin).href,
  };
  const calls: readonly Call[] = [
    ...sessionCalls({ db, key, sessions: house.sessions, imageServerUrl, now }),
    authCall({ db, config, publicKey: key.publicKey }),
    ...hobbyCalls({ db, key }),
    ...roleCalls({ db, config }),
    ...entityCalls(entityRoom),
    ...commandCalls(commandRoom),
    ...ticketCalls(commandRoom),
    ...liveCalls({ fleet }),
    uploadCall(files),
  ];
  const runtime: RuntimeConfig = {
    apiBase: API_BASE,
    loginKey: key.publicKey,
    signSecret: options.signSecret,
    mapService: options.mapService ?? '',
    imageServerUrl,
    title: options.title,
    ...(options.clientDir && { version: await consoleVersion(options.clientDir) }),
  };

  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    trustProxy: options.trustProxy ?? false,
  });
  registerSecurityHeaders(app);
  await app.register(multipart, { throwFileSizeLimit: false });
  const { clientDir } = options;
  // Routes take the error handler that is there before them.
  registerRefusals(app, log, clientDir ? await registerConsole(app, clientDir) : undefined);
  await registerUploads(app, files.folder);
  registerCalls(app, calls, house);
  registerFacts(app, { runtime, openApi: openApi(calls, options.title), store });

  const { seenSigns } = house;
  const stopSweeping = startSweeping(
    [
      sessions.sweep,
      seenSigns.sweep,
      () => files.sweep(now()),
      () => tidyExports({ db, config, files, queue }, now()),
    ],
    log,
  );
  const jobs = startJobs({ db, queue, works, rights, log, now });
  app.addHook('preClose', async () => house.calls.abort());
  app.addHook('onSend', async (_request, reply) => {
    // A browser would keep the connection for its next call, and closing would wait for that.
    if (house.calls.isClosing) reply.header('connection', 'close');
  });
  app.addHook('onClose', async () => {
    stopSweeping();
    await jobs.close();
    await house.journal.close();
  });
  return app;
};
