import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../sql/database';
import type { AccessChanges } from './accessChanges';

/** Totals of the last seconds, shared by all callers with the same query and the same visible rows. */
export interface Totals {
  /** Returns the total of a query, or waits for the count that is already running. */
  get(key: string, count: () => Promise<number>): Promise<number>;
  delete(key: string): void;
}

const MAX_TOTALS = 5_000;
const TOTAL_TTL = 5_000;

/** @param clock for tests, in ms, not starting at 0 */
export const createTotals = (
  changes: Pick<AccessChanges, 'follow'>,
  clock?: { now(): number },
): Totals => {
  const totals = new LRUCache<string, Promise<number>>({
    max: MAX_TOTALS,
    ttl: TOTAL_TTL,
    ttlResolution: 0,
    perf: clock,
  });
  const clear = () => totals.clear();
  changes.follow({
    clear,
    apply: ({ kind }) => {
      if (kind === 'org') clear();
    },
  });
  return {
    get: (key, count) => {
      const recent = totals.get(key);
      if (recent) return recent;
      const total = count();
      totals.set(key, total);
      total.catch(() => {
        if (totals.peek(key) === total) totals.delete(key);
      });
      return total;
    },
    delete: (key) => {
      totals.delete(key);
    },
  };
};

/** Totals by database. A transaction is not among them: it may have changed rows itself. */
const totalsByDatabase = new WeakMap<Database, Totals>();

/** Keeps the totals of lists for the queries outside of transactions. A change by a call of this server clears them. */
export const cacheTotals = (db: Database, changes: Pick<AccessChanges, 'follow'>): void => {
  totalsByDatabase.set(db, createTotals(changes));
};

/** Counts always. */
const UNCACHED: Totals = { get: (_, count) => count(), delete: () => undefined };

export const totalsOf = (db: Database): Totals => totalsByDatabase.get(db) ?? UNCACHED;

/**
 * Returns the key of a total. It contains the organisations whose rows are counted, so no caller gets the total of
 * others, even while a change of the organisations by another server is not yet known.
 */
export const totalKey = (queryKey: string, orgs: readonly number[]): string =>
  hash('sha256', `${queryKey} ${orgs.join()}`, 'base64url');
