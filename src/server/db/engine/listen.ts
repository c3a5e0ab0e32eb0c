import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './engine';
import { KEEP_ALIVE } from './pool';

/**
 * Listens on a channel of the database until closed. Calls back with each payload, and with undefined after each
 * (re)connect: earlier notifications are lost. Calls `onLost` when the connection breaks or cannot be opened.
 */
export type Listen = (
  channel: string,
  onNotification: (payload: string | undefined) => void,
  onLost?: () => void,
) => () => Promise<void>;

export interface Listener {
  readonly listen: Listen;
  close(): Promise<void>;
}

interface Subscription {
  readonly channel: string;
  readonly onNotification: (payload: string | undefined) => void;
  readonly onLost?: () => void;
}

/** Name under which PostgreSQL shows the connection. */
export const LISTENER_NAME = 'sealdesk listener';
/** Delay before a broken connection is reopened, ms. */
const RECONNECT_INTERVAL = 2_000;
const CONNECT_TIMEOUT = 10_000;

/** Timeout of closing a connection, ms: the other end may be gone. */
const END_TIMEOUT = 1_000;

interface Connection {
  readonly client: pg.Client;
  /** End of the last query. A client runs one at a time. */
  last: Promise<void>;
}

const subscribe = (
  connection: Connection,
  { channel, onNotification }: Subscription,
): Promise<void> => {
  const { client, last } = connection;
  connection.last = last.then(async () => {
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    onNotification(undefined);
  });
  return connection.last;
};

/**
 * Listens on any number of channels over one connection, which is opened at the first and reopened if it breaks. It is
 * not part of a pool, which would consider it idle.
 * @param connection database that several servers share
 */
export const openListener = (connection: pg.ClientConfig, log: Log): Listener => {
  const subscriptions = new Set<Subscription>();
  const ending = new AbortController();
  const { signal } = ending;
  let connected: Connection | undefined;
  let disconnect = () => {};
  let running: Promise<void> | undefined;

  const listenOnce = async (): Promise<void> => {
    const client = new pg.Client({
      ...connection,
      application_name: LISTENER_NAME,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      ...KEEP_ALIVE,
    });
    const broken = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      disconnect = resolve;
    });
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of subscriptions) if (each.channel === channel) each.onNotification(payload);
    });
    try {
      await client.connect();
      const connection = { client, last: Promise.resolve() };
      connected = connection;
      for (const each of subscriptions) void subscribe(connection, each);
      await connection.last;
      if (!signal.aborted) await broken;
    } finally {
      connected = undefined;
      for (const { onLost } of subscriptions) onLost?.();
      const timeout = sleep(END_TIMEOUT, undefined, { ref: false });
      await Promise.race([client.end().catch(() => {}), timeout]);
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await listenOnce().catch((error: Error) => log(`Storage: listening: ${error.message}`));
      await sleep(RECONNECT_INTERVAL, undefined, { signal }).catch(() => {});
    }
  };

  return {
    listen: (channel, onNotification, onLost) => {
      const subscription = { channel, onNotification, onLost };
      subscriptions.add(subscription);
      const connection = connected;
      // If this fails, the connection is reopened and all channels are subscribed again.
      if (connection) subscribe(connection, subscription).catch(() => connection.client.end());
      running ??= run();
      return async () => {
        subscriptions.delete(subscription);
      };
    },
    close: async () => {
      ending.abort();
      disconnect();
      await running;
    },
  };
};
