import { expect, test } from 'vitest';
import {
  isRefresh,
  type ListAnswer,
} from '../../../../../../src/console/entity/list/state/steadyRefresh';

const answer = (changes: Partial<ListAnswer> = {}): ListAnswer => ({
  question: 'page 1',
  data: [],
  isPlaceholderData: false,
  ...changes,
});

test('rows of the same question are a refresh', () => {
  expect(isRefresh(answer(), answer())).toBe(true);
});

test.each<[string, Partial<ListAnswer>]>([
  ['another question', { question: 'page 2' }],
  ['the first rows', { data: undefined }],
  ['rows after those of an earlier question', { isPlaceholderData: true }],
])('%s are not', (_, before) => {
  expect(isRefresh(answer(before), answer())).toBe(false);
});
