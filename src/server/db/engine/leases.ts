import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import type { PostgresPool } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/**
 * Thrown if the database did not answer within the limit of a lease. Nothing was changed, unless `isUncertain`: the
 * answer to `commit` is missing.
 */
export class DatabaseTimeout extends Error {
  readonly isUncertain: boolean;

  constructor(limit: number, isUncertain: boolean) {
    super(`The database did not answer within ${limit / 1_000} s`);
    this.name = 'DatabaseTimeout';
    this.isUncertain = isUncertain;
  }
}

/** Limit of the work in progress, ms. Work outside has none. */
const limits = new AsyncLocalStorage<number>();

/**
 * Runs work whose every query takes at most `limit` ms, with the wait for its connection. A transaction ends with its
 * slow query. @throws DatabaseTimeout from the query, which is cancelled
 */
export const withLeaseLimit = <T>(limit: number, work: () => T): T => limits.run(limit, work);

/** Parts of a client that its type declarations lack. */
interface ClientInternals {
  readonly host: string;
  readonly port: number;
  /** Null on PGlite, which cannot cancel. */
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly connection: { readonly stream: { destroy(error: Error): void } };
}

/** Code of a CancelRequest in PostgreSQL's protocol. */
const CANCEL_REQUEST = 80_877_102;
/** Time for a cancel request, ms. */
const CANCEL_TIMEOUT = 1_000;

/** Asks the server to cancel the query of a client. Resolves when the server has taken the request, or has not in time. */
const cancelQuery = ({ host, port, processID, secretKey }: ClientInternals): Promise<void> =>
  new Promise((resolve) => {
    if (!processID || secretKey === null) return resolve();
    const message = Buffer.alloc(16);
    [message.length, CANCEL_REQUEST, processID, secretKey].forEach((value, i) => {
      message.writeInt32BE(value, i * 4);
    });
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    const timer = setTimeout(() => socket.destroy(), CANCEL_TIMEOUT);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.resume();
    socket.end(message);
  });

type Query = (...args: unknown[]) => unknown;

/**
 * Ends the lease of a client `remaining` ms after its last query began: the query is cancelled, later ones are rejected,
 * and its connection is closed, which rolls a transaction back. An answer that came while this process was busy counts.
 */
const limitLease = (client: PoolClient, limit: number, remaining: number): PoolClient => {
  const { release } = client;
  const ownQuery = Object.getOwnPropertyDescriptor(client, 'query');
  const query: Query = client.query.bind(client);
  let isCommitting = false;
  let isReleased = false;
  let answers = 0;
  let timeout: DatabaseTimeout | undefined;
  const end = () => {
    const error = new DatabaseTimeout(limit, isCommitting);
    timeout = error;
    const internals = client as unknown as ClientInternals;
    void cancelQuery(internals).then(() => internals.connection.stream.destroy(error));
  };
  const timer = setTimeout(() => {
    const before = answers;
    // The sockets are read in between.
    setImmediate(() => {
      if (isReleased) return;
      if (answers > before) timer.refresh();
      else end();
    });
  }, remaining);
  const limited: Query = (...args) => {
    if (timeout) return Promise.reject(timeout);
    // A transaction of many queries is not slow because of the database.
    timer.refresh();
    isCommitting = args[0] === 'commit';
    const result = query(...args);
    if (!(result instanceof Promise)) return result;
    return result
      .catch((error: unknown) => {
        throw timeout ?? error;
      })
      .finally(() => {
        answers += 1;
      });
  };
  client.query = limited as PoolClient['query'];
  client.release = (error) => {
    isReleased = true;
    clearTimeout(timer);
    if (ownQuery) Object.defineProperty(client, 'query', ownQuery);
    else Reflect.deleteProperty(client, 'query');
    release.call(client, error ?? timeout);
  };
  return client;
};

export const limitLeases = (pool: Pool): PostgresPool => ({
  end: () => pool.end(),
  connect: async () => {
    const limit = limits.getStore();
    if (limit === undefined) return pool.connect();
    const startedAt = performance.now();
    const connecting = pool.connect();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, limit, undefined);
    });
    const client = await Promise.race([connecting, late]).finally(() => clearTimeout(timer));
    if (client) return limitLease(client, limit, limit - (performance.now() - startedAt));
    connecting.then((unneeded) => unneeded.release()).catch(() => undefined);
    throw new DatabaseTimeout(limit, false);
  },
});
