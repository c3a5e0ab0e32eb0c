import { expect, it } from 'vitest';
import { shiftStart, shiftStarts } from '../../../src/domain/shift';
import { ownZone } from '../../../src/domain/zone';

it.each([
  ['08:00/20:00', [480, 1200]],
  [' 22:00 / 6:00/14:00', [360, 840, 1320]],
  ['07:30', [450]],
  ['', undefined],
  ['8/20', undefined],
  ['24:00', undefined],
  ['08:00/08:00', undefined],
])('reads the shift hours %j as %j', (text, starts) => expect(shiftStarts(text)).toEqual(starts));

it.each([
  [[480, 1200], 15, 20, 8],
  [[480, 1200], 8, 20, 8],
  [[480, 1200], 21, 20, 20],
  [[480, 1200], 3, 19, 20],
  [[450], 3, 19, 7.5],
  [[], 3, 20, 0],
])('with shifts at %j, the shift at %i:00 began on day %i at %d', (starts, hour, day, began) => {
  expect(shiftStart(starts, new Date(2026, 4, 20, hour).getTime(), ownZone())).toBe(
    new Date(2026, 4, day, 0, began * 60).getTime(),
  );
});
