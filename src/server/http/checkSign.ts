import { createHash } from 'node:crypto';
import type { SignForm } from '../../config';
import { verifySign } from '../../protocol';
import { CallError, text, type Values } from '../calls';

/** A request may be this much older or younger than the server's clock, ms. */
export const SIGN_WINDOW = 5 * 60_000;

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

export type CheckSign = (body: Values) => void;

/**
 * Makes the check of a body's sign and time. A refusal tells the server's time, so that a computer whose clock is
 * wrong can go on by ours.
 */
export const createCheckSign = (form: SignForm, secret: string, now: () => number): CheckSign => {
  const wire = { ...form, secret };
  const refuse = (code: 'signError' | 'expired', name: 'signError' | 'clock') =>
    new CallError(code, text(name), { data: { serverTime: now() } });
  return (body) => {
    if (!verifySign(body, wire, md5)) throw refuse('signError', 'signError');
    // A form of several parts carries its numbers as text.
    const sent = Number(body.timestamp);
    if (!(Math.abs(now() - sent) <= SIGN_WINDOW)) throw refuse('expired', 'clock');
  };
};
