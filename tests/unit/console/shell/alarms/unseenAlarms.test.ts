import { describe, expect, it } from 'vitest';
import {
  type AlarmPage,
  addedAlarms,
  countBeyond,
  NO_UNSEEN,
  type OpenAlarm,
  openAlarmsOf,
  soleAlarm,
  type UnseenAlarms,
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

describe('updateUnseen', () => {
  it.each<[string, AlarmPage, AlarmPage[], object]>([
    ['none at first', page([1, 2]), [page([1, 2])], { ids: [], more: 0 }],
    ['those raised since, newest first', page([1]), [page([1, 2, 3])], { ids: [3, 2], more: 0 }],
    ['an alarm until it is seen', page([]), [page([1]), page([1, 2])], { ids: [2, 1] }],
    ['none that is taken', page([]), [page([1, 2], [2])], { ids: [1], more: 0 }],
    [
      'none that is taken later',
      page([]),
      [page([1, 2]), page([1, 2], [1])],
      { ids: [2], more: 0 },
    ],
    ['none that is processed', page([]), [page([1, 2]), page([2])], { ids: [2], more: 0 }],
    [
      'a count beyond one page',
      page([]),
      [page(upTo(25))],
      { ids: [25, 24, 23, 22, 21, 20, 19, 18, 17, 16], more: 15, count: 25 },
    ],
    ['a growing count during a burst', page([]), [page(upTo(25)), page(upTo(100))], { count: 100 }],
    [
      'a late alarm in the count, even behind a full page',
      page(upTo(20)),
      [{ ...page(upTo(20)), total: 21 }],
      { ids: [], more: 1, count: 1 },
    ],
    [
      'a late alarm by name if the server gives its time of receipt',
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
      'none from filled-in history, on the page or not',
      pageRaisedAt([500_000]),
      [pageRaisedAt([500_000, 100_000, 90_000]), pageRaisedAt([500_000, ...upTo(30)])],
      { count: 0 },
    ],
    [
      'an alarm that another server stored a moment later',
      pageRaisedAt([500_000]),
      [pageRaisedAt([500_000, 499_000])],
      { count: 1 },
    ],
    ['up to the number of open alarms', page([]), [page(upTo(25)), page(upTo(3))], { count: 3 }],
    ['none that only moved onto the page', page(upTo(25)), [page(upTo(12))], { count: 0 }],
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
  ])('is announced or not: %s', (_, raised, lowest, isShown) => {
    const seen = updateSeen(pageRaisedAt([1]));
    const page = { data: [raised, ...pageRaisedAt([1]).data], total: 2 };
    const { alarms, more } = updateUnseen(NO_UNSEEN, seen, page, lowest);
    expect([alarms, more]).toEqual([isShown ? [raised] : [], 0]);
  });
});

describe('countBeyond', () => {
  it.each([
    ['none, although more are unseen than listed', pageRaisedAt(upTo(30)), 31, 0],
    ['the alarms of a burst that fills the page', page([]), 25, 15],
    ['no alarm that only moved onto the page', page(upTo(25)), 12, 0],
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

describe('addedAlarms', () => {
  const unseen = (ids: number[], more = 0) => ({ alarms: ids.map((id) => alarm(id)), more });

  it.each([
    ['one more', unseen([1]), unseen([2, 1]), [2], 0],
    ['one while another is taken', unseen([1]), unseen([2]), [2], 0],
    ['none while one is taken', unseen([2, 1]), unseen([1]), [], 0],
    ['more than a page', unseen([1]), unseen([4, 3, 2, 1], 9), [4, 3, 2], 9],
    ['one that moves another beyond the limit', unseen([2, 1]), unseen([3, 2], 1), [3], 0],
  ])('returns each new alarm once: %s', (_, before, now, ids, more) => {
    const added = addedAlarms(before, now);
    expect([added.alarms.map(({ id }) => id), added.more]).toEqual([ids, more]);
  });
});

describe('soleAlarm', () => {
  const one = { alarms: [alarm(1)], more: 0 };
  const two = { alarms: [alarm(2), alarm(1)], more: 0 };
  const other = { alarms: [alarm(2)], more: 0 };

  it.each<[string, OpenAlarm | undefined, UnseenAlarms, boolean, object | undefined]>([
    ['is the only alarm', undefined, one, false, alarm(1)],
    ['is none of several', alarm(1), two, false, undefined],
    ['is none of a number beyond the page', undefined, { alarms: [], more: 1 }, false, undefined],
    ['stays in a card in use while another one comes', alarm(1), two, true, alarm(1)],
    [
      'has its newest values in a card in use',
      alarm(1),
      { alarms: [alarm(1, { place_name: 'Gate 3' })], more: 0 },
      true,
      alarm(1, { place_name: 'Gate 3' }),
    ],
    [
      'stays without actions in a card in use when it ends',
      alarm(1),
      other,
      true,
      alarm(1, { state: 1 }),
    ],
    ['gives way when the card is left', alarm(1), other, false, alarm(2)],
    ['does not take the place of several in a card in use', undefined, one, true, undefined],
  ])('%s', (_, before, unseen, isInUse, sole) => {
    expect(soleAlarm(before, unseen, isInUse)).toEqual(sole);
  });
});
