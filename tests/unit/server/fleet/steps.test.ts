import { expect, test } from 'vitest';
import { stepsAcrossGaps } from '../../../../src/server/fleet/tracks';

test('a column without gaps stays as it is', () => {
  expect(stepsAcrossGaps('526,2,-3')).toBe('526,2,-3');
  expect(stepsAcrossGaps('')).toBe('');
});

test('a value after a gap becomes the difference to the last one', () => {
  expect(stepsAcrossGaps('526,2,null,null,530,-1')).toBe('526,2,null,null,2,-1');
});

test('the first value after an initial gap stays', () => {
  expect(stepsAcrossGaps('null,526,2,null,520')).toBe('null,526,2,null,-8');
});
