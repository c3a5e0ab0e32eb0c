import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './engine/engine';

/**
 * Listens on a channel of the database until closed. Calls back with each payload, and with undefined after each
 * (re)connect: earlier notifications are lost.
 */
export type Listen = (
  channel: string,
  onNotification: (payload: string | undefined) => void,
) => () => Promise<void>;

/** Delay before a broken connection is reopened, ms. */
const RECONNECT_INTERVAL = 2_000;

/**
 * Listens over a connection of its own, which a pool would consider idle. Reconnects if it breaks.
 * @param databaseUrl database that several servers share
 */
export const openListener =
  (databaseUrl: string, log: Log): Listen =>
  (channel, onNotification) => {
    const ending = new AbortController();
    const { signal } = ending;
    const listenOnce = async (): Promise<void> => {
      const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
      const broken = new Promise<void>((resolve) => {
        client.on('error', () => resolve());
        client.on('end', () => resolve());
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      client.on('notification', ({ payload = '' }) => onNotification(payload));
      try {
        await client.connect();
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        onNotification(undefined);
        await broken;
      } finally {
        await client.end().catch(() => {});
      }
    };
    const listening = (async () => {
      while (!signal.aborted) {
        await listenOnce().catch((error: Error) => log(`Storage: ${channel}: ${error.message}`));
        await sleep(RECONNECT_INTERVAL, undefined, { signal }).catch(() => {});
      }
    })();
    return () => {
      ending.abort();
      return listening;
    };
  };
