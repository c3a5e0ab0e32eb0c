import { expect, it } from 'vitest';
import { breakpointsOf } from '../../../../src/console/theme/deviceMode';

it.each([
  ['auto', 390, true],
  ['auto', 991, true],
  ['auto', 992, false],
  ['mobile', 390, true],
  ['mobile', 3840, true],
  ['desktop', 390, false],
  ['desktop', 1440, false],
] as const)('%s at %d px is a phone: %s', (mode, width, isPhone) => {
  expect(width < (breakpointsOf(mode).sm ?? 0)).toBe(isPhone);
});

it('widens from step to step in every mode', () => {
  for (const mode of ['auto', 'mobile', 'desktop'] as const) {
    const { xs = 0, sm = 0, md = 0, lg = 0, xl = 0 } = breakpointsOf(mode);
    expect([xs, sm, md, lg, xl]).toEqual([xs, sm, md, lg, xl].sort((a, b) => a - b));
  }
});
