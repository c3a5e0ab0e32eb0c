import { choices } from './label';

/**
 * The life of a command to one lock: waiting (offline or asleep), sent, then success, failure (the lock refused) or
 * invalid (no reply in time), or cancelled while it waited.
 */
export const ticketState = choices(
  [
    ['waiting', 'Waiting for the lock', '等待设备'],
    ['sent', 'Sent', '已发送'],
    ['success', 'Success', '成功'],
    ['failure', 'Failure', '失败'],
    ['invalid', 'No reply', '无应答'],
    ['cancelled', 'Cancelled', '已取消'],
  ],
  { waiting: 'info', sent: 'info', success: 'success', failure: 'error', invalid: 'warning' },
);

export type TicketState = (typeof ticketState)[number][0];

/** Who gave a command: an operator, or the server because a lock entered the region of a rule. */
export const ticketSource = choices([
  [1, 'Operator', '操作员'],
  [2, 'Regional rule', '区域规则'],
]);

export type TicketSource = (typeof ticketSource)[number][0];

/** Named sources for rules that speak of one of them. */
export const SOURCE = { operator: 1, regionalRule: 2 } as const;

/** The result as the wire counts it. Specification section 4. */
export const ticketResult = choices(
  [
    [1, 'Success', '成功'],
    [2, 'Failure', '失败'],
    [3, 'Invalid', '失效'],
  ],
  { 1: 'success', 2: 'error', 3: 'warning' },
);

/** A lock that was sent a command has this long to reply, ms. Specification section 9. */
export const REPLY_LIMIT = 60_000;

/** States in which nothing more will happen. */
export const isFinal = (state: TicketState): boolean => state !== 'waiting' && state !== 'sent';
