import { tmpdir } from 'node:os';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Database } from '../../../../src/server/db';
import { openHealth } from '../../../../src/server/http/health';

it('reports the database without waiting for further checks', async () => {
  const app = fastify();
  const never = () => new Promise<never>(() => {});
  const health = openHealth({
    gate: { refusal: never },
    store: {
      // Every statement waits.
      db: {
        selectFrom: () => ({ select: () => ({ where: () => ({ execute: never }) }) }),
      } as never as Database,
      warning: undefined,
      ping: () => Promise.reject(new Error('No answer')),
    },
    fleet: { isConnected: () => true },
    dataDir: tmpdir(),
  });
  health.serve(app, ['/readyz']);
  const { statusCode, body } = await app.inject('/readyz');
  expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'no database' }]);
});
