import { expect, it } from 'vitest';
import config from '../../../../../resources.config';
import { DAY } from '../../../../../src/domain/duration';
import { device } from '../../../../../src/resources';
import { laterTimes } from '../../../../../src/server/entities/transfer/mailedLists';

it('moves the times of a filter by the time that has passed', () => {
  const { from, to } = config.wire;
  const start = Date.UTC(2026, 0, 1);
  const body = {
    [`create_time${from}`]: start,
    [`packageTime${to}`]: '2026-01-31',
    // Numbers are not times, however great they are.
    [`electric${to}`]: 2 * DAY,
    sn: '7',
  };
  expect(laterTimes(body, device, config.wire, 7 * DAY)).toEqual({
    ...body,
    [`create_time${from}`]: start + 7 * DAY,
    [`packageTime${to}`]: '2026-02-07',
  });
});
