import { expect, it } from 'vitest';
import { modeOf } from '../../../../src/console/look/theme';

it.each([
  ['dark', true, true, 'light'],
  ['dark', false, true, 'light'],
  [undefined, true, true, 'light'],
  ['dark', false, false, 'dark'],
  ['light', true, false, 'light'],
  [undefined, true, false, 'dark'],
  [undefined, false, false, 'light'],
])('prefers %j, system dark %j, printing %j: %s', (preference, dark, printing, mode) => {
  expect(modeOf(preference, dark, printing)).toBe(mode);
});
