import { describe, expect, it } from 'vitest';
import type { TimedPlace } from '../../../../../src/domain/track/leaps';
import { matchFences } from '../../../../../src/server/fleet/places/lateFences';
import type { StoredFence } from '../../../../../src/server/gazetteer/ownPlaces';
import { randomSource } from '../../../domain/geo/random';
import { BLIND, ENTERED, LEFT, openFenceServer, seen, watching, yard } from './fenceServer';
import { metresEast, stateAt } from './metresEast';

const MINUTE = 60_000;
const START = 1_000_000;
const fence = { ...yard, area: { kind: 'circle', centre: metresEast(0), radius: 500 } } as const;

/**
 * West, inside, east and north of the fence, 30 m outside its border, and 1,200 km away. Only the line between west and
 * east leads through.
 */
const PLACES = {
  W: metresEast(-3_000),
  I: metresEast(10),
  E: metresEast(3_000),
  N: { lat: 0.03, lon: 0 },
  B: metresEast(-530),
  J: { lat: 0, lon: 11 },
} as const;

type Server = ReturnType<typeof openFenceServer>;

/** Alarms in order of time, as `in 8.4`. */
const alarmsOf = (server: Server): string =>
  server
    .alarms()
    .map(({ police_type, create_time }) => {
      const minute = Math.round((create_time - START) / MINUTE / 0.1) / 10;
      return `${police_type === ENTERED ? 'in' : 'out'} ${minute}`;
    })
    .join(', ');

/** Delivers stops one by one. `E5b`: in the east in minute 5, from a blind spot. */
const deliver = (stops: string): Server => {
  const server = openFenceServer([fence]);
  for (const stop of stops.split(' ')) {
    const [, place, minute, blind] = /^(.)([\d.]+)(b?)$/.exec(stop) ?? [];
    const fix = {
      ...PLACES[place as keyof typeof PLACES],
      at: START + Math.round(Number(minute) * MINUTE),
    };
    server.receive([fix], blind === 'b' ? BLIND : undefined);
  }
  return server;
};

describe('late reports that arrive one by one', () => {
  it.each([
    ['correct the time of a passage', 'E0 W20 E5b E10b W15b', 'in 12.1, out 15', 0],
    ['correct the time of a passage with a stop', 'W0 E20 W5b W10b I12b', 'in 12, out 20', 0],
    ['correct the time of an exit', 'W0 E20 W5 W10 I12 E14', 'in 12, out 14', 0],
    ['disprove a passage', 'W0 E20 N10b', '', 2],
    ['disprove a passage and reveal another', 'W0 E20 N10b I15', 'in 15, out 20', 2],
    ['disprove a passage before the lock returns', 'W0 E10b N5b I20 N30', 'in 20, out 30', 2],
    ['reveal an exit inside a gap', 'W0 I5 I25 N15', 'in 5, out 15, in 25', 0],
    ['reveal a visit', 'W0 N20 I10', 'in 10, out 20', 0],
    ['reveal a visit without an end before the lock returns', 'W0 I10b W20', 'in 10, out 20', 0],
    ['reveal a visit before the lock returns', 'W0 I10b W15b I20', 'in 10, out 15, in 20', 0],
    ['end a visit later, at the border', 'W0 B20 W30 I10b', 'in 10, out 30', 0],
    ['reveal an absence before the border', 'I0 B20 W30 W10b', 'out 10', 0],
    ['precede all others', 'I20 N30 W10', 'in 20, out 30', 0],
    ['confirm a leap', 'I0 J1 I2 I3 J0.5', 'out 0.5, in 2', 0],
  ])('%s: %s', (_, stops, alarms, withdrawn) => {
    const server = deliver(stops);
    expect(alarmsOf(server)).toBe(alarms);
    expect(server.withdrawn()).toHaveLength(withdrawn);
    const inOrder = stops
      .split(' ')
      .sort((a, b) => Number.parseFloat(a.slice(1)) - Number.parseFloat(b.slice(1)));
    expect(alarmsOf(deliver(inOrder.join(' ')))).toBe(alarms);
  });

  it('correct the time of an alarm instead of raising another', () => {
    const server = openFenceServer([fence]);
    const at = (minute: number, place: keyof typeof PLACES) => ({
      ...PLACES[place],
      at: START + minute * MINUTE,
    });
    server.receive([at(0, 'W')]);
    server.receive([at(40, 'E')]);
    const guesses = server.alarms().map(({ row }) => row);
    for (const fix of [at(30, 'I'), at(5, 'W'), at(35, 'E')]) server.receive([fix]);
    expect(server.alarms().map(({ row }) => row)).toEqual(guesses);
    expect(alarmsOf(server)).toBe('in 30, out 35');
  });

  it('request more positions while the side of a border is uncertain', () => {
    const near = (minute: number) => ({ ...metresEast(1_030), at: minute * MINUTE });
    const state = stateAt(1_030, { report_time: 9 * MINUTE, fix_time: 9 * MINUTE });
    const match = (positions: readonly TimedPlace[], hasMoreBefore: boolean) =>
      matchFences(
        [seen(4 * MINUTE, 3_000)],
        [state],
        watching(yard),
        new Map([['A1', { positions, hasMoreBefore, hasMoreAfter: false }]]),
      );
    const outside = { ...metresEast(2_000), at: MINUTE };
    const inside = { ...metresEast(10), at: MINUTE };
    expect(match([near(2), near(9)], true).isSettled).toBe(false);
    expect(match([outside, near(2), near(9)], true)).toMatchObject({
      isSettled: true,
      changes: [],
    });
    expect(match([inside, near(2), near(9)], true)).toMatchObject({
      isSettled: true,
      changes: [{ police_type: LEFT, to: 4 * MINUTE }],
    });
  });
});

