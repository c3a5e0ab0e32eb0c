import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { hashAtCost } from '../../src/server/auth';
import { CHEAP_PASSWORDS, closeOpened } from './place';

// Registered before the hooks of the file, so it runs last.
afterAll(closeOpened);

// The cost of hashes has a test of its own. Here it would take a tenth of the time.
hashAtCost(CHEAP_PASSWORDS);

// pg 9 refuses a query of a client that still runs another one.
const overlapping: string[] = [];
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
const isBusy = (client: pg.Client) =>
  (client as unknown as { _activeQuery: unknown })._activeQuery != null;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  if (isBusy(this)) overlapping.push(JSON.stringify(args[0]));
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

afterAll(() => {
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
  expect(overlapping.splice(0), 'queries of a client that was running another one').toEqual([]);
});
