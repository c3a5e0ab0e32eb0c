import type { FastifyInstance } from 'fastify';
import { withLeaseLimit } from '../db';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The database may take as long as it needs: exports, uploads, and data that the sender sends again. */
    readonly isLong?: boolean;
  }
}

/** Timeout of the database for a request, ms. The console gives up after 10 s. */
const DATABASE_TIMEOUT = 8_000;

/** Limits how long the requests of all routes registered later wait for the database. */
export const limitDatabase = (app: FastifyInstance): void => {
  // After the body: its events would not run in the context that begins here.
  app.addHook('preHandler', ({ routeOptions }, _reply, done) => {
    if (routeOptions.config.isLong) done();
    else withLeaseLimit(DATABASE_TIMEOUT, done);
  });
};
