import { describe, expect, it } from 'vitest';
import type { FencePosition } from '../../../../src/server/fleet/fences';
import { randomSource } from '../../domain/geo/random';
import { BLIND, ENTERED, LEFT, openFenceServer, yard } from './fenceServer';
import { metresEast } from './metresEast';

const MINUTE = 60_000;
const START = 1_000_000;
const fence = { ...yard, area: { kind: 'circle', centre: metresEast(0), radius: 500 } } as const;

/**
 * West, inside, east and north of the fence, and 30 m outside its border. Only the line between west and east leads
 * through.
 */
const PLACES = {
  W: metresEast(-3_000),
  I: metresEast(10),
  E: metresEast(3_000),
  N: { lat: 0.03, lon: 0 },
  B: metresEast(-530),
} as const;
type Place = keyof typeof PLACES;

interface Stop extends FencePosition {
  readonly place: Place;
  readonly isBlind: boolean;
}

const stopAt = (place: Place, minute: number, isBlind: boolean): Stop => ({
  ...PLACES[place],
  at: START + minute * MINUTE,
  place,
  isBlind,
});

type Server = ReturnType<typeof openFenceServer>;

/** Alarms in order of time, as `in 8.4`. */
const alarmsOf = ({ alarms }: Server): string[] =>
  [...alarms]
    .sort((a, b) => a.create_time - b.create_time)
    .map(({ police_type, create_time }) => {
      const minute = Math.round((create_time - START) / MINUTE / 0.1) / 10;
      return `${police_type === ENTERED ? 'in' : 'out'} ${minute}`;
    });

describe('positions of a blind spot that come one by one', () => {
  /** `E5b`: in the east in minute 5, from a blind spot. */
  it.each([
    ['one passage, later than guessed', 'E0 W20 E5b E10b W15b', 'in 8.4, out 20'],
    ['one passage with a stop', 'W0 E20 W5b W10b I12b', 'in 8.4, out 20'],
    ['one passage at the end', 'W0 E40 W5b W10b W15b W20b W25b W30b W35b', 'in 16.7, out 40'],
    [
      'a visit after a guess that it replaces',
      'W0 W40 E10b I15b W20b I25b E30b W35b',
      'in 4.2, out 10, in 15, out 20, in 22.6, out 30, in 34.2, out 40',
    ],
    ['no passage at all', 'W0 E20 N10b', 'in 8.4, out 20'],
    [
      'a guess disproved before the lock is back',
      'W0 E10b N5b I20 N30',
      'in 4.2, out 10, in 20, out 30',
    ],
    ['a visit without an end before the lock is back', 'W0 I10b W20', 'in 10, out 20'],
    ['a visit that ends before the lock is back', 'W0 I10b W15b I20', 'in 10, out 15, in 20'],
    ['a visit before a position at the border', 'W0 B20 W30 I10b', 'in 10, out 20'],
    ['an absence before a position at the border', 'I0 B20 W30 W10b', 'out 10, in 20, out 30'],
    ['a visit in the place of a passage', 'W0 E40 N20b I30b N35b', 'in 16.7, out 40'],
  ])('%s', (_, stops, alarms) => {
    const server = openFenceServer([fence]);
    for (const stop of stops.split(' ')) {
      const [, place, minute, blind] = /^(.)(\d+)(b?)$/.exec(stop) ?? [];
      server.receive(
        [stopAt(place as Place, Number(minute), false)],
        blind === 'b' ? BLIND : undefined,
      );
    }
    expect(alarmsOf(server).join(', ')).toBe(alarms);
  });
});

