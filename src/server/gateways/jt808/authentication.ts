import { createHmac, timingSafeEqual } from 'node:crypto';
import { DOWN } from './codes';
import { uint16, writeFrame } from './frames';
import { writeGeneralAnswer } from './generalAnswer';
import { bareId } from './knowledge';
import type { DecodeMessage, Jt808Lock, SessionOptions } from './messageContext';

/** True if nothing of the lock is trusted yet. */
export const needsAuthentication = (
  { asksForAuth = false }: SessionOptions,
  { isAuthenticated }: Jt808Lock,
): boolean => asksForAuth && !isAuthenticated;

/** Gives the lock its code, which it must send as authentication from then on. */
export const register: DecodeMessage = (context) => {
  const { message, lock, serials, secret } = context;
  const code = Buffer.from(authCode(secret, message.id), 'latin1');
  const body = Buffer.concat([uint16(message.serial), Buffer.of(0), code]);
  const reply = writeFrame(message, { code: DOWN.registered, serial: serials.next(), body });
  return needsAuthentication(context, lock) ? { id: undefined, reply } : { reply };
};

export const authenticate: DecodeMessage = ({ message, lock, serials, secret }) => {
  const { id, version, body } = message;
  const sentCode = version === undefined ? body : body.subarray(1, 1 + (body[0] ?? 0));
  const code = sentCode.toString('latin1').replace(/\0+$/, '');
  lock.isAuthenticated = isSame(code, authCode(secret, id));
  if (lock.isAuthenticated) return { reply: writeGeneralAnswer(message, serials, 0) };
  return {
    rejected: 'its authentication code is wrong',
    reply: writeGeneralAnswer(message, serials, 1),
    close: true,
  };
};

const authCode = (secret: string, id: string): string =>
  createHmac('sha256', secret)
    .update(`jt808:${bareId(id)}`)
    .digest('hex')
    .slice(0, 16);

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