describe('a position that no lock could reach', () => {
  it.each([
    ['is ignored alone', 'W0 J1 W2 W3', ''],
    ['is ignored outside the fence', 'I0 J1 I2', ''],
    ['counts if another confirms it', 'I0 J1 J2', 'out 1'],
    ['counts if another confirms it and the lock returns', 'I0 J1 J2 I3 I4', 'out 1, in 3'],
    ['is ignored twice with a return between', 'I0 J1 I2 J3 I4', ''],
    ['counts after a long silence', 'I0 J120', 'out 120'],
    ['is ignored if it arrives last', 'W0 J10 I11 J12', 'in 11'],
  ])('%s: %s', (_, stops, alarms) => {
    expect(alarmsOf(deliver(stops))).toBe(alarms);
  });

  it('does not move the lock', () => {
    const server = deliver('I0 J1');
    expect(server.state()).toMatchObject({ ...PLACES.I, fences: [fence.id], suspect_lon: 11 });
  });
});

describe('reports in any order', () => {
  const random = (seed: number) => {
    const source = randomSource(seed);
    return (limit: number) => Math.floor(source() * limit);
  };

  /** Fences that overlap, some narrower than the way between two reports. */
  const fences = [150, 400, 900, 2_000].map(
    (radius, i): StoredFence => ({
      ...yard,
      id: i + 1,
      area: { kind: 'circle', centre: metresEast(i * 700 - 1_000), radius },
    }),
  );

  /** Way of a lock with halts, some at a border, and positions far off. */
  const wayOf = (seed: number): TimedPlace[] => {
    const below = random(seed);
    let [x, y] = [-4_000, 0];
    return Array.from({ length: 60 }, (_, i) => {
      if (below(3) > 0) [x, y] = [x + below(1_600) - 780, y + below(500) - 250];
      if (below(12) === 0) [x, y] = [-1_000 + 150 + below(60), 0];
      const isFar = below(15) === 0;
      const far = { lat: 5, lon: -30 + below(2) * 60 };
      const place = isFar ? far : { lat: y / 111_195, lon: x / 111_195 };
      return { ...place, at: START + i * MINUTE };
    });
  };

  /** Alarms that count. */
  const summaryOf = (server: Server) =>
    server
      .alarms()
      .map(({ fence_id, police_type, create_time }) => [fence_id, police_type, create_time]);

  const deliveries: Record<
    string,
    (way: TimedPlace[], below: (limit: number) => number) => TimedPlace[][]
  > = {
    'backwards, one by one': (way) => [...way].reverse().map((fix) => [fix]),
    'shuffled, one by one': (way, below) =>
      way
        .map((fix) => ({ fix, order: below(1e6) }))
        .sort((a, b) => a.order - b.order)
        .map(({ fix }) => [fix]),
    'each up to twenty late': (way, below) =>
      way
        .map((fix, i) => ({ fix, order: i + below(20) }))
        .sort((a, b) => a.order - b.order)
        .map(({ fix }) => [fix]),
    'in shuffled batches': (way, below) => {
      const batches: TimedPlace[][] = [];
      for (let i = 0; i < way.length; ) {
        const size = 1 + below(9);
        batches.push(way.slice(i, i + size));
        i += size;
      }
      return batches
        .map((batch) => ({ batch, order: below(1e6) }))
        .sort((a, b) => a.order - b.order)
        .map(({ batch }) => batch);
    },
    'in batches of mixed times': (way, below) => {
      const batches: TimedPlace[][] = Array.from({ length: 30 }, () => []);
      for (const fix of way) batches[below(30)]?.push(fix);
      return batches.filter(({ length }) => length > 0);
    },
    'the even ones first': (way) =>
      [...way.filter((_, i) => i % 2 === 0), ...way.filter((_, i) => i % 2 === 1)].map((fix) => [
        fix,
      ]),
  };

  it.each(
    Object.keys(deliveries).flatMap((name) => [0, 40].map((blind) => [name, blind] as const)),
  )('raise the same alarms as in order: %s, %d of 100 from a blind spot', (name, blind) => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const way = wayOf(seed);
      const inOrder = openFenceServer(fences);
      for (const fix of way) inOrder.receive([fix]);
      expect(inOrder.withdrawn()).toEqual([]);
      expect(inOrder.alarms().length).toBeGreaterThan(3);
      const below = random(seed + 1_000);
      const server = openFenceServer(fences);
      for (const batch of deliveries[name]?.(way, below) ?? [])
        server.store(
          batch.map(({ at, lat, lon }) => seen(at, { lat, lon }, below(100) < blind ? BLIND : {})),
        );
      expect({ seed, alarms: summaryOf(server) }).toEqual({ seed, alarms: summaryOf(inOrder) });
    }
  });
});
