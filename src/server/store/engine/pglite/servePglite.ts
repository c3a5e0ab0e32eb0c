import type { MessagePort } from 'node:worker_threads';

/** What the worker is told when it starts. */
export interface PgliteOrder {
  /** Resolved files of the two packages. */
  packages: { pglite: string; socket: string };
  /** Folder of the database files. */
  folder: string;
  /** Where to listen; undefined: only make the database files. Port 0 lets the system choose. */
  listen: { path: string } | { host: string; port: number } | undefined;
}

/**
 * The body of the worker thread: runs PGlite and serves it over the PostgreSQL protocol. Posts
 * `{ address }` when it does, ends when it is sent anything.
 *
 * The worker is given the text of this function, because a bundle has no file of its own for it.
 * So the function may use nothing but its arguments and what it declares itself.
 */
export async function servePglite(
  load: NodeJS.Require,
  parent: MessagePort,
  order: PgliteOrder,
): Promise<void> {
  const { PGlite }: typeof import('@electric-sql/pglite') = load(order.packages.pglite);
  const socket: typeof import('@electric-sql/pglite-socket') = load(order.packages.socket);
  const database = await PGlite.create(order.folder);
  if (!order.listen) {
    await database.close();
    return parent.close();
  }

  // The socket server queues single protocol messages and keeps a client's turn only while a
  // transaction is open. A failed statement has none, and before its Sync the next client's
  // messages would come between: answers reach the wrong client. So a turn lasts until Sync.
  const EXTENDED_QUERY = 'PBDECH';
  let unfinished = false;
  const inTransaction = database.isInTransaction.bind(database);
  const stream = database.execProtocolRawStream.bind(database);
  database.isInTransaction = () => unfinished || inTransaction();
  database.execProtocolRawStream = async (message, options) => {
    unfinished = EXTENDED_QUERY.includes(String.fromCharCode(message[0] ?? 0));
    try {
      await stream(message, options);
    } catch (error) {
      // SQL errors are answers; this is the WebAssembly itself. End the worker, it is restarted.
      setImmediate(() => {
        throw error;
      });
      throw error;
    }
  };
  const server = new socket.PGLiteSocketServer({
    db: database,
    ...order.listen,
    maxConnections: 16,
  });
  await server.start();
  parent.once('message', async () => {
    await server.stop();
    await database.close();
    parent.close();
  });
  parent.postMessage({ address: server.getServerConn() });
}
