import { describe, expect, it } from 'vitest';
import { endOfDay, lastDays } from '../../../../../src/console/pages/dashboard/lastDays';

const DAY = 86_400_000;
const noon = Date.UTC(2026, 2, 10, 12);

describe('lastDays', () => {
  it.each([
    ['Greenwich', 0, Date.UTC(2026, 2, 10)],
    ['Shanghai, where noon is 20:00', 480, Date.UTC(2026, 2, 9, 16)],
    ['Kiribati, where it is tomorrow', 840, Date.UTC(2026, 2, 10, 10)],
    ['Los Angeles, where noon is 4:00', -480, Date.UTC(2026, 2, 10, 8)],
    ['Nepal, 45 minutes off the hour', 345, Date.UTC(2026, 2, 9, 18, 15)],
  ])('begins at midnight of %s', (_, offset, today) => {
    expect(lastDays(3, noon, offset)).toEqual([today - 2 * DAY, today - DAY, today]);
  });

  it('ends a day where the next begins', () => {
    const [first = 0, second] = lastDays(2, noon, 60);
    expect(endOfDay(first) + 1).toBe(second);
  });

  it('takes midnight for the new day', () => {
    expect(lastDays(1, Date.UTC(2026, 2, 10), 0)).toEqual([Date.UTC(2026, 2, 10)]);
  });
});
