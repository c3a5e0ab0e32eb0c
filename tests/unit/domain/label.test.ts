import { expect, test } from 'vitest';
import {
  filledLabel,
  joinedLabels,
  labelWith,
  langueOf,
  localeOf,
  locales,
  textOf,
} from '../../../src/domain/label';

const lock = ['Lock', '锁'] as const;

test('a label is filled with labels and with plain values, each language with its own', () => {
  expect(filledLabel(['%{n} of %{what}', '%{what}%{n} 个'], { what: lock, n: 2 })).toEqual([
    '2 of Lock',
    '锁2 个',
  ]);
  expect(filledLabel(['%{missing}!', '%{missing}！'], {})).toEqual(['!', '！']);
});

test('labels are joined in each language', () => {
  expect(labelWith(lock, ['Edit', '修改'])).toEqual(['Lock: Edit', '锁：修改']);
  expect(joinedLabels([lock, ['Card', '卡']], ', ')).toEqual(['Lock, Card', '锁, 卡']);
});

test('every language has its own name on the wire and its own text of a label', () => {
  expect(locales.map(langueOf).map(localeOf)).toEqual([...locales]);
  expect(locales.map((locale) => textOf(lock, locale))).toEqual([...lock]);
});

test.each(['fr_FR', '', undefined, 7])(
  '%o is no language that is spoken: it is English',
  (langue) => {
    expect(localeOf(langue)).toBe('en');
  },
);
