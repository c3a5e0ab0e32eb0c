/**
 * Stages of a command: targets chosen by the sender (`targets`), the one-time code (`codes`), the batch and its
 * confirmation (`batches`), a ticket per lock (`create`), waves (`waves`), delivery (`deliver`), then replies and
 * expiry (`replies`).
 */

export { issueCode, verifyCode } from './codes';
export { addTickets, checkCommand, createTickets, refusalsNow, resendCalls } from './create';
export {
  connectedWithWaiting,
  createTicketSender,
  type TicketSender,
  undeliveredLocks,
} from './deliver';
export { isOfOwner } from './ownership';
export { applyReplies, cancelWaiting, expireTickets, type TicketReply } from './replies';
export { findTargets, parseTargets } from './targets';
export { advanceWaves, nextWave } from './waves';
