import { expect, test } from 'vitest';
import { choices } from '../../../../src/domain/label';
import { describeValue } from '../../../../src/fields/kinds/json.schema';
import { jsonText, parseJsonInput } from '../../../../src/fields/kinds/json.view';

test.each([
  [{ a: 1 }, '{\n  "a": 1\n}'],
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['plain', 'plain'],
])('formats %o as JSON', (value, text) => {
  expect(jsonText(value, 2)).toBe(text);
});

test('parses valid JSON, and returns other input as text', () => {
  expect(parseJsonInput('{"a":1}')).toEqual({ a: 1 });
  expect(parseJsonInput('{"a":')).toBe('{"a":');
});

test('adds the meaning to each code in nested JSON', () => {
  const words = { state: choices([[2, 'Sealed', '已施封']]) };
  const value = { state: 2, records: [{ state: 2, at: 1 }, { state: 7 }], constructor: 2 };
  expect(describeValue(value, words, 'en')).toEqual({
    state: '2 Sealed',
    records: [{ state: '2 Sealed', at: 1 }, { state: 7 }],
    constructor: 2,
  });
  expect(describeValue({ state: 2 }, words, 'zh')).toEqual({ state: '2 已施封' });
  expect(describeValue({ state: 2 }, undefined, 'en')).toEqual({ state: 2 });
});
