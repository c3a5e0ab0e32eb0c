import { expect, test } from 'vitest';
import { stepsAcrossGaps } from '../../../../src/server/fleet/tracks';

test('does not change a column without gaps', () => {
  expect(stepsAcrossGaps('526,2,-3')).toBe('526,2,-3');
  expect(stepsAcrossGaps('')).toBe('');
});

test('replaces a value after a gap by the difference to the last value', () => {
  expect(stepsAcrossGaps('526,2,null,null,530,-1')).toBe('526,2,null,null,2,-1');
});

test('keeps the first value after an initial gap', () => {
  expect(stepsAcrossGaps('null,526,2,null,520')).toBe('null,526,2,null,-8');
});
