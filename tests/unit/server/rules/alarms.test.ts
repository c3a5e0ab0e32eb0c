import { expect, test } from 'vitest';
import { escalationInLanguage } from '../../../../src/server/rules/alarms';

test.each([
  ['en', 'escalated', '15 min: 13800138002, a@b.cn', 'After 15 min: 13800138002, a@b.cn'],
  ['zh', 'escalated', '15 min: 13800138002, a@b.cn', '15 分钟后：13800138002, a@b.cn'],
  ['zh', 'escalated', '15 min: –', '15 分钟后：–'],
  ['zh', 'processed', '15 min: nobody there', '15 min: nobody there'],
  ['zh', 'escalated', null, null],
] as const)('tells in %s, of %s, the detail %j', (locale, event, detail, shown) => {
  expect(escalationInLanguage({ event, detail }, locale).detail).toBe(shown);
});
