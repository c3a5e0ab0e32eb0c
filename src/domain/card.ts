import { choices, type Label } from './label';

/** An IC card opens one lock, or every lock of its group. */
export const cardType = choices([
  [1, 'Single', '单卡'],
  [2, 'Group', '组卡'],
]);

/**
 * What the server makes of a card held to a lock, beside what the lock itself made of it. Only locks that an enabled
 * regional rule is about are judged. "Outside" is outside the card's own place or outside every region where a rule
 * lets it open this lock.
 */
export const cardVerdict = choices(
  [
    [1, 'Allowed', '允许'],
    [2, 'Unknown card', '未知卡'],
    [3, 'Card disabled', '卡已停用'],
    [4, 'Outside its place', '不在允许区域'],
    [5, 'No rule', '无规则允许'],
  ],
  { 1: 'success', 2: 'error', 3: 'error', 4: 'error', 5: 'error' },
);

export type CardVerdict = (typeof cardVerdict)[number][0];

/** Named verdicts for rules that speak of one of them. */
export const VERDICT = { allowed: 1, unknown: 2, disabled: 3, outside: 4, noRule: 5 } as const;

/** Named kinds: a card of a group opens what any other card of the same group number opens. */
export const CARD = { single: 1, group: 2 } as const;

/** The number of an IC card, as it is printed or read. */
export const cardNumber = {
  pattern: /^[0-9A-Fa-f]{4,20}$/,
  message: ['4 to 20 digits or letters A to F', '4-20 位数字或字母 A-F'] satisfies Label,
} as const;

/** Cards that one lock or one rule can hold. */
export const MAX_CARDS = 32;
/** Child locks of one lock. */
export const MAX_CHILD_LOCKS = 20;

/** How many leading digits of a card number are written by hand; the rest is counted. */
export const segmentDigits = choices([
  [7, 'First 7 digits', '前 7 位'],
  [6, 'First 6 digits', '前 6 位'],
]);

/** When a SIM card runs out: the buckets that cards are renewed by. */
export const simExpiry = choices(
  [
    [0, 'None', '无'],
    [1, 'Within one month', '一个月内'],
    [2, 'Within three months', '三个月内'],
    [3, 'Expired', '已过期'],
  ],
  { 0: 'success', 1: 'warning', 2: 'info', 3: 'error' },
);
