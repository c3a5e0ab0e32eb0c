import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const text = (value: string) => Buffer.from(`${value}\0`);

/** Builds a message of the PostgreSQL protocol. The first one of a connection has no type. */
function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const ANSWERS: Record<string, string> = { C: 'CommandComplete', E: 'ErrorResponse' };

/** Opens a client that can break off where a driver never would. */
export async function rawClient(path: string) {
  const socket = connect(path);
  let received = Buffer.alloc(0);
  socket.on('data', (data) => {
    received = Buffer.concat([received, data]);
  });
  const version = Buffer.from([0, 3, 0, 0]);
  const user = [text('user'), text('postgres'), text('database'), text('postgres'), text('')];
  socket.write(message('', version, ...user));
  // ReadyForQuery ends the greeting.
  while (received.at(-6) !== 'Z'.charCodeAt(0)) await once(socket, 'data');

  /** Returns the names of the answers that end a statement. */
  const answers = (): string[] => {
    const messages = [];
    for (let at = 0; at + 5 <= received.length; at += 1 + received.readInt32BE(at + 1)) {
      messages.push(ANSWERS[String.fromCharCode(received[at] ?? 0)] ?? '');
    }
    return messages.filter(Boolean);
  };

  return {
    /** Sends Parse, Bind and Execute without the Sync that would finish them. */
    askWithoutSync: async (statement: string): Promise<string[]> => {
      received = Buffer.alloc(0);
      socket.write(
        Buffer.concat([
          message('P', text(''), text(statement), Buffer.alloc(2)),
          message('B', text(''), text(''), Buffer.alloc(6)),
          message('E', text(''), Buffer.alloc(4)),
        ]),
      );
      while (answers().length === 0) await sleep(5);
      return answers();
    },
    leave: () => socket.destroy(),
  };
}
