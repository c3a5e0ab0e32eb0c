import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ClientBase, Connection } from 'pg';
import { messageOf } from '../engine';

/** Connection of pg during COPY. The package has no types for these methods. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** End of a command. Its tag is such as `COPY 12`. */
interface CommandTag {
  readonly text: string;
}

/** Messages that a copy does not need. */
const UNUSED = {
  handleCopyInResponse: () => {},
  handleCopyData: () => {},
  handleRowDescription: () => {},
  handleDataRow: () => {},
};

const rowsIn = (tag: string): number => Number(/\d+$/.exec(tag)?.[0] ?? 0);

/** Messages that wait for their reader. */
const MAX_WAITING = 256;

/**
 * Runs a statement that copies data to the client. Each chunk is one message of PostgreSQL: a row of COPY. `rows` is
 * known after the last chunk. A reader that stops early breaks the connection.
 */
export const copyOut = (client: ClientBase, statement: string) => {
  let connection: Connection | undefined;
  let rows = 0;
  let isDone = false;
  const chunks = new Readable({
    objectMode: true,
    highWaterMark: MAX_WAITING,
    read: () => connection?.stream.resume(),
    destroy: (error, callback) => {
      if (!isDone) connection?.stream.destroy();
      callback(error);
    },
  });
  // The reader hears of an error when it asks for the next chunk, if it still does.
  chunks.on('error', () => {});
  const end = (error?: Error) => {
    isDone = true;
    // The last messages may have paused it.
    connection?.stream.resume();
    if (error) chunks.destroy(error);
    else chunks.push(null);
  };
  client.query({
    ...UNUSED,
    submit: (own: Connection) => {
      connection = own;
      own.query(statement);
    },
    handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => {
      // pg reuses the memory of the message.
      if (!chunks.push(Buffer.from(chunk))) connection?.stream.pause();
    },
    handleCommandComplete: ({ text }: CommandTag) => {
      rows = rowsIn(text);
    },
    handleReadyForQuery: () => end(),
    handleError: end,
  });
  return { chunks, rows: () => rows };
};

/** Runs a COPY from the client. @returns number of stored rows */
export const copyIn = (
  client: ClientBase,
  statement: string,
  chunks: AsyncIterable<Buffer>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    let rows = 0;
    let failure: unknown;
    const send = async (connection: CopyConnection) => {
      try {
        for await (const chunk of chunks) {
          if (failure) return;
          connection.sendCopyFromChunk(chunk);
          if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
        }
        connection.endCopyFrom();
      } catch (error) {
        failure = error;
        connection.sendCopyFail(messageOf(error));
      }
    };
    client.query({
      ...UNUSED,
      submit: (connection: Connection) => connection.query(statement),
      handleCopyInResponse: send,
      handleCommandComplete: ({ text }: CommandTag) => {
        rows = rowsIn(text);
      },
      handleReadyForQuery: () => resolve(rows),
      handleError: (error: Error) => {
        failure ??= error;
        reject(failure);
      },
    });
  });
