import { expect, it } from 'vitest';
import { passwordErrors } from '../../../../../src/console/pages/profile/password';

it.each([
  ['old1', 'abc123', 'abc123', {}],
  ['old1', ' abc123 ', 'abc123', {}],
  ['', 'abc123', 'abc123', { oldPassword: 'rules.required' }],
  ['old1', 'abcdef', 'abcdef', { newPassword: 'rules.newPassword' }],
  ['old1', '123456', '123456', { newPassword: 'rules.newPassword' }],
  ['old1', 'ab12', 'ab12', { newPassword: 'rules.newPassword' }],
  ['old1', 'a1234567890123456', 'a1234567890123456', { newPassword: 'rules.newPassword' }],
  ['old1', 'abc123', 'abc124', { confirmPassword: 'shell.password.mismatch' }],
  ['old1', '', '', { newPassword: 'rules.newPassword' }],
])('checks the passwords %j, %j, %j', (oldPassword, newPassword, confirmPassword, errors) => {
  expect(passwordErrors({ oldPassword, newPassword, confirmPassword })).toEqual(errors);
});
