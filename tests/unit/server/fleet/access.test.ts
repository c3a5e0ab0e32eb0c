import { expect, it } from 'vitest';
import { isLockPassword, lockPassword } from '../../../../src/server/fleet/access';

const cases: [string, string, string, string, boolean][] = [
  ['its own password', 'secret', 'A1', lockPassword('secret', 'A1'), true],
  ["another lock's password", 'secret', 'A1', lockPassword('secret', 'A2'), false],
  ["another server's password", 'secret', 'A1', lockPassword('other', 'A1'), false],
  ['no password', 'secret', 'A1', '', false],
];

it.each(cases)('checks a lock password: %s', (_, secret, sn, password, right) => {
  expect(isLockPassword(secret, sn, password)).toBe(right);
});
