/**
 * Stages of a command: targets chosen by the sender (`targets`), the one-time code (`codes`), the batch and its
 * confirmation (`batches`), a ticket per lock (`create`), waves (`waves`), then delivery, replies and expiry
 * (`deliver`).
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
