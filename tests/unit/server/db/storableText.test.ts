import { expect, it } from 'vitest';
import { ellipsize, truncate } from '../../../../src/server/db/storableText';

it.each<[string, number, string]>([
  ['short', 5, 'short'],
  ['too long', 3, 'too'],
  ['锁🔒🔒', 2, '锁🔒'],
  ['🔒🔒🔒', 3, '🔒🔒🔒'],
  ['🔒🔒🔒🔒', 3, '🔒🔒🔒'],
  ['a🔒🔒🔒', 3, 'a🔒🔒'],
])('%s is cut to %s characters as %s', (text, max, cut) => {
  expect(truncate(text, max)).toBe(cut);
});

it.each<[string, number, string]>([
  ['🔒🔒🔒', 3, '🔒🔒🔒'],
  ['🔒🔒🔒🔒', 3, '🔒🔒…'],
])('%s is cut to %s characters with a mark as %s', (text, max, cut) => {
  expect(ellipsize(text, max)).toBe(cut);
});
