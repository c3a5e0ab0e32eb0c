import { describe, expect, it } from 'vitest';
import { dayFormat, daysOf, momentFormat, timeFormat } from '../../../src/fields/clock';

const at = (...parts: [number, number, number, number?, number?, number?, number?]) =>
  new Date(...parts).getTime();

describe('a date and time', () => {
  it.each([
    ['2026-05-20 15:30:07', at(2026, 4, 20, 15, 30, 7)],
    ['2026-05-20T15:30:07', at(2026, 4, 20, 15, 30, 7)],
    ['2026-05-20T15:30', at(2026, 4, 20, 15, 30)],
    [' 2026/5/2 9:05 ', at(2026, 4, 2, 9, 5)],
    ['2026.5.2 9：05', at(2026, 4, 2, 9, 5)],
    ['2026年5月2日 9时5分', at(2026, 4, 2, 9, 5)],
    ['2026年5月2日 9时5分30秒', at(2026, 4, 2, 9, 5, 30)],
    ['2026-05-20', at(2026, 4, 20)],
    ['2026-02-30 10:00', undefined],
    ['2026-05-20 24:00', undefined],
    ['2026-05-20 10:60', undefined],
    ['2026-05', undefined],
    ['20 May 2026', undefined],
    ['2026', undefined],
  ])('in %j is read as %s', (text, value) => expect(momentFormat.parse(text, false)).toBe(value));

  it('is the last moment of a day at the end of a range', () =>
    expect(momentFormat.parse('2026-05-20', true)).toBe(at(2026, 4, 20, 23, 59, 59, 999)));

  it('is read back as written, and empty for no value', () => {
    const moment = at(2026, 4, 20, 15, 30, 7);
    expect(momentFormat.write(moment)).toBe('2026-05-20 15:30:07');
    expect(momentFormat.parse(momentFormat.write(moment), false)).toBe(moment);
    expect([momentFormat.write(null), momentFormat.write(Number.NaN)]).toEqual(['', '']);
  });
});

it.each([
  ['2026-1-31', '2026-01-31'],
  ['2026年1月31日', '2026-01-31'],
  ['2026-01-31T12:00:00', '2026-01-31'],
  ['2026-01-32', undefined],
  ['2026-01-31 soon', undefined],
])('reads %j as the day %s', (text, day) => expect(dayFormat.parse(text, false)).toBe(day));

it.each([
  ['8:05', '08:05'],
  ['20:15:30', '20:15'],
  ['8时', undefined],
  ['24:00', undefined],
])('reads %j as the time %s', (text, time) => expect(timeFormat.parse(text, false)).toBe(time));

it('limits the calendar to the range of the field', () => {
  expect(daysOf({ min: '2026-01-01', max: at(2026, 4, 20, 15) })).toEqual({
    min: '2026-01-01',
    max: '2026-05-20',
  });
  expect(daysOf({}).min).toBeUndefined();
  expect(daysOf({ max: 'today' }).max).toBe(daysOf({ max: 'now' }).max);
});
