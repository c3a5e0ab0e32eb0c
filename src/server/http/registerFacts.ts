import type { FastifyInstance } from 'fastify';
import type { RuntimeConfig } from '../../protocol';
import type { JsonSchema } from '../calls';
import type { Store } from '../store';

interface Facts {
  readonly runtime: RuntimeConfig;
  readonly openApi: JsonSchema;
  readonly store: Store;
}

/** What anybody may ask without a sign: how to talk to this server, and whether it is well. */
export const registerFacts = (app: FastifyInstance, { runtime, openApi, store }: Facts): void => {
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(runtime),
  );
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
