import { expect, it } from 'vitest';
import { errorOf } from '../../../../../src/console/pages/login/useLoginForm';

it.each([
  ['username', '', 'userRequired'],
  ['username', '   ', 'userRequired'],
  ['username', ' ines ', undefined],
  ['phone', '', 'phoneRequired'],
  ['phone', 'ines', 'phoneFormat'],
  ['phone', '1234', 'phoneFormat'],
  ['phone', ' 13800000000 ', undefined],
  ['phone', '+353 86 123 4567', undefined],
  ['password', '', 'passwordMinimum'],
  ['password', '12345', 'passwordMinimum'],
  ['password', ' 12345 ', 'passwordMinimum'],
  ['password', '123456', undefined],
  ['newPassword', 'letters', 'passwordRule'],
  ['newPassword', ' Choose1st ', undefined],
  ['again', 'Choose1s', 'passwordsDiffer'],
] as const)('checks %s %j: %s', (field, text, key) => {
  const empty = { username: '', phone: '', password: '', newPassword: 'Choose1st', again: '' };
  const values = { ...empty, [field]: text };
  expect(errorOf(field, values)?.key).toBe(key);
});

it('accepts a new password that was typed twice, with spaces around it', () => {
  const values = {
    username: '',
    phone: '',
    password: '',
    newPassword: ' Ab12345 ',
    again: 'Ab12345',
  };
  expect(errorOf('again', values)).toBeUndefined();
});
