import { expect, test } from 'vitest';
import { f } from '../../../../src/config';
import { ruleText } from '../../../../src/fields';
import { confirmedPassword, repeatedInputs } from '../../../../src/fields/kinds/password.view';
import { recordSchema } from '../../../../src/fields/recordSchema';

test.each([
  ['', '', null],
  ['abc', 'abc', 'abc'],
  ['abc', '', { password: 'abc', again: '' }],
])('combines the inputs %j and %j into %o', (password, again, value) => {
  expect(confirmedPassword({ password, again })).toEqual(value);
  expect(repeatedInputs(value)).toEqual({ password, again });
});

const secret = f.password(['Password', '密码'], {
  required: true,
  confirm: true,
  pattern: /^\d{4}$/,
});

test.each([
  ['1234', ''],
  ['12', 'Wrong format'],
  [null, 'Required'],
  [{ password: '1234', again: '1235' }, 'Inconsistent Password Input'],
])('checks the password %o with the result %j', (value, reason) => {
  let message = '';
  try {
    recordSchema({ secret }, 'create').validateSync({ secret: value });
  } catch (error) {
    message = ruleText((error as Error).message, 'en');
  }
  expect(message).toBe(reason);
});
