import { describe, expect, it } from 'vitest';
import {
  dayAround,
  dayParts,
  dayStartOf,
  frameAt,
  journeysOf,
  lockParts,
  nextDay,
  outlineStep,
  standstillsOf,
  usualPause,
} from '../../../../src/domain/track/day';
import { type TrackRecord, trackOfRecords } from '../../../../src/domain/track/track';

const METRE = 1 / 111_195;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Builds a track from minutes and metres north of the start. */
const trackOf = (places: readonly (readonly [minute: number, metres: number])[]) =>
  trackOfRecords(
    'X',
    places.map(([minute, metres]): TrackRecord => {
      return { create_time: minute * MINUTE, lat: 30 + metres * METRE, lon: 114 };
    }),
  );

const inMinutes = (stretches: readonly { from: number; to: number }[]) =>
  stretches.map(({ from, to }) => [from / MINUTE, to / MINUTE]);

describe('a day', () => {
  const zone = 'Europe/Berlin';
  it.each([
    ['2026-03-29T10:00:00Z', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25T10:00:00Z', '2026-10-24T22:00:00.000Z', 25],
    ['2026-11-24T22:59:59Z', '2026-11-23T23:00:00.000Z', 24],
  ])('around %s starts at %s and has %d hours', (moment, start, hours) => {
    const { from, to } = dayAround(Date.parse(moment), zone);
    expect(new Date(from).toISOString()).toBe(start);
    expect((to - from) / HOUR).toBe(hours);
  });

  it('is followed by the next day, also when clocks change', () => {
    const day = dayAround(Date.parse('2026-03-29T10:00:00Z'), zone);
    expect(nextDay(day, 1, zone).from).toBe(day.to);
    expect(nextDay(day, -1, zone).to).toBe(day.from);
  });

  it('has an outline with 2 minutes per part', () => {
    expect(outlineStep({ from: 0, to: 24 * HOUR - 1 })).toBe(2 * MINUTE);
    expect(outlineStep({ from: 0, to: 24 * HOUR })).toBe(2 * MINUTE);
    expect(outlineStep({ from: 0, to: HOUR })).toBe(MINUTE);
  });
});

describe('dayParts', () => {
  it('distinguishes moving, standing, silent and carried parts', () => {
    const parts = dayParts(
      trackOf([
        [0, 0],
        [2, 2000],
        [4, 2010],
        [60, 2020],
        [120, 9000],
      ]),
    );
    expect(parts.map(({ motion }) => motion)).toEqual(['moving', 'standing', 'silent', 'carried']);
    expect(parts[0]?.speed).toBeCloseTo(60, 1);
    expect(parts[1]?.speed).toBe(0);
  });

  it('treats a pause of over 10 minutes as silent, however few reports the day has', () => {
    const sparse = dayParts(trackOf([0, 58, 116, 174].map((minute) => [minute, 0] as const)));
    expect(sparse.map(({ motion }) => motion)).toEqual(['silent', 'silent', 'silent']);
    expect(usualPause(sparse)).toBe(58 * MINUTE);
    expect(usualPause([])).toBeNaN();
  });

  it.each([
    ['a single report', [[0, 0]]],
    [
      'two reports at one time',
      [
        [0, 0],
        [0, 20],
      ],
    ],
  ] as const)('returns no part for %s', (_, places) => {
    expect(dayParts(trackOf(places))).toEqual([]);
  });

  it('counts the drift of a lock that reports no speed as standing, as the sums of the day do', () => {
    const records = [0, 12, 24, 36].map((minute, i) => ({
      ...{ create_time: minute * MINUTE, lat: 30 + (i % 2) * 150 * METRE, lon: 114, speed: 0 },
    }));
    const motions = dayParts(trackOfRecords('X', records)).map(({ motion }) => motion);
    expect(motions).toEqual(['silent', 'silent', 'silent']);
  });
});

describe('journeysOf', () => {
  it('joins movement across halts of less than 15 minutes', () => {
    const track = trackOf([
      [0, 0],
      [8, 4000],
      [16, 4000],
      [20, 6000],
      [28, 6000],
      [36, 6000],
      [40, 8000],
    ]);
    expect(inMinutes(journeysOf(dayParts(track)))).toEqual([
      [0, 20],
      [36, 40],
    ]);
    expect(inMinutes(standstillsOf(dayParts(track)))).toEqual([
      [8, 16],
      [20, 36],
    ]);
  });

  it('counts a displacement during silence only if no movement was reported', () => {
    const carried = [
      [0, 0],
      [60, 5000],
      [180, 5000],
      [240, 9000],
    ] as const;
    expect(inMinutes(journeysOf(dayParts(trackOf(carried))))).toEqual([
      [0, 60],
      [180, 240],
    ]);
    const reported = journeysOf(dayParts(trackOf([...carried, [245, 12_000]])));
    expect(inMinutes(reported)).toEqual([[240, 245]]);
  });
});

it('lockParts joins equal states up to the change, and omits the time before the first', () => {
  const states = [null, 2, 2, 1, null];
  const track = trackOfRecords(
    'X',
    states.map((lock_status, i) => ({ create_time: i * MINUTE, lat: 30, lon: 114, lock_status })),
  );
  expect(lockParts(track)).toEqual([
    { from: MINUTE, to: 3 * MINUTE, status: 2 },
    { from: 3 * MINUTE, to: 4 * MINUTE, status: 1 },
  ]);
});

describe('frameAt', () => {
  const day = { from: 24 * HOUR, to: 48 * HOUR };
  it.each([
    ['before the day', 24 * HOUR - 5 * MINUTE, 0],
    ['within a minute', 24 * HOUR + 90_000, 1],
    ['at the end', 48 * HOUR - 1, 24 * 60 - 30],
  ])('fits the day for a moment %s', (_, moment, minute) => {
    const from = day.from + minute * MINUTE;
    expect(frameAt(day, moment, 30 * MINUTE)).toEqual({ from, to: from + 30 * MINUTE });
  });

  it('is no longer than the day', () => {
    expect(frameAt(day, day.from + HOUR, 30 * 24 * HOUR)).toEqual(day);
  });
});

describe('the playback of a day', () => {
  const day = dayAround(1_700_000_000_000);
  const length = 30 * MINUTE;
  const startOf = (...minutes: readonly number[]) => {
    const records = minutes.map((minute) => ({
      create_time: day.from + minute * MINUTE,
      lat: 30 + minute / 1000,
      lon: 114,
    }));
    const outline = minutes.length > 0 ? trackOfRecords('X', records) : undefined;
    const { frame, at = frame?.from } = dayStartOf(day, outline, {
      length,
      now: day.to,
      lead: 2 * MINUTE,
    });
    return [frame?.from, at].map((time) => ((time ?? 0) - day.from) / MINUTE);
  };
  it('begins at its first report, which the frame before it lacks', () => {
    expect(startOf(34.5, 40, 45, 50, 55)[1]).toBe(34.5);
  });
  it('begins in the morning if there is no report', () => {
    expect(startOf()).toEqual([(8 * HOUR) / MINUTE, (8 * HOUR) / MINUTE]);
  });
});
