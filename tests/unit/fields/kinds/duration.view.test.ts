import { expect, test } from 'vitest';
import { durationText } from '../../../../src/fields/kinds/duration.view';

test.each([
  [0, 'ms', '0 ms', '0 毫秒'],
  [830, 'ms', '830 ms', '830 毫秒'],
  [3300, 'ms', '3.3 s', '3.3 秒'],
  [59_990, 'ms', '60 s', '60 秒'],
  [65, 's', '1 min 5 s', '1 分 5 秒'],
  [60, 's', '1 min', '1 分'],
  [3725, 's', '1 h 2 min', '1 小时 2 分'],
  [1440, 'min', '1 d', '1 天'],
  [1501, 'min', '1 d 1 h', '1 天 1 小时'],
] as const)('shows a duration of %d %s as %s', (value, unit, en, zh) => {
  expect(durationText(value, unit, 'en')).toBe(en);
  expect(durationText(value, unit, 'zh')).toBe(zh);
});
