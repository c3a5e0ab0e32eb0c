import type { FastifyInstance } from 'fastify';
import type { AppDownload, RuntimeConfig } from '../../protocol';
import type { JsonSchema } from '../calls';
import { readParameters } from '../parameters';
import type { Store } from '../store';

interface Facts {
  /** What does not change while the server runs. */
  readonly runtime: RuntimeConfig;
  readonly openApi: JsonSchema;
  readonly store: Store;
}

const appDownloadOf = async ({ db }: Store): Promise<AppDownload> => {
  // Without its database the server can still say that it has none; a page needs these facts to show that.
  const parameters = await readParameters(db).catch(() => undefined);
  const { app_ios: ios, app_android: android } = parameters ?? {};
  return { ...(ios && { ios }), ...(android && { android }) };
};

/** What anybody may ask without a sign: how to talk to this server, and whether it is well. */
export const registerFacts = (app: FastifyInstance, { runtime, openApi, store }: Facts): void => {
  app.get('/config.json', async (_request, reply) => {
    const appDownload = await appDownloadOf(store);
    return reply.header('cache-control', 'no-cache').send({ ...runtime, appDownload });
  });
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(openApi),
  );
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return store.ping().then(
      () => reply.send({ status: 'ok' }),
      () => reply.code(503).send({ status: 'no database' }),
    );
  });
};