describe('random passages with random gaps', () => {
  /** Crossings that the known stops show, by the timely stop before their gap. */
  const crossingsByGap = (stops: readonly Stop[]): Map<number, number[]> => {
    const gaps = new Map<number, number[]>();
    const sorted = [...stops].sort((a, b) => a.at - b.at);
    let crossings: number[] = [];
    sorted.forEach(({ place, at, isBlind }, i) => {
      const before = sorted[i - 1]?.place ?? place;
      if ([before, place].sort().join('') === 'EW') crossings.push(ENTERED, LEFT);
      else if (before !== 'I' && place === 'I') crossings.push(ENTERED);
      else if (before === 'I' && place !== 'I') crossings.push(LEFT);
      if (isBlind) return;
      crossings = [];
      gaps.set(at, crossings);
    });
    return gaps;
  };

  /** Returns a random integer of 0 or more and below a limit. */
  type Below = (limit: number) => number;

  const randomBelow = (seed: number): Below => {
    const random = randomSource(seed);
    return (limit) => Math.floor(random() * limit);
  };

  const DELIVERIES = {
    /** Each position in a message of its own. */
    'one by one': (gap: Stop[]) => gap.map((stop) => [stop]),
    'in two messages': (gap: Stop[]) => {
      const half = Math.ceil(gap.length / 2);
      return [gap.slice(0, half), gap.slice(half)];
    },
    'in shuffled groups': (gap: Stop[], below: Below) => {
      const groups: Stop[][] = [];
      gap.forEach(() => {
        groups[below(gap.length)] ??= [];
      });
      const places = groups.filter((group) => group);
      for (const stop of gap) places[below(places.length)]?.push(stop);
      return places
        .map((group) => ({ group, order: below(1_000) }))
        .sort((a, b) => a.order - b.order)
        .map(({ group }) => group);
    },
  } as const;

  const SEEDS = Array.from({ length: 60 }, (_, seed) => seed + 1);
  const names = Object.keys(DELIVERIES) as (keyof typeof DELIVERIES)[];

  it.each(names.flatMap((name) => [0, 50].map((early) => [name, early] as const)))(
    'raise alternating alarms, one pair for each visit: %s, early in %d of 100',
    (name, early) => {
      for (const seed of SEEDS) {
        const below = randomBelow(seed);
        const pick = () => 'WEIWEN'[below(6)] as Place;
        const stops = Array.from({ length: 60 }, (_, i) =>
          stopAt(pick(), i * 5, i > 0 && i < 59 && below(4) > 0),
        );
        const server = openFenceServer([fence]);
        const receivedStops: Stop[] = [];
        /** Number of alarms of each gap: the largest number of crossings that the stops ever showed, or one more. */
        const counts = new Map<number, number>();
        const receive = (message: readonly Stop[]) => {
          if (message.length === 0) return;
          server.receive(message, message[0]?.isBlind ? BLIND : undefined);
          receivedStops.push(...message);
          for (const [start, { length }] of crossingsByGap(receivedStops)) {
            const count = counts.get(start) ?? 0;
            // If the end of an open gap is on the other side, an alarm says so.
            counts.set(start, Math.max(count + ((length - count) & 1), length));
          }
        };
        /** Messages of blind spots that the lock left. */
        const waiting: Stop[][] = [];
        let gap: Stop[] = [];
        for (const stop of stops) {
          if (stop.isBlind) {
            gap.push(stop);
            continue;
          }
          const messages = DELIVERIES[name](gap, below);
          // Some blind spots are reported in part before the lock is back.
          while (messages.length > 0 && below(100) < early) receive(messages.shift() ?? []);
          receive([stop]);
          waiting.push(...messages);
          gap = [];
          while (waiting.length > 0 && below(5) > 0) receive(waiting.shift() ?? []);
        }
        for (const message of waiting) receive(message);

        const alarms = [...server.alarms].sort((a, b) => a.create_time - b.create_time);
        const repeated = alarms.filter(
          ({ police_type }, i) => i > 0 && police_type === alarms[i - 1]?.police_type,
        );
        expect({ seed, repeated: repeated.map(({ create_time }) => create_time) }).toEqual({
          seed,
          repeated: [],
        });
        const gaps = [...crossingsByGap(receivedStops)];
        gaps.forEach(([start, crossings], i) => {
          const end = gaps[i + 1]?.[0] ?? Number.POSITIVE_INFINITY;
          const kinds = alarms
            .filter(({ create_time }) => create_time > start && create_time <= end)
            .map(({ police_type }) => police_type);
          // A gap keeps the alarms of its guesses.
          expect({ seed, end, count: kinds.length }).toEqual({
            seed,
            end,
            count: counts.get(start),
          });
          expect({ seed, end, first: kinds[0] }).toEqual({
            seed,
            end,
            first: crossings[0] ?? kinds[0],
          });
        });
      }
    },
  );
});
