/**
 * The way of a command: whom its sender means (`targets`), the code that proves who it is (`codes`), the batch and what makes
 * it dangerous (`batches`), a ticket for every lock that gets it (`create`), whose turn it is where they go in waves
 * (`waves`), and then out to the locks, their replies, and the end that time makes (`deliver`).
 */

export { issueCode, proveCode } from './codes';
export { addTickets, checkCommand, createTickets, refusedNow, resendCalls } from './create';
export {
  cancelWaiting,
  deliver,
  finishByClock,
  finishByReplies,
  overlooked,
  type Replied,
  repeatSent,
  repeatUnanswered,
  waitingHere,
} from './deliver';
export { findTargets, MOST_TARGETS, targetsOf } from './targets';
export { advanceWaves, nextWave } from './waves';
