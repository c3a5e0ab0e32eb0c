import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './engine/engine';

/**
 * Tells who listens what is told on a channel of the database, until it is closed; undefined whenever it listens from
 * then on: whatever was told before was not heard.
 */
export type Listen = (
  channel: string,
  heard: (payload: string | undefined) => void,
) => () => Promise<void>;

/** How long after a broken connection it is made again, ms. */
const AGAIN = 2_000;

/**
 * Listens over a connection of its own, which a pool would take for idle. One that breaks is made again.
 * @param databaseUrl of a database that several servers share
 */
export const openListener =
  (databaseUrl: string, log: Log): Listen =>
  (channel, heard) => {
    const ending = new AbortController();
    const { signal } = ending;
    const hearOnce = async (): Promise<void> => {
      const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
      const broken = new Promise<void>((resolve) => {
        client.on('error', () => resolve());
        client.on('end', () => resolve());
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      client.on('notification', ({ payload = '' }) => heard(payload));
      try {
        await client.connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        heard(undefined);
        await broken;
      } finally {
        await client.end().catch(() => {});
      }
    };
    const listening = (async () => {
      while (!signal.aborted) {
        await hearOnce().catch((error: Error) => log(`Storage: ${channel}: ${error.message}`));
        await sleep(AGAIN, undefined, { signal }).catch(() => {});
      }
    })();
    return () => {
      ending.abort();
      return listening;
    };
  };
