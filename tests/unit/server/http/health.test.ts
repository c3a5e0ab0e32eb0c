import { tmpdir } from 'node:os';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Console } from '../../../../src/config';
import type { Database } from '../../../../src/server/db';
import { registerHealth } from '../../../../src/server/http/health';

it('reports the database without waiting for further checks', async () => {
  const app = fastify();
  const never = () => new Promise<never>(() => {});
  registerHealth(app, {
    gate: { refusal: never },
    store: {
      // Every statement waits.
      db: {
        selectFrom: () => ({ select: () => ({ where: () => ({ execute: never }) }) }),
      } as never as Database,
      warning: undefined,
      ping: () => Promise.reject(new Error('No answer')),
    },
    config: { entities: [] } as never as Console,
    fleet: { isConnected: () => true },
    dataDir: tmpdir(),
  });
  const { statusCode, body } = await app.inject('/healthz');
  expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'no database' }]);
});
