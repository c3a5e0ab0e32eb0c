import { once } from 'node:events';
import { connect } from 'node:net';
import type { ProtocolClient } from '../locks/protocolClient';
import { type PublishTrackOptions, sendReports } from './publishTrack';

interface SendTrackOptions extends Omit<PublishTrackOptions, 'access' | 'sn'> {
  /** Encoder of the lock's protocol. */
  readonly protocolClient: ProtocolClient;
  readonly host: string;
  readonly port: number;
}

/** Timeout for the last acknowledgements, ms. */
const LAST_ACK_TIMEOUT = 10_000;

/**
 * Sends points as reports of a lock with a manufacturer's protocol, at the recorded intervals.
 * @returns the number of reports that the server acknowledged
 * @throws Error if the listener cannot be reached or closes the connection
 */
export const sendTrack = async (options: SendTrackOptions): Promise<number> => {
  const { protocolClient, host, port } = options;
  const socket = connect({ host, port, noDelay: true });
  let acknowledgedCount = 0;
  let wake = () => {};
  const lost = new Promise<never>((_, reject) => {
    socket.once('error', (error) => reject(new Error(`${host}:${port}: ${error.message}`)));
    socket.once('close', () =>
      reject(new Error(`${host}:${port}: the server ended the connection`)),
    );
  });
  lost.catch(() => {});
  socket.on('data', (bytes) => {
    const { answer, acknowledged } = protocolClient.receive(bytes);
    if (answer) socket.write(answer);
    acknowledgedCount += acknowledged;
    wake();
  });
  const sendAll = async (): Promise<void> => {
    await once(socket, 'connect');
    const hello = protocolClient.hello();
    if (hello) socket.write(hello);
    const sent = await sendReports(options, (report) => {
      socket.write(protocolClient.report(report));
    });
    const until = performance.now() + LAST_ACK_TIMEOUT;
    while (acknowledgedCount < sent && performance.now() < until) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, LAST_ACK_TIMEOUT);
      });
    }
  };
  try {
    await Promise.race([sendAll(), lost]);
    return acknowledgedCount;
  } finally {
    socket.destroy();
  }
};
