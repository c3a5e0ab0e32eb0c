import { distance as turfDistance } from '@turf/distance';
import { point } from '@turf/helpers';
import { describe, expect, it } from 'vitest';
import type { TimedPlace } from '../../../../../src/domain/track/leaps';
import type { FenceAlarm } from '../../../../../src/server/fleet/places/fences';
import { matchFences } from '../../../../../src/server/fleet/places/lateFences';
import type { DeviceState } from '../../../../../src/server/fleet/state';
import type { StoredFence } from '../../../../../src/server/gazetteer/ownPlaces';
import { randomSource } from '../../../domain/geo/random';
import { BLIND, ENTERED, LEFT, openFenceServer, seen, watching, yard } from './fenceServer';
import { metresEast, stateAt } from './metresEast';

const summaries = (alarms: readonly FenceAlarm[]) =>
  alarms.map(({ police_type, create_time }) => [police_type, create_time]);

describe('a lock at a geofence of 1,000 m', () => {
  type Case = [string, DeviceState, ReturnType<typeof seen>[], number[][], number[]];
  const inside = stateAt(10, { fences: [4] });
  it.each<Case>([
    ['enters', stateAt(2_000), [seen(2_000_000, 500)], [[ENTERED, 2_000_000]], [4]],
    ['leaves', inside, [seen(2_000_000, 2_000)], [[LEFT, 2_000_000]], []],
    ['stays', inside, [seen(2_000_000, 900), seen(3_000_000, 100)], [], [4]],
    ['was never seen before', stateAt(null), [seen(2_000_000, 500)], [], [4]],
    ['stood inside when it was drawn', stateAt(500), [seen(2_000_000, 400)], [], [4]],
    [
      'stood inside when it was drawn, and leaves',
      stateAt(500),
      [seen(2_000_000, 1_500)],
      [[LEFT, 2_000_000]],
      [],
    ],
    [
      'wanders at the border',
      stateAt(1_030),
      [
        seen(2_000_000, 990),
        seen(3_000_000, 1_020),
        seen(4_000_000, 985),
        seen(5_000_000, 1_049),
        seen(6_000_000, 1_001),
      ],
      [[ENTERED, 2_000_000]],
      [4],
    ],
    [
      'wanders, leaves and wanders again',
      inside,
      [
        seen(2_000_000, 1_040),
        seen(3_000_000, 1_060),
        seen(4_000_000, 1_010),
        seen(5_000_000, 1_055),
      ],
      [[LEFT, 3_000_000]],
      [],
    ],
    [
      'drives through between two reports',
      stateAt(-3_000, { fix_time: 1_000 }),
      [seen(601_000, 3_000)],
      [
        [ENTERED, 203_000],
        [LEFT, 601_000],
      ],
      [],
    ],
    ['passes beside the fence', stateAt(-3_000), [seen(601_000, { lat: 0.05, lon: 0.03 })], [], []],
    ['sleeps for days on its way', stateAt(-3_000), [seen(3 * 86_400_000, 3_000)], [], []],
    ['has no fix', inside, [seen(2_000_000, 9_000, { position_status: 1 })], [], []],
    ['sends zeros', stateAt(9_000), [seen(2_000_000, { lat: 0, lon: 0 })], [], []],
    [
      'is located by a base station',
      inside,
      [seen(2_000_000, 9_000, { position_status: 3 })],
      [],
      [],
    ],
    [
      'reports twice',
      stateAt(2_000),
      [seen(2_000_000, 500), seen(2_000_000, 500)],
      [[ENTERED, 2_000_000]],
      [4],
    ],
    [
      'reports out of order',
      stateAt(2_000),
      [seen(4_000_000, 3_000), seen(3_000_000, 10)],
      [
        [ENTERED, 3_000_000],
        [LEFT, 4_000_000],
      ],
      [],
    ],
  ])('raises the right alarms if it %s', (_, state, batch, alarms, expectedIds) => {
    const result = matchFences(batch, [state], watching(yard), new Map());
    expect(summaries(result.alarms)).toEqual(alarms);
    // A lock without an exact position keeps its last one.
    if (result.states.has('A1')) expect(result.states.get('A1')?.insideIds).toEqual(expectedIds);
  });

  it.each<[string, Partial<StoredFence>, number[][]]>([
    ['entering only', { isLeave: false }, [[ENTERED, 2_000_000]]],
    ['leaving only', { isEnter: false }, [[LEFT, 3_000_000]]],
    ['neither entering nor leaving', { isEnter: false, isLeave: false }, []],
    [
      'at night only',
      { times: { days: [], from: '22:00', to: '06:00', zone: 'UTC' } },
      [
        [ENTERED, 2_000_000],
        [LEFT, 3_000_000],
      ],
    ],
    ['by day only', { times: { days: [], from: '06:00', to: '22:00', zone: 'UTC' } }, []],
    [
      'by day only, in Shanghai',
      { times: { days: [], from: '06:00', to: '22:00', zone: 'Asia/Shanghai' } },
      [
        [ENTERED, 2_000_000],
        [LEFT, 3_000_000],
      ],
    ],
  ])('raises alarms for a geofence with %s', (_, asked, alarms) => {
    const batch = [seen(2_000_000, 10), seen(3_000_000, 3_000)];
    const result = matchFences(batch, [stateAt(3_000)], watching({ ...yard, ...asked }), new Map());
    expect(summaries(result.alarms)).toEqual(alarms);
    expect(result.states.get('A1')?.insideIds).toEqual([]);
  });

  it('raises an alarm with type, place and lateness', () => {
    const { alarms } = matchFences(
      [seen(2_000_000, 500)],
      [stateAt(2_000)],
      watching(yard),
      new Map(),
    );
    expect(alarms[0]?.row).toMatchObject({
      sn: 'A1',
      org_id: 7,
      create_time: 2_000_000,
      police_type: ENTERED,
      fence_id: 4,
      fence_name: 'Yard',
      told_late: false,
      state: 0,
      ...metresEast(500),
    });
  });
});

