import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import type { RuntimeConfig } from '../../protocol';
import { withLeaseLimit } from '../db';
import { createVerifyRequestSign, depthError } from './admission';
import { registerRefusals } from './answers';
import { API_BASE, type HttpContext, type HttpDependencies, trackOpenCalls } from './context';
import { registerUploads } from './downloads';
import { registerConsole, registerSecurityHeaders } from './files';
import { openHealth } from './health';
import { registerMaps } from './maps';
import { openApi, registerStatus } from './openApi';
import { registerCalls } from './performCall';
import { CHECK_INTERVAL, limitSockets, SOCKET_LIMITS } from './sockets';
import { registerTraccar } from './traccar';
import { openVersionGate } from './versionGate';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The database may take as long as it needs: exports, uploads, and data that the sender sends again. */
    readonly isLong?: boolean;
  }
}

/** Timeout of the database for a request, ms. The console gives up after 10 s. */
const DATABASE_TIMEOUT = 8_000;
/** Maximum bytes of a request body. Uploads have their own limit. */
const BODY_LIMIT = 2 * 2 ** 20;
/** Timeout for a whole request, ms. It is long because an upload may come over a slow line. */
const REQUEST_TIMEOUT = 300_000;

/**
 * Creates the HTTP server for calls and files. It does not listen yet: call `listen` or embed its `routing`. Closing it
 * ends the long polls; store and fleet stay open. `versionTask` looks for a newer server on the database.
 */
export const createHttpServer = async (dependencies: HttpDependencies) => {
  const { store, config, fleet, files, log, options, calls, publicKey, maps } = dependencies;
  const { now, imageServerUrl } = options;
  const http: HttpContext = {
    ...dependencies,
    verifyRequestSign: createVerifyRequestSign(config.wire.sign, options.signSecret, now),
    accessChanges: store.accessChanges,
    calls: trackOpenCalls(),
    now,
  };
  const runtime: RuntimeConfig = {
    apiBase: API_BASE,
    loginKey: publicKey,
    signSecret: options.signSecret,
    mapService: maps.service,
    imageServerUrl,
    title: options.title,
    release: import.meta.env.RELEASE,
    ...(store.warning !== undefined && { demoDatabase: true }),
    ...(options.clientDir && { version: await consoleVersion(options.clientDir) }),
  };

  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    http: { connectionsCheckingInterval: CHECK_INTERVAL },
    // A path that does not decode, such as /50%.
    frameworkErrors: (_error, _request, { raw }) => {
      raw.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    },
    trustProxy: options.trustProxy ?? false,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  limitSockets(app, { ...SOCKET_LIMITS, ...options.socketLimits }, Boolean(options.trustProxy));
  readShallowJson(app);
  registerSecurityHeaders(app, [imageServerUrl], maps.service.split(/\s+/));
  const { clientDir } = options;
  const gate = openVersionGate(store, dependencies.onTooOld ?? (() => undefined));
  gate.register(app);
  // Routes use the error handler that was set before them.
  registerRefusals(app, log, clientDir ? await registerConsole(app, clientDir) : undefined);
  // After the body: its events would not run in the context that begins here.
  app.addHook('preHandler', ({ routeOptions }, _reply, done) => {
    if (routeOptions.config.isLong) done();
    else withLeaseLimit(DATABASE_TIMEOUT, done);
  });
  registerUploads(app, files);
  await registerMaps(app, maps.folder);
  await registerCalls(app, calls, http);
  if (dependencies.traccar) await registerTraccar(app, dependencies.traccar, log);
  const health = openHealth({ gate, store, fleet, dataDir: options.dataDir });
  health.serve(app, ['/healthz', '/readyz']);
  health.serveAlive(app);
  registerStatus(app, { runtime, openApi: openApi(calls, config, options.title), store });
  app.addHook('preClose', async () => http.calls.abort());
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Otherwise the browser keeps the connection open for its next call, and closing has to wait for it.
    if (http.calls.isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  return { app, health, versionTask: gate.task };
};

/** Returns the id that a proxy gave a request, else a new one. */
const requestIdOf = (header: unknown): string =>
  typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID().slice(0, 13);

const readShallowJson = (app: FastifyInstance): void => {
  // `rejectUnstorable` refuses these names in a sentence that names the field.
  const read = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeContentTypeParser('text/plain');
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
