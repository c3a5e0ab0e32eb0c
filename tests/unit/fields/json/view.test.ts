import { expect, test } from 'vitest';
import { jsonText, typedJson } from '../../../../src/fields/json/view';

test.each([
  [{ a: 1 }, '{\n  "a": 1\n}'],
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['plain', 'plain'],
])('%o laid out', (value, text) => {
  expect(jsonText(value, 2)).toBe(text);
});

test('typed JSON is its value, anything else stays text', () => {
  expect(typedJson('{"a":1}')).toEqual({ a: 1 });
  expect(typedJson('{"a":')).toBe('{"a":');
});
