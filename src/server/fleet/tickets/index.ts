/**
 * The way of a command: whom its sender means (`targets`), the code that proves who it is (`codes`), the batch and what makes
 * it dangerous (`batches`), a ticket for every lock that gets it (`create`), whose turn it is where they go in waves
 * (`waves`), and then out to the locks, their replies, and the end that time makes (`deliver`).
 */

export { issueCode, verifyCode } from './codes';
export { addTickets, checkCommand, createTickets, refusalsNow, resendCalls } from './create';
export {
  applyReplies,
  cancelWaiting,
  connectedWithWaiting,
  deliver,
  expireTickets,
  resendSent,
  resendUnanswered,
  type TicketReply,
  undeliveredLocks,
} from './deliver';
export { findTargets, MAX_TARGETS, parseTargets } from './targets';
export { advanceWaves, nextWave } from './waves';
