import type { FastifyInstance } from 'fastify';
import { DEFAULT_LOCALE, textOf } from '../../domain/label';
import { CallError, serverLabel } from '../calls/endpoint';
import type { Store } from '../db';
import { API_BASE, TRACCAR_BASE } from './context';

const CHECK_INTERVAL = 1_000;

const GATED = [API_BASE, TRACCAR_BASE];

/**
 * Opens what closes the API when a newer server has changed the database so that this one cannot go on.
 * @param onTooOld called once: the server must not work on the database any more
 */
export const openVersionGate = (store: Pick<Store, 'missingMigration'>, onTooOld: () => void) => {
  let name: string | undefined;
  const check = async () => {
    if (name !== undefined) return;
    name = await store.missingMigration();
    if (name !== undefined) onTooOld();
  };
  const label = () => serverLabel('tooOld', { name });
  return {
    /** Returns why this server takes no calls; undefined while it does. */
    refusal: async (): Promise<string | undefined> => {
      await check();
      return name && textOf(label(), DEFAULT_LOCALE);
    },
    task: { name: 'version', every: CHECK_INTERVAL, run: check },
    register: (app: FastifyInstance): void => {
      app.addHook('onRequest', ({ url }, reply, done) => {
        if (name === undefined || !GATED.some((base) => url.startsWith(`${base}/`))) return done();
        reply.code(503);
        done(new CallError('fail', label()));
      });
    },
  };
};
