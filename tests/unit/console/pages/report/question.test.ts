import { expect, it } from 'vitest';
import { valuesIn } from '../../../../../src/console/pages/report/question';

it.each([
  ['', '7d'],
  ['period=lastMonth', 'lastMonth'],
  ['period=custom&from=1&to=2', 'custom'],
  ['from=1&to=2', 'custom'],
  // As addresses of before have it.
  ['period=week', '7d'],
  ['period=month', '30d'],
  ['period=nonsense', '7d'],
  ['period=nonsense&from=1&to=2', 'custom'],
  ['period=constructor', '7d'],
])('/report?%s is about %s', (search, period) => {
  expect(valuesIn(new URLSearchParams(search), 'alarms').period).toBe(period);
});
