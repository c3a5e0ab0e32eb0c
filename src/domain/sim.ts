import { choices } from './choices';

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
