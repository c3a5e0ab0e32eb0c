import { describe, expect, test } from 'vitest';
import {
  dayAndTime,
  looksLikeTime,
  parseTimePhrase,
  timeFilter,
  timeText,
} from '../../../../../src/console/shell/search/times';

/** Sunday, 10:20 in the reader's zone. */
const now = new Date(2025, 10, 30, 10, 20).getTime();

const timeIn = (query: string): string | undefined => {
  const { time } = parseTimePhrase(query, now) ?? {};
  return time && timeText(time, 'en');
};

describe('a time in a query', () => {
  test.each([
    ['yesterday', 'Yesterday'],
    ['last week', 'Last week'],
    ['yesterday 09:30', '2025-11-29 09:30'],
    ['yesterday at 3pm', '2025-11-29 15:00'],
    ["yesterday's track at 9:30", '2025-11-29 09:30'],
    ['2025-11-23', '2025-11-23'],
    ['2025-11-23 15:00', '2025-11-23 15:00'],
    ['23 nov', '2025-11-23'],
    ['november 23 at 15:00', '2025-11-23 15:00'],
    ['11/23/2025', '2025-11-23'],
    ['24 december', '2024-12-24'],
    ['last monday', '2025-11-24'],
    ['monday', '2025-11-24'],
    ['wednesday 8:15', '2025-11-26 08:15'],
    ['9:30', '2025-11-30 09:30'],
    ['15:00', '2025-11-29 15:00'],
    ['3 days ago', '2025-11-27'],
    ['2 hours ago', '2025-11-30 08:20'],
    ['yesterday noon', '2025-11-29 12:00'],
    ['last night', '2025-11-29 – 2025-11-30'],
    ['昨晚', '2025-11-29 – 2025-11-30'],
    ['last weekend', '2025-11-22 – 2025-11-23'],
    ['上周末', '2025-11-22 – 2025-11-23'],
    ['last 3 days', '2025-11-28 – 2025-11-30'],
    ['23 nov to 25 nov', '2025-11-23 – 2025-11-25'],
    ['october', '2025-10-01 – 2025-10-31'],
    ['昨天', 'Yesterday'],
    ['上周', 'Last week'],
    ['昨天15点', '2025-11-29 15:00'],
    ['前天下午3点半', '2025-11-28 15:30'],
    ['上周一', '2025-11-17'],
    ['上周日', '2025-11-23'],
    ['上个星期五', '2025-11-21'],
    ['本周三', '2025-11-26'],
    ['周三8点15分', '2025-11-26 08:15'],
    ['11月23日', '2025-11-23'],
    ['11月23号15时30分', '2025-11-23 15:30'],
    ['2025年11月23日', '2025-11-23'],
    ['三天前', '2025-11-27'],
    ['最近3天', '2025-11-28 – 2025-11-30'],
    ['since monday', '2025-11-24 – 2025-11-30'],
    ['since yesterday', '2025-11-29 – 2025-11-30'],
    ['since 9:00', '2025-11-30 09:00 –'],
    ['周三以来', '2025-11-26 – 2025-11-30'],
    ['自周三', '2025-11-26 – 2025-11-30'],
    ['between 9 and 11', '2025-11-30 09:00 – 11:00'],
    ['from 15:00 to 16:00', '2025-11-29 15:00 – 16:00'],
    ['from 1 to 3 pm', '2025-11-29 13:00 – 15:00'],
    ['monday between 9 and 11', '2025-11-24 09:00 – 11:00'],
    ['yesterday from 15:00 to 16:00', '2025-11-29 15:00 – 16:00'],
    ['昨天15点到16点', '2025-11-29 15:00 – 16:00'],
    ['from 23 nov to 25 nov', '2025-11-23 – 2025-11-25'],
    ['23号', '2025-11-23'],
    ['31号', '2025-10-31'],
    ['on the 23rd', '2025-11-23'],
    ['今早', '2025-11-30 06:00 –'],
    ['今天上午', '2025-11-30 06:00 –'],
    ['this morning', '2025-11-30 06:00 –'],
    ['昨天下午', '2025-11-29 12:00 –'],
    ['now', undefined],
    ['现在', undefined],
  ])('%s is %s', (query, expected) => {
    expect(timeIn(query)).toBe(expected);
    expect(timeIn(`alarms ${query}`)).toBe(expected);
  });

  test.each(['tomorrow', '今天下午', 'next monday', 'today 15:00', '明天', '下周一', 'last year'])(
    '%s is not understood, as it names no past time',
    (query) => {
      expect(parseTimePhrase(`alarms ${query}`, now)).toEqual({
        time: undefined,
        rest: 'alarms',
        unclear: [query],
      });
    },
  );

  test.each([
    ['last week 15:00', 'Last week', '15:00'],
    ['last week at 3pm', 'Last week', 'at 3pm'],
    ['15:00 last month', 'Last month', '15:00'],
    ['上周 15:00', 'Last week', '15:00'],
    ['last 3 days 15:00', '2025-11-28 – 2025-11-30', '15:00'],
  ])('%s is of %s, and has an unclear %s', (query, expected, unclear) => {
    expect(timeIn(query)).toBe(expected);
    expect(parseTimePhrase(query, now)?.unclear).toEqual([unclear]);
  });

  test('leaves the words around it', () => {
    const restOf = (query: string) => parseTimePhrase(query, now)?.rest;
    expect(restOf('play back SD2600155 last monday at 15:00')).toBe('play back sd2600155');
    expect(restOf('unlocks SD2600155 in october')).toBe('unlocks sd2600155');
    expect(restOf('alarms since monday')).toBe('alarms');
    expect(restOf('SD2600155 from 15:00 to 16:00')).toBe('sd2600155');
    expect(restOf('23号的报警')).toBe('报警');
    expect(restOf('上周五的报警')).toBe('报警');
    expect(restOf('昨天15点 SD2600155 的轨迹')).toBe('sd2600155 的轨迹');
    expect(restOf('where is SD2600155 now')).toBe('where is sd2600155');
    expect(restOf('SD2600020 11月23日')).toBe('sd2600020');
    expect(restOf('2600020 11月23日')).toBe('2600020');
  });

  test.each([
    'seal SD2600155',
    'CSNU 968167-2',
    'firmware 1.2.3',
    'set 12',
    '施封SD2600155',
    '3号车',
    'between 3 locks',
  ])('is not read in %s', (query) => {
    expect(parseTimePhrase(query, now)).toBeUndefined();
  });
});

