import { DOWN } from './codes';
import { type Packet, uint16, writeFrame } from './frames';
import type { Serials } from './serials';

/** Acknowledges a message. @param result 0 success, 1 failure */
export const writeGeneralAnswer = (message: Packet, serials: Serials, result: 0 | 1): Buffer =>
  writeFrame(message, {
    code: DOWN.generalAnswer,
    serial: serials.next(),
    body: Buffer.concat([uint16(message.serial), uint16(message.code), Buffer.of(result)]),
  });
