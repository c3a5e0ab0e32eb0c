import { expect, test } from 'vitest';
import { lockProtocol } from '../../../src/domain/family';
import {
  choices,
  countedText,
  filledLabel,
  inSentence,
  joinedLabels,
  labelWith,
  langueOf,
  localeOf,
  locales,
  lookOf,
  textOf,
} from '../../../src/domain/label';
import { INHERITED } from '../inherited';

const lock = ['Lock', '锁'] as const;

test('fills a label with labels and plain values in each language', () => {
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

test('each language has its own name on the wire and its own text of a label', () => {
  expect(locales.map(langueOf).map(localeOf)).toEqual([...locales]);
  expect(locales.map((locale) => textOf(lock, locale))).toEqual([...lock]);
});

test.each(['fr_FR', '', undefined, 7])(
  'the unknown language %o falls back to English',
  (langue) => {
    expect(localeOf(langue)).toBe('en');
  },
);

test.each([
  ['Device type', 'device type'],
  ['SIM renewal', 'SIM renewal'],
  ['IC card', 'IC card'],
  ['SN', 'SN'],
  ['Bluetooth name', 'Bluetooth name'],
  ['Traccar', 'Traccar'],
  ['Tracks', 'tracks'],
  ['A lock', 'a lock'],
  ['设备', '设备'],
  ['', ''],
])('%j within a sentence is %j', (name, written) => {
  expect(inSentence(name)).toBe(written);
});

test.each(lockProtocol)('the name of protocol %i keeps its capital letter: %s', (_, english) => {
  expect(inSentence(english)).toBe(english);
});

test.each([
  ['lock |||| locks', ['locks', 'lock', 'locks']],
  ['锁', ['锁', '锁', '锁']],
])('%j has a form for each count', (text, forms) => {
  expect([0, 1, 2].map((count) => countedText(text, count))).toEqual(forms);
});

const table = choices(
  [[1, 'Sealed', '施封']],
  { 1: 'success' },
  { forms: { 1: 'plain' }, signs: {} },
);
test.each(INHERITED)('the undeclared value %s has the default appearance', (value) => {
  expect(lookOf(table, value)).toEqual(lookOf(table, 'x'));
});
