import { describe, expect, it } from 'vitest';
import { scrollTarget } from '../../../../../src/console/shell/tabs/TabBar';

/** Ten tabs of 100 px in a bar of 400 px. */
const boxes = Array.from({ length: 10 }, (_, i) => ({ left: i * 100, width: 100 }));

describe('scrollTarget', () => {
  it.each([
    ['the first from the end', 0, 600, 0],
    ['the last from the beginning', 9, 0, 600],
    ['the same place for a tab that is visible with its neighbours', 2, 50, 50],
    ['show the right neighbour too', 4, 0, 204],
    ['show the left neighbour too', 3, 350, 196],
    ['the last but one', 8, 0, 600],
  ])('scrolls to %s', (_, index, scrollLeft, target) => {
    expect(scrollTarget(boxes, index, { scrollLeft, width: 400, scrollWidth: 1000 })).toBe(target);
  });

  it('does not scroll a strip that is fully visible', () => {
    expect(
      scrollTarget(boxes.slice(0, 3), 2, { scrollLeft: 0, width: 400, scrollWidth: 300 }),
    ).toBe(0);
  });
});
