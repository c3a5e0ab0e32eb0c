import { REPLY_LIMIT } from '../../domain/ticket';

/** Seconds a lock still has to reply to what it was sent, 0 when its minute is over. Both times in ms. */
export const secondsLeft = (sentAt: number, now: number): number =>
  Math.min(REPLY_LIMIT / 1_000, Math.max(0, Math.ceil((sentAt + REPLY_LIMIT - now) / 1_000)));
