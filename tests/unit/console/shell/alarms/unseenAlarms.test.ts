import { describe, expect, it } from 'vitest';
import {
  type AlarmPage,
  countBeyond,
  NO_UNSEEN,
  type OpenAlarm,
  openAlarmsOf,
  unseenCount,
  updateSeen,
  updateUnseen,
} from '../../../../../src/console/shell/alarms/unseenAlarms';
import { type AlarmSeverity, MINOR } from '../../../../../src/domain/alarm';

const alarm = (id: number, more: Partial<OpenAlarm> = {}): OpenAlarm => ({
  id,
  sn: `L${id}`,
  police_type: 1008,
  create_time: id,
  ...more,
});
/** Returns the newest ten open alarms, like the server. */
const page = (ids: readonly number[], takenIds: readonly number[] = []): AlarmPage => {
  const newest = [...ids].sort((a, b) => b - a).slice(0, 10);
  const data = newest.map((id) => alarm(id, takenIds.includes(id) ? { taken_by: 'Lin' } : {}));
  return { data, total: ids.length };
};
/** Returns the same for a server that sends the time of receipt, here equal to the id. */
const pageRaisedAt = (ids: readonly number[]): AlarmPage => {
  const { data, total } = page(ids);
  return { data: data.map((each) => ({ ...each, raise_time: Number(each.id) })), total };
};
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

/** Returns the unseen alarms after successive pages. The first page was there when the console opened. */
const after = (first: AlarmPage, ...pages: readonly AlarmPage[]) => {
  let seenAlarms = updateSeen(first);
  let unseen = NO_UNSEEN;
  for (const each of pages) {
    unseen = updateUnseen(unseen, seenAlarms, each, MINOR);
    seenAlarms = updateSeen(each);
  }
  return { ids: unseen.alarms.map(({ id }) => id), more: unseen.more, count: unseenCount(unseen) };
};

describe('newsAfter', () => {
  it.each<[string, AlarmPage, AlarmPage[], object]>([
    ['what was there at first is none', page([1, 2]), [page([1, 2])], { ids: [], more: 0 }],
    ['what is raised is, the newest first', page([1]), [page([1, 2, 3])], { ids: [3, 2], more: 0 }],
    ['it stays until it is looked at', page([]), [page([1]), page([1, 2])], { ids: [2, 1] }],
    ['not what is taken already', page([]), [page([1, 2], [2])], { ids: [1], more: 0 }],
    ['nor what is taken later', page([]), [page([1, 2]), page([1, 2], [1])], { ids: [2], more: 0 }],
    ['nor what is done with', page([]), [page([1, 2]), page([2])], { ids: [2], more: 0 }],
    [
      'more than a page are counted',
      page([]),
      [page(upTo(25))],
      { ids: [25, 24, 23, 22, 21, 20, 19, 18, 17, 16], more: 15, count: 25 },
    ],
    ['a burst goes on counting', page([]), [page(upTo(25)), page(upTo(100))], { count: 100 }],
    [
      'one that is told late is counted though newer ones fill the page',
      page(upTo(20)),
      [{ ...page(upTo(20)), total: 21 }],
      { ids: [], more: 1, count: 1 },
    ],
    [
      'one that is told late is named where the server says when it heard of it',
      page(upTo(20)),
      [
        {
          data: [alarm(21, { create_time: 3, raise_time: 99 }), ...page(upTo(20)).data],
          total: 21,
        },
      ],
      { ids: [21], more: 0 },
    ],
    [
      'a past that is filled in is none, whether it comes into the page or not',
      pageRaisedAt([500_000]),
      [pageRaisedAt([500_000, 100_000, 90_000]), pageRaisedAt([500_000, ...upTo(30)])],
      { count: 0 },
    ],
    [
      'what another server stored a moment later than it heard of it is',
      pageRaisedAt([500_000]),
      [pageRaisedAt([500_000, 499_000])],
      { count: 1 },
    ],
    ['no more than are open', page([]), [page(upTo(25)), page(upTo(3))], { count: 3 }],
    ['old ones that come into the page are none', page(upTo(25)), [page(upTo(12))], { count: 0 }],
  ])('returns as new alarms: %s', (_, first, pages, expected) => {
    expect(after(first, ...pages)).toMatchObject(expected);
  });
});

describe('a new alarm', () => {
  const of = (severity: AlarmSeverity | null, more: Partial<OpenAlarm> = {}) =>
    alarm(9, { severity, raise_time: 9, ...more });
  it.each<[string, OpenAlarm, AlarmSeverity, boolean]>([
    ['minor, from minor', of(3), 3, true],
    ['minor, from major', of(3), 2, false],
    ['major, from minor', of(2), 3, true],
    ['major, from major', of(2), 2, true],
    ['major, from critical', of(2), 1, false],
    ['critical, from critical', of(1), 1, true],
    ['without a severity, from critical', of(null), 1, true],
    ['muted, from minor', of(1, { muted: true }), 3, false],
    ['not muted, from minor', of(1, { muted: false }), 3, true],
  ])('%s: is announced or not', (_, raised, lowest, isShown) => {
    const seen = updateSeen(pageRaisedAt([1]));
    const page = { data: [raised, ...pageRaisedAt([1]).data], total: 2 };
    const { alarms, more } = updateUnseen(NO_UNSEEN, seen, page, lowest);
    expect([alarms, more]).toEqual([isShown ? [raised] : [], 0]);
  });
});

describe('countBeyond', () => {
  it.each([
    ['none, though more are unseen than are listed', pageRaisedAt(upTo(30)), 31, 0],
    ['those of a burst that fills the page', page([]), 25, 15],
    ['none that only came into the page', page(upTo(25)), 12, 0],
  ])('counts %s', (_, first, last, count) => {
    const next = first.data[0]?.raise_time ? pageRaisedAt(upTo(last)) : page(upTo(last));
    expect(countBeyond(updateSeen(first), next)).toBe(count);
  });
});

describe('openAlarmsOf', () => {
  const open = [alarm(3), alarm(2, { state: 0 })];

  it('returns a page of open alarms with the total', () => {
    expect(openAlarmsOf({ data: open, total: 40 })).toEqual({ data: open, total: 40 });
  });

  it('drops closed alarms from a server that ignores the filter, and does not count them', () => {
    const data = [...open, alarm(1, { state: 1 })];
    expect(openAlarmsOf({ data, total: 137 })).toEqual({ data: open, total: 2 });
  });
});