test.each([
  ['25:00', true],
  ['2025-13-45', true],
  ['23rd', true],
  ['25点', true],
  ['sd2600155', false],
  ['968167-2', false],
  ['seal', false],
  ['12', false],
])('%s looks like a time: %s', (word, expected) => {
  expect(looksLikeTime(word)).toBe(expected);
});

test('a playback opens on the day, and at a clock time', () => {
  const addressOf = (query: string) => {
    const { time } = parseTimePhrase(query, now) ?? {};
    return time && dayAndTime(time, now);
  };
  expect(addressOf('yesterday')).toEqual({ day: '2025-11-29' });
  expect(addressOf('last monday')).toEqual({ day: '2025-11-24' });
  const at = new Date(2025, 10, 23, 15).getTime();
  expect(addressOf('2025-11-23 15:00')).toEqual({ day: '2025-11-23', at: `${at}` });
});

test('a list is filtered by the day, and by the hour around a clock time', () => {
  const filterOf = (query: string) => {
    const { time } = parseTimePhrase(query, now) ?? {};
    return time && timeFilter('at', time);
  };
  expect(filterOf('last week')).toEqual({ at_last: 'lastWeek' });
  expect(filterOf('2025-11-23')).toEqual({
    at_from: new Date(2025, 10, 23).getTime(),
    at_to: new Date(2025, 10, 24).getTime() - 1,
  });
  expect(filterOf('11月23日15点')).toEqual({
    at_from: new Date(2025, 10, 23, 14, 30).getTime(),
    at_to: new Date(2025, 10, 23, 15, 30).getTime(),
  });
});