it('raises late alarms without moving the lock', () => {
  const server = openFenceServer([yard]);
  const fix = (at: number, metres: number): TimedPlace => ({ ...metresEast(metres), at });
  server.receive([fix(1_000_000, -3_000), fix(9_000_000, -3_000)]);
  server.receive([fix(4_000_000, 10)]);
  expect(server.alarms().map(({ row }) => [row.police_type, row.told_late])).toEqual([
    [ENTERED, true],
    [LEFT, true],
  ]);
  expect(summaries(server.alarms())).toEqual([
    [ENTERED, 4_000_000],
    [LEFT, 9_000_000],
  ]);
  expect(server.state()).toMatchObject({ fix_time: 9_000_000, fences: [], alarms: 2 });
});

describe('a recorded day', () => {
  /** A day of a lorry: a position every 20 s, each some metres off. */
  const day = (seed: number): TimedPlace[] => {
    const random = randomSource(seed);
    let [x, y, course] = [0, 0, 0];
    return Array.from({ length: 4_320 }, (_, i) => {
      course += (random() - 0.5) * 0.6;
      const speed = Math.sin(i / 90) > -0.3 ? 260 : 0;
      x += Math.cos(course) * speed;
      y += Math.sin(course) * speed;
      // Turns back at the sides of a square.
      if (Math.abs(x) > 15_000 || Math.abs(y) > 15_000) course += Math.PI / 2;
      const wander = () => (random() - 0.5) * 20;
      return {
        lat: (y + wander()) / 111_195,
        lon: (x + wander()) / 111_195,
        at: 2_000 + i * 20_000,
      };
    });
  };
  const random = randomSource(3);
  const fences = Array.from(
    { length: 40 },
    (_, id): StoredFence => ({
      ...yard,
      id,
      area: {
        kind: 'circle',
        centre: { lat: (random() - 0.5) * 0.25, lon: (random() - 0.5) * 0.25 },
        radius: 300 + random() * 2_000,
      },
    }),
  );

  /** Crossings of a fence by an independent library. A lock is out only beyond 50 m. */
  const byTurf = (track: readonly TimedPlace[], { area }: StoredFence): number[][] => {
    if (area.kind !== 'circle') return [];
    const { centre, radius } = area;
    let was: boolean | undefined;
    return track.flatMap(({ lat, lon, at }) => {
      const metres =
        turfDistance(point([centre.lon, centre.lat]), point([lon, lat]), { units: 'meters' }) -
        radius;
      const is = metres <= 0 || (was === true && metres <= 50);
      const passed = was !== undefined && was !== is;
      was = is;
      return passed ? [[is ? ENTERED : LEFT, at]] : [];
    });
  };

  it.each([
    [4, 1],
    [5, 1],
    [6, 1],
    [4, 2],
    [5, 2],
    [6, 2],
  ])('has every crossing from a blind spot: day %i, sent in %i', (seed, messages) => {
    const random = randomSource(seed);
    const track = day(seed).slice(0, 2_000);
    const { receive, alarms } = openFenceServer(fences);
    for (let from = 0; from < track.length; ) {
      const live = 1 + Math.floor(random() * 60);
      receive(track.slice(from, from + live));
      from += live;
      // First live reports, then the stored ones, oldest first.
      const window = track.slice(from, from + Math.floor(random() * 120));
      from += window.length;
      receive(track.slice(from, from + 1));
      from += 1;
      const part = Math.ceil(window.length / messages);
      for (let sent = 0; sent < window.length; sent += part) {
        receive(window.slice(sent, sent + part), BLIND);
      }
    }
    for (const fence of fences) {
      const raised = alarms()
        .filter(({ fence_id }) => fence_id === fence.id)
        .map(({ police_type, create_time }) => `${police_type} ${create_time}`);
      const missing = byTurf(track, fence).filter((each) => !raised.includes(each.join(' ')));
      expect({ fence: fence.id, missing }).toEqual({ fence: fence.id, missing: [] });
    }
  });

  it.each([1, 2, 3])('has the same crossings as in an independent library: day %i', (seed) => {
    const track = day(seed);
    let state = stateAt(null);
    const alarms: FenceAlarm[] = [];
    for (let from = 0; from < track.length; from += 97) {
      const some = track.slice(from, from + 97);
      const batch = some.map(({ at, lat, lon }) => seen(at, { lat, lon }));
      const result = matchFences(batch, [state], watching(...fences), new Map());
      alarms.push(...result.alarms);
      const last = some.at(-1);
      if (!last) break;
      state = {
        ...state,
        fix_lat: last.lat,
        fix_lon: last.lon,
        fix_time: last.at,
        report_time: last.at,
        fences: result.states.get('A1')?.insideIds ?? [],
      };
    }
    const byLibrary = fences.flatMap((fence) =>
      byTurf(track, fence).map((each) => [fence.id, ...each]),
    );
    const raised = alarms.map(({ fence_id, police_type, create_time }) => [
      fence_id,
      police_type,
      create_time,
    ]);
    const key = (each: readonly (number | undefined)[]) => each.join(' ');
    // A passage between two positions is found only by the way between them.
    const stepped = new Set(track.map(({ at }) => at));
    const between = new Set(
      raised
        .filter(([, kind, at]) => kind === ENTERED && !stepped.has(at ?? 0))
        .map(([id, , at]) => `${id} ${at}`),
    );
    expect(byLibrary.length).toBeGreaterThan(40);
    const expected = new Set(byLibrary.map(key));
    const missing = byLibrary.filter((each) => !raised.map(key).includes(key(each)));
    expect(missing).toEqual([]);
    const more = raised.filter((each) => !expected.has(key(each)));
    // Each passage adds an entry and an exit.
    expect(more).toHaveLength(between.size * 2);
  });
});
