import { choices, type Label } from './label';

/** An IC card opens one lock, or all locks of its group. */
export const cardType = choices([
  [1, 'Single', '单卡'],
  [2, 'Group', '组卡'],
]);

/**
 * The server's verdict on a card swipe, in addition to the lock's own. Only swipes at locks with an enabled regional
 * rule are judged. "Outside" means outside the card's own place, or outside every region in which a rule allows the
 * card to open this lock.
 */
export const cardVerdict = choices(
  [
    [1, 'Allowed', '允许'],
    [2, 'Unknown card', '未知卡'],
    [3, 'Card disabled', '卡已停用'],
    [4, 'Outside its area', '不在允许区域'],
    [5, 'No rule', '无规则允许'],
  ],
  { 1: 'success', 2: 'error', 3: 'error', 4: 'error', 5: 'error' },
);

export type CardVerdict = (typeof cardVerdict)[number][0];

/** Verdict codes by name. */
export const VERDICT = { allowed: 1, unknown: 2, disabled: 3, outside: 4, noRule: 5 } as const;

/** Card types by name. A group card opens the same locks as any other card with its group number. */
export const CARD = { single: 1, group: 2 } as const;

/** Validation of an IC card number, as printed or read. */
export const cardNumber = {
  pattern: /^[0-9A-Fa-f]{4,20}$/,
  message: ['4 to 20 digits or letters A to F', '4-20 位数字或字母 A-F'] satisfies Label,
} as const;

/** Limit of cards in one lock or one rule. */
export const MAX_CARDS = 32;
export const MAX_CHILD_LOCKS = 20;

/** Number of leading digits that are typed; the rest is a counter. */
export const segmentDigits = choices([
  [7, 'First 7 digits', '前 7 位'],
  [6, 'First 6 digits', '前 6 位'],
]);

/** Values of `simExpiry` by name. */
export const SIM_EXPIRY = { none: 0, month: 1, quarter: 2, expired: 3 } as const;

/** Expiry of a SIM card, in the buckets by which cards are renewed, the most urgent first. */
export const simExpiry = choices(
  [
    [3, 'Expired', '已过期'],
    [1, 'Within one month', '一个月内'],
    [2, 'Within three months', '三个月内'],
    [0, 'None due', '未临近到期'],
  ],
  { 0: 'success', 1: 'warning', 3: 'error' },
  { signs: { 0: 'none' } },
);
