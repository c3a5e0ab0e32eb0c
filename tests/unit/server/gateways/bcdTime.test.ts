import { expect, test } from 'vitest';
import { parseBcdTime } from '../../../../src/server/gateways/bcdTime';

test.each([
  ['251126231455', 'ddmmyy', Date.UTC(2026, 10, 25, 23, 14, 55)],
  ['261125231455', 'yymmdd', Date.UTC(2026, 10, 25, 23, 14, 55)],
  ['290228000000', 'yymmdd', Date.UTC(2029, 1, 28)],
  ['290229000000', 'yymmdd', undefined],
  ['311126000000', 'ddmmyy', undefined],
  ['261325000000', 'yymmdd', undefined],
  ['261100000000', 'yymmdd', undefined],
  ['000000000000', 'yymmdd', Date.UTC(2000, 0, 1)],
  ['000000001530', 'ddmmyy', Date.UTC(2000, 0, 1, 0, 15, 30)],
  ['261125240000', 'yymmdd', undefined],
  ['261125236000', 'yymmdd', undefined],
  ['261125230060', 'yymmdd', undefined],
  ['26112523145', 'yymmdd', undefined],
  ['2611252314af', 'yymmdd', undefined],
] as const)('reads %s in the order %s as %s', (digits, order, time) => {
  expect(parseBcdTime(digits, order)).toBe(time);
});
