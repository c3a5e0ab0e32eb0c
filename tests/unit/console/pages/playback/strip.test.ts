import { describe, expect, it } from 'vitest';
import { groupAt, groupMarks } from '../../../../../src/console/pages/playback/strip/groups';
import { scaleOf, stripWidth } from '../../../../../src/console/pages/playback/strip/scale';

const HOUR = 3_600_000;
const day = { from: 0, to: 24 * HOUR };

describe('the scale of a strip', () => {
  it('shows the whole day in a wide space, and half an hour in 28 px in a narrow one', () => {
    expect(stripWidth(day, 1000)).toBe(1000);
    expect(stripWidth(day, 360)).toBe(24 * 56);
  });

  it('converts between time and pixels within the day', () => {
    const { px, at } = scaleOf(day, 960);
    expect(px(6 * HOUR)).toBe(240);
    expect([at(240), at(-5), at(2000)]).toEqual([6 * HOUR, 0, 24 * HOUR]);
  });
});

describe('marks on a strip', () => {
  const scale = scaleOf(day, 960);
  const markAt = (kind: 'alarm' | 'locked' | 'swiped' | 'unlocked', px: number) => ({
    kind,
    at: scale.at(px),
    label: [kind, kind] as const,
    actor: undefined,
    unseals: kind === 'unlocked',
  });

  it('merge within 13 px, show their number and the most severe kind', () => {
    const marks = [markAt('locked', 100), markAt('alarm', 108), markAt('swiped', 112)];
    const groups = groupMarks([...marks, markAt('unlocked', 113)], scale);
    expect(groups.map(({ mark, count }) => [mark.kind, count])).toEqual([
      ['alarm', 3],
      ['unlocked', 1],
    ]);
  });

  it('respond within 8 px', () => {
    const groups = groupMarks([markAt('alarm', 100)], scale);
    expect(groupAt(groups, scale, scale.at(107))?.mark.kind).toBe('alarm');
    expect(groupAt(groups, scale, scale.at(109))).toBeUndefined();
  });
});
