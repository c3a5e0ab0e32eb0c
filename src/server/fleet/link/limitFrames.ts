import type { Socket } from 'node:net';

/**
 * Cuts a connection that announces an MQTT packet of more than `most` bytes. The broker's parser collects a whole
 * packet, up to 256 MB, before anybody is asked who sent it.
 * Call it after the broker has taken the socket: it looks at the bytes the broker reads and never reads itself.
 */
export const limitFrames = (socket: Socket, most: number): void => {
  let skip = 0;
  let length = 0;
  let shift = -1;
  socket.on('data', (chunk: Buffer) => {
    for (let i = 0; i < chunk.length; ) {
      if (skip > 0) {
        const step = Math.min(skip, chunk.length - i);
        skip -= step;
        i += step;
        continue;
      }
      const byte = chunk[i++] ?? 0;
      if (shift < 0) {
        // The first byte of a packet is its type; its length follows, seven bits a byte, low bits first.
        shift = 0;
        length = 0;
        continue;
      }
      length += (byte & 127) << shift;
      shift += 7;
      if (length > most || shift > 28) {
        socket.destroy(new Error(`MQTT packet over ${most} bytes`));
        return;
      }
      if (byte < 128) {
        skip = length;
        shift = -1;
      }
    }
  });
};
