/**
 * Stages of a command: targets chosen by the sender (`targets`), the one-time code (`codes`), the batch and its
 * confirmation (`batches`), a ticket per lock (`create`), waves (`waves`), delivery (`deliver`), then replies and
 * expiry (`replies`). `senders` decides who may send what to which lock, when it is sent and when it goes out.
 */

export type {
  CommandCall,
  CommandInput,
  CommandOutcome,
  Commands,
} from './call';
export { issueCode, verifyCode, withProof } from './codes';
export { addTickets, checkCommand, createTickets, refusalsNow, resendCalls } from './create';
export {
  connectedWithWaiting,
  createTicketSender,
  type TicketSender,
  undeliveredLocks,
} from './deliver';
export { isOfOwner } from './ownership';
export { applyReplies, cancelWaiting, expireTickets, type TicketReply } from './replies';
export { judgeTickets, senderOf } from './senders';
export { deviceOf, findTargets, parseTargets } from './targets';
export { advanceWaves, nextWave } from './waves';
