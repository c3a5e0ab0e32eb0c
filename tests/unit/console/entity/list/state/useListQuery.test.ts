import { expect, test } from 'vitest';
import { isRefresh } from '../../../../../../src/console/entity/list/state/useListQuery';

type ListAnswer = Parameters<typeof isRefresh>[0];

const answer = (changes: Partial<ListAnswer> = {}): ListAnswer => ({
  question: 'page 1',
  data: [],
  isPlaceholderData: false,
  ...changes,
});

test('refreshes rows of the same query', () => {
  expect(isRefresh(answer(), answer())).toBe(true);
});

test.each<[string, Partial<ListAnswer>]>([
  ['another query', { question: 'page 2' }],
  ['the first rows', { data: undefined }],
  ['rows after those of an earlier query', { isPlaceholderData: true }],
])('does not treat %s as a refresh', (_, before) => {
  expect(isRefresh(answer(before), answer())).toBe(false);
});
