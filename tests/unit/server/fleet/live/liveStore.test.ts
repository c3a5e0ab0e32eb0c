import { describe, expect, it } from 'vitest';
import { valuesOfRows } from '../../../../../src/console/data/fleet';
import { LIVE_COLUMNS, type LiveDevice } from '../../../../../src/domain/live';
import { packedColumns } from '../../../../../src/domain/liveColumns';
import { LiveFleet } from '../../../../../src/server/fleet/live/liveStore';
import {
  boxOf,
  columnsOf,
  liveRowsOf,
  rowsIn,
  tilesOf,
  visibleFleet,
} from '../../../../../src/server/fleet/live/visibleFleet';
import { device, devicesIn } from '../../../console/maps/fleet/device';
import { randomSource } from '../../../domain/geo/random';

const valuesOf = (devices: readonly LiveDevice[]) =>
  valuesOfRows(devices.map((of) => LIVE_COLUMNS.map((name) => of[name])));

const fleetOf = (...devices: readonly LiveDevice[]) => {
  const fleet = new LiveFleet('1');
  fleet.apply(valuesOf(devices));
  return fleet;
};

const bySn = (devices: Iterable<LiveDevice>) =>
  [...devices].toSorted((a, b) => (a.sn < b.sn ? -1 : 1));

/** Own locks of organisations, as a part of a snapshot has them. */
const seenBy = (fleet: LiveFleet, orgs: readonly number[]) => {
  const visible = visibleFleet(fleet, { orgs, borrowed: [] });
  return bySn(devicesIn(packedColumns(columnsOf(visible, visible.rows))));
};

describe('the fleet in memory', () => {
  it('equals a fresh read after any changes', () => {
    const random = randomSource(5);
    const below = (limit: number) => Math.floor(random() * limit);
    const expected = new Map<string, LiveDevice>();
    const fleet = fleetOf();
    for (let round = 0; round < 200; round++) {
      const changed = Array.from({ length: below(5) }, () =>
        device(`L${below(60)}`, {
          org_id: 1 + below(3),
          device_name: below(4) === 0 ? null : `Name ${below(100)}`,
          lat: below(5) === 0 ? null : below(180) - 90,
          lon: below(360) - 180,
          alarms: below(3),
          speed: below(1000) / 10,
          report_time: 1_760_000_000_000 + below(1e9),
        }),
      );
      const goneSns = [...expected.keys()].filter(() => below(20) === 0);
      fleet.apply(valuesOf(changed), goneSns);
      for (const sn of goneSns) expected.delete(sn);
      for (const each of changed) expected.set(each.sn, each);
      for (const org of [1, 2, 3]) {
        const own = [...expected.values()].filter(({ org_id }) => org_id === org);
        expect(seenBy(fleet, [org])).toEqual(bySn(own));
      }
    }
  });

  it.each<[string, Partial<LiveDevice>, boolean]>([
    ['moves on the map', { lat: 32 }, false],
    ['reports an alarm', { alarms: 1 }, false],
    ['is renamed', { device_name: 'Other' }, false],
    ['moves to another organisation', { org_id: 2 }, true],
    ['gets another protocol', { protocol: 1 }, false],
    ['loses its position', { lat: 0, lon: 0 }, true],
  ])('decides on a new layout when a lock %s: %o, %s', (_, changes, isNew) => {
    const fleet = fleetOf(device('a'), device('b'));
    const { layout } = fleet;
    fleet.apply(valuesOf([device('a', changes)]));
    expect(fleet.layout !== layout).toBe(isNew);
  });

  it('gets a new layout when locks come and go', () => {
    const fleet = fleetOf(device('a'));
    const layouts = [fleet.layout];
    fleet.apply(valuesOf([device('b')]));
    layouts.push(fleet.layout);
    fleet.apply(valuesOf([]), ['a']);
    layouts.push(fleet.layout);
    expect(new Set(layouts).size).toBe(3);
  });

  it.each<[string, Partial<LiveDevice>, boolean]>([
    ['moves', { lat: 32 }, false],
    ['is renamed', { device_name: 'Other' }, true],
    ['loses its name', { device_name: null }, true],
    ['gets another protocol', { protocol: 1 }, true],
  ])('decides on packing texts again when a lock %s: %o, %s', (_, changes, isNew) => {
    const fleet = fleetOf(device('a'), device('b'));
    const { version } = fleet;
    fleet.version++;
    fleet.apply(valuesOf([device('a', changes)]));
    expect(fleet.isRenamed(Uint32Array.of(0), fleet.version)).toBe(isNew);
    expect(fleet.isRenamed(Uint32Array.of(1), version)).toBe(false);
  });

  it('marks rows that changed after the version', () => {
    const fleet = fleetOf(device('a'), device('b'));
    fleet.version++;
    fleet.apply(valuesOf([device('b', { lat: 3 })]));
    const isLater = ['a', 'b'].map(
      (sn) => fleet.table.stampAt(fleet.table.rowOf(sn) ?? -1) > fleet.version,
    );
    expect(isLater).toEqual([false, true]);
  });
});

it('shows a shared lock with its rights and without alarms, unless it is also an own lock', () => {
  const fleet = fleetOf(
    device('own', { alarms: 3 }),
    device('lent', { org_id: 2, alarms: 4 }),
    device('other', { org_id: 2 }),
  );
  const visible = visibleFleet(fleet, {
    orgs: [1],
    borrowed: [
      ['lent', 2],
      ['own', 3],
      ['gone', 1],
    ],
  });
  const rows = liveRowsOf(visible, visible.rows);
  const columns = ['sn', 'alarms', 'lent'] as const;
  expect(rows.map((row) => columns.map((name) => row[LIVE_COLUMNS.indexOf(name)]))).toEqual([
    ['own', 3, null],
    ['lent', 0, 2],
  ]);
  const packed = devicesIn(packedColumns(columnsOf(visible, visible.rows)));
  expect(packed.map((each) => LIVE_COLUMNS.map((name) => each[name]))).toEqual(rows);
});

it.each([1, 2, 7, 100, 101, 250, 1000])(
  'splits into parts of up to %i locks, each lock once',
  (size) => {
    const random = randomSource(size);
    const fleet = fleetOf(
      ...Array.from({ length: 100 }, (_, i) => {
        const places = [
          { lat: null, lon: null },
          { lat: 0, lon: 0 },
          { lat: random() * 170 - 85, lon: random() * 350 - 175 },
        ];
        return device(`D${100 + i}`, places[Math.min(i % 9, 2)]);
      }),
    );
    const visible = visibleFleet(fleet, { orgs: [1], borrowed: [] });
    const tiles = tilesOf(visible, size);
    expect(tiles.flatMap(({ rows }) => [...rows]).toSorted((a, b) => a - b)).toEqual([
      ...visible.rows,
    ]);
    expect(tiles.every(({ rows }) => rows.length <= size)).toBe(true);
    if (tiles.length === 1) return;
    for (const tile of tiles) {
      const inBox = rowsIn(visible, boxOf(visible, tile));
      expect([...inBox]).toEqual(expect.arrayContaining([...tile.rows]));
    }
    const unplaced = tiles.filter(({ isPlaced }) => !isPlaced).flatMap(({ rows }) => [...rows]);
    expect([...rowsIn(visible, null)]).toEqual(unplaced);
  },
);
