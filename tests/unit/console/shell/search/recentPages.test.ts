import { expect, test } from 'vitest';
import { withOpened } from '../../../../../src/console/shell/search/recentPages';

test.each([
  [[], 'a', ['a']],
  [['b'], 'a', ['a', 'b']],
  [['b', 'a', 'c'], 'a', ['a', 'b', 'c']],
  [['1', '2', '3', '4', '5', '6', '7', '8'], '9', ['9', '1', '2', '3', '4', '5', '6', '7']],
])('%j and then %j', (before, code, after) => {
  expect(withOpened(before, code)).toEqual(after);
});

test('the page that is open is not written again', () => {
  const recent = ['a', 'b'];
  expect(withOpened(recent, 'a')).toBe(recent);
});
