import { expect, test } from 'vitest';
import { f } from '../../../src/config';
import { recordSchema, ruleText } from '../../../src/fields';
import { twiceFrom, twiceValue } from '../../../src/fields/password/view';
import { pastedTitles } from '../../../src/fields/refs/view';

test.each([
  ['C01', ['C01']],
  ['C01, C02;C03\nC04\r\n C05\tC06，C07、C01', ['C01', 'C02', 'C03', 'C04', 'C05', 'C06', 'C07']],
  [' \n', []],
])('a paste of %j is %o', (text, titles) => {
  expect(pastedTitles(text)).toEqual(titles);
});

test.each([
  ['', '', null],
  ['abc', 'abc', 'abc'],
  ['abc', '', { typed: 'abc', again: '' }],
])('%j and %j typed are %o', (typed, again, value) => {
  expect(twiceValue({ typed, again })).toEqual(value);
  expect(twiceFrom(value)).toEqual({ typed, again });
});

const secret = f.password(['Password', '密码'], {
  required: true,
  confirm: true,
  pattern: /^\d{4}$/,
});

test.each([
  ['1234', ''],
  ['12', 'Not in the right form'],
  [null, 'Required'],
  [{ typed: '1234', again: '1235' }, 'Inconsistent Password Input'],
])('a password %o is refused by %j', (value, reason) => {
  let said = '';
  try {
    recordSchema({ secret }, 'create').validateSync({ secret: value });
  } catch (error) {
    said = ruleText((error as Error).message, 'en');
  }
  expect(said).toBe(reason);
});
