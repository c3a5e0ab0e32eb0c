import { expect, test } from 'vitest';
import { type Action, withSynonyms } from '../../../../../src/console/shell/search/actions';
import { createMatcher } from '../../../../../src/console/shell/search/matcher';

const actions = [
  'theme dark',
  'theme light',
  'theme system',
  'language en',
  'user.logout',
  'user.password',
].map((key) => withSynonyms({ item: { key } as Action, title: ['Setting'], codes: [] }));

test.each([
  ['dark mode', 'theme dark'],
  ['暗色', 'theme dark'],
  ['深色', 'theme dark'],
  ['light theme', 'theme light'],
  ['sign out', 'user.logout'],
  ['log out', 'user.logout'],
  ['logout', 'user.logout'],
  ['注销', 'user.logout'],
  ['退出', 'user.logout'],
  ['修改密码', 'user.password'],
  ['英文', 'language en'],
  ['english', 'language en'],
])('%s finds the action %s', (query, key) => {
  const matches = createMatcher(actions)(query).filter(({ kind }) => kind !== 'like');
  expect(matches.map(({ item }) => item.key)).toEqual([key]);
});
