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
] as const)('checks %s %j: %s', (field, text, key) => {
  const values = { username: '', phone: '', password: '', [field]: text };
  expect(errorOf(field, values)?.key).toBe(key);
});
