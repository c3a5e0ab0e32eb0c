import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './imports';

/**
 * Dates in tests. A clock passes them one day, and a result that depends on it turns. So a test has dates that are past
 * already, or in years that no clock reaches. A unit test may have any if nothing in it reads the clock of the machine:
 * its dates are data.
 */

/** Last day that counts as past. */
const PAST = '2026-11-27';

/** First year that no clock reaches. */
const NEVER = 3000;

const ISO = /(?<![\dx])(?<year>2\d{3})-(?<month>0[1-9]|1[0-2])(?:-(?<day>[0-3]\d))?(?![\d-])/g;

/** Arguments of `Date.UTC` and `new Date`: the month counts from 0. */
const PARTS = /(?:Date\.UTC|new Date)\((?<year>2\d{3})(?:, (?<month>\d+))?(?:, (?<day>\d+))?/g;

/** Returns the dates of a file that are still to come, as written. */
const comingDates = (code: string): string[] => {
  const dates = (pattern: RegExp, firstMonth: number) =>
    [...code.matchAll(pattern)].flatMap(({ 0: text, groups = {} }) => {
      const month = Number(groups.month ?? firstMonth) + 1 - firstMonth;
      const day = [groups.year, month, groups.day ?? 1].map((part) => `${part}`.padStart(2, '0'));
      return day.join('-') > PAST && Number(groups.year) < NEVER ? [text] : [];
    });
  return [...dates(ISO, 1), ...dates(PARTS, 0)];
};

/** True if a file of unit tests reads a clock that it does not set. Other tests have a server, which reads one. */
const readsClock = (path: string, code: string): boolean =>
  !path.startsWith('tests/unit/') ||
  (/\bDate\.now\(|new Date\(\)/.test(code) && !/useFakeTimers|setSystemTime/.test(code));

it('no test has a date in the near future, unless no clock reads it', () => {
  const files = sourceFiles('tests').filter((path) => path !== 'tests/unit/house/dates.test.ts');
  expect(files.length).toBeGreaterThan(400);
  const wrong = files.flatMap((path) => {
    const code = readFileSync(path, 'utf8');
    return readsClock(path, code) ? comingDates(code).map((text) => `${path}: ${text}`) : [];
  });
  expect(wrong).toEqual([]);
});

describe('the search for dates', () => {
  it.each([
    ["'2026-11-27'", []],
    ["'2026-11-28'", ['2026-11-28']],
    ["'2027-02-28T10:00Z'", ['2027-02-28']],
    ["'3027-02-28'", []],
    ["'2048-bit'", []],
    ['Date.UTC(2026, 10, 27)', []],
    ['Date.UTC(2026, 10, 28)', ['Date.UTC(2026, 10, 28']],
    ['new Date(2027, 0)', ['new Date(2027, 0']],
    ['Date.UTC(2031)', ['Date.UTC(2031']],
  ])('finds in %s the future dates %j', (code, coming) => {
    expect(comingDates(code)).toEqual(coming);
  });

  it.each([
    ['tests/api/a.test.ts', '', true],
    ['tests/unit/a.test.ts', '', false],
    ['tests/unit/a.test.ts', 'Date.now()', true],
    ['tests/unit/a.test.ts', 'vi.setSystemTime(1); Date.now()', false],
  ])('decides if %s with “%s” reads a clock: %s', (path, code, meets) => {
    expect(readsClock(path, code)).toBe(meets);
  });
});
