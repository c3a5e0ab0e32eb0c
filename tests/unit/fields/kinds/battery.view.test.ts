import { expect, test } from 'vitest';
import { batteryLevel } from '../../../../src/fields/kinds/battery.view';

test.each([
  [0, 'error'],
  [20, 'error'],
  [21, 'warning'],
  [40, 'warning'],
  [41, 'default'],
])('shows a battery of %d %% as %s', (percent, level) => {
  expect(batteryLevel(percent, 20)).toBe(level);
});
