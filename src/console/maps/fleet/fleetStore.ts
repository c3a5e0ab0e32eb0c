import { useCallback, useSyncExternalStore } from 'react';
import { type AlarmSeverity, CRITICAL, MINOR } from '../../../domain/alarm';
import type { Pair } from '../../../domain/geo/gcj02';
import { type GeoBounds, hasPosition } from '../../../domain/geo/geometry';
import type { LiveDevice } from '../../../domain/live';
import type { LockGroup } from '../../../domain/liveSnapshot';
import { COMMUNICATE_STATUS, LOCK, type LockStatus, lockStatus } from '../../../domain/lock';
import { alarmRank, compareAlarms, type OpenAlarm } from '../../../domain/openAlarm';
import type { Fleet, FleetChange } from '../../data';
import type { Plane } from '../plane';
import { boundsOfGroups } from './openingView';

type Listener = (change: FleetChange) => void;

/** True if the worst alarms of a lock are at one place of the order. */
const areEqual = (one: OpenAlarm | undefined, other: OpenAlarm | undefined): boolean =>
  one && other ? compareAlarms(one, other) === 0 : one === other;

/** Returns true if the device in a row of the fleet is shown. */
export type RowFilter = (row: number) => boolean;

/**
 * Positions and marks of the fleet for drawing, by the fleet's row numbers, in WGS-84. A device without a position, or
 * filtered out, has NaN as its position: known, but not drawn.
 */
export class FleetStore {
  lat = new Float64Array(0);
  lon = new Float64Array(0);
  marks = new Uint8Array(0);
  /** Time of the worst alarm, epoch ms; 0 if it is unknown. */
  alarmTimes = new Float64Array(0);
  /** 1 for a row that passes the filter, with or without a position. */
  passing = new Uint8Array(0);

  private readonly listeners = new Set<Listener>();
  private filter: RowFilter | null = null;
  /** False until the worst alarms are set, without which the fleet has no final order. */
  areAlarmsKnown = false;
  private alarms: ReadonlyMap<string, OpenAlarm> = new Map();
  private otherSeverity: AlarmSeverity = CRITICAL;

  constructor(readonly fleet: Fleet) {}

  /** Follows the fleet; returns a function that stops it. */
  follow(): () => void {
    this.update('all');
    return this.fleet.subscribe((change) => this.update(change));
  }

  /** Calls back after every change; returns the unsubscribe function. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get size(): number {
    return this.fleet.size;
  }

  /** Filters the devices on the map; null shows all. */
  setFilter(filter: RowFilter | null): void {
    this.filter = filter;
    this.update('all');
  }

  /**
   * Sets the worst unprocessed alarm by serial number.
   * @param otherSeverity severity of locks with alarms that are not in the map
   */
  setAlarms(alarms: ReadonlyMap<string, OpenAlarm>, otherSeverity: AlarmSeverity): void {
    const before = this.alarms;
    const isFirst = !this.areAlarmsKnown;
    const areOthersEqual = this.otherSeverity === otherSeverity;
    this.areAlarmsKnown = true;
    this.alarms = alarms;
    this.otherSeverity = otherSeverity;
    const changedRows = [...new Set([...before.keys(), ...alarms.keys()])]
      .filter((sn) => !areEqual(before.get(sn), alarms.get(sn)))
      .flatMap((sn) => this.fleet.rowOf(sn) ?? []);
    if (!areOthersEqual || (isFirst && changedRows.length === 0)) this.update('all');
    else if (changedRows.length > 0) this.update(changedRows);
  }

  /** True if an operator has taken the worst alarm of the device in a row. */
  isTaken(row: number): boolean {
    return isRankOfTaken(rankOfMark(this.marks[row] as number));
  }

  /** Returns the bounds of all devices that pass the filter, those included that are still loading. */
  bounds(): GeoBounds | undefined {
    const { expected } = this.fleet;
    const expectedBounds = this.filter === null && expected && boundsOfGroups(expected);
    return expectedBounds || visibleBounds(this);
  }

  /** Returns all devices with a position, in the server's groups while they load; undefined if a filter is set. */
  groups(): readonly LockGroup[] | undefined {
    if (this.filter !== null) return undefined;
    if (this.fleet.expected) return this.fleet.expected;
    return Array.from(this.lon.subarray(0, this.size), (lon, row) => {
      const lat = this.lat[row] as number;
      return { count: 1, box: [lon, lat, lon, lat] as const };
    }).filter(({ box: [lon] }) => !Number.isNaN(lon));
  }

  private update(change: FleetChange): void {
    if (this.marks.length !== this.fleet.numbers.lat.length) this.grow();
    if (change === 'all') for (let row = 0; row < this.size; row++) this.updateRow(row);
    else for (const row of change) if (row < this.size) this.updateRow(row);
    for (const listener of this.listeners) listener(change);
  }

  private updateRow(row: number): void {
    const { status, alarms, communicate_status, lat, lon } = this.fleet.numbers;
    const passes = this.filter === null || this.filter(row);
    const latitude = lat[row] as number;
    const longitude = lon[row] as number;
    const isDrawn = passes && hasPosition(latitude, longitude);
    this.passing[row] = passes ? 1 : 0;
    this.lat[row] = isDrawn ? latitude : Number.NaN;
    this.lon[row] = isDrawn ? longitude : Number.NaN;
    const hasAlarm = (alarms[row] as number) > 0;
    const worst = hasAlarm ? this.alarms.get(this.fleet.snAt(row)) : undefined;
    const rank = worst ? alarmRank(worst) : this.otherSeverity;
    this.alarmTimes[row] = worst?.create_time ?? 0;
    this.marks[row] = markOf(
      status[row] as LockStatus,
      hasAlarm ? rank : NO_ALARM,
      communicate_status[row] as number,
    );
  }

  private grow(): void {
    const { length } = this.fleet.numbers.lat;
    const { lat, lon, marks, passing, alarmTimes } = this;
    this.lat = new Float64Array(length);
    this.lon = new Float64Array(length);
    this.marks = new Uint8Array(length);
    this.passing = new Uint8Array(length);
    this.alarmTimes = new Float64Array(length);
    this.lat.set(lat);
    this.lon.set(lon);
    this.marks.set(marks);
    this.passing.set(passing);
    this.alarmTimes.set(alarmTimes);
  }
}

const SLICES = 3_600;

/**
 * Returns the smallest box around all drawn devices; undefined if there are none. Its west and east edges are at the
 * widest gap without devices, so it may cross the antimeridian. Takes one pass, because sorting 100,000 devices is too
 * slow.
 */
export const visibleBounds = ({ lat, lon, size }: FleetStore): GeoBounds | undefined => {
  const from = new Float64Array(SLICES).fill(Number.POSITIVE_INFINITY);
  const to = new Float64Array(SLICES).fill(Number.NEGATIVE_INFINITY);
  let south = 90;
  let north = -90;
  for (let row = 0; row < size; row++) {
    const x = lon[row] as number;
    const y = lat[row] as number;
    if (Number.isNaN(x)) continue;
    const slice = Math.min(SLICES - 1, Math.floor(((x + 180) / 360) * SLICES));
    if (x < (from[slice] as number)) from[slice] = x;
    if (x > (to[slice] as number)) to[slice] = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  const usedSlices = [...from.keys()].filter((slice) => Number.isFinite(from[slice]));
  const [first] = usedSlices;
  const last = usedSlices.at(-1);
  if (first === undefined || last === undefined) return undefined;
  let west = from[first] as number;
  let east = to[last] as number;
  let widest = west + 360 - east;
  usedSlices.forEach((slice, i) => {
    const next = usedSlices[i + 1];
    if (next === undefined) return;
    const gap = (from[next] as number) - (to[slice] as number);
    if (gap <= widest) return;
    widest = gap;
    west = from[next] as number;
    east = (to[slice] as number) + 360;
  });
  return { south, west, north, east };
};

/** Returns a device and updates with it; undefined for an unknown SN. */
export const useDevice = (store: FleetStore, sn: string | null): LiveDevice | undefined =>
  useSyncExternalStore(
    store.subscribe,
    useCallback(() => (sn === null ? undefined : store.fleet.get(sn)), [store, sn]),
  );

/** Maximum rate at which work follows the changes of locks, ms. */
const UPDATE_INTERVAL = 500;

/** Calls back at once after a change of the filter, at intervals while locks report. Returns the unsubscribe function. */
export const onStoreChange = (store: FleetStore, work: (change?: 'all') => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = store.subscribe((change) => {
    if (change === 'all') {
      work(change);
      return;
    }
    timer ??= setTimeout(() => {
      timer = undefined;
      work();
    }, UPDATE_INTERVAL);
  });
  return () => {
    end();
    clearTimeout(timer);
  };
};

/** Positions of the fleet in plane units, updated row by row with the store. NaN is not drawn. */
export class FleetPlane {
  x = new Float64Array(0);
  y = new Float64Array(0);
  private plane: Plane | null = null;
  private readonly scratch: Pair = [0, 0];

  constructor(private readonly store: FleetStore) {}

  /** Projects all positions again if the plane changes. */
  switchTo(plane: Plane): void {
    if (plane === this.plane) return;
    this.plane = plane;
    this.follow('all');
  }

  follow(change: FleetChange): void {
    const { plane, store } = this;
    if (!plane) return;
    const capacity = store.lat.length;
    const grows = this.x.length !== capacity;
    if (grows) {
      this.x = new Float64Array(capacity);
      this.y = new Float64Array(capacity);
    }
    if (grows || change === 'all')
      for (let row = 0; row < store.size; row++) this.project(plane, row);
    else for (const row of change) if (row < store.size) this.project(plane, row);
  }

  private project(plane: Plane, row: number): void {
    const lon = this.store.lon[row] as number;
    const lat = this.store.lat[row] as number;
    if (Number.isNaN(lon)) {
      this.x[row] = Number.NaN;
      return;
    }
    plane.toPlane(lon, lat, this.scratch);
    this.x[row] = this.scratch[0];
    this.y[row] = this.scratch[1];
  }
}

/** Lock states in the order of the count columns: a slot is an index into this. */
export const STATES: readonly LockStatus[] = lockStatus.map(([status]) => status);

const slots = new Map(STATES.map((status, slot) => [status, slot]));

/** Returns the slot of a status; an unknown one counts as initial. */
export const slotOf = (status: LockStatus): number =>
  slots.get(status) ?? slots.get(LOCK.initial) ?? 0;

/** States by severity. The worst one gives a group its colour, and starts its ring. */
export const BY_SEVERITY: readonly LockStatus[] = [
  LOCK.abnormal,
  LOCK.open,
  LOCK.closed,
  LOCK.sealed,
  LOCK.initial,
];

/**
 * Returns the worst state with a member.
 * @param shares number of members by slot
 */
export const worstOf = (shares: readonly number[]): LockStatus =>
  BY_SEVERITY.find((status) => (shares[slotOf(status)] ?? 0) > 0) ?? LOCK.initial;

/** Drawing state of a device in one byte: the slot of its state, the rank of its worst alarm, and a flag. */
type Mark = number;

const SLOT_BITS = 0b111;
const RANK_SHIFT = 3;
const RANK_BITS = 0b111;
const ONLINE = 0b1000000;
export const MARKS = 0b10000000;

if (STATES.length > SLOT_BITS + 1) throw new Error('more lock states than a mark can hold');

/** Rank and severity of a mark without an unprocessed alarm. */
export const NO_ALARM = 0;
export type MarkSeverity = AlarmSeverity | typeof NO_ALARM;

export const markOf = (status: LockStatus, rank: number, communicate_status: number): Mark =>
  slotOf(status) |
  (rank << RANK_SHIFT) |
  (communicate_status === COMMUNICATE_STATUS.offline ? 0 : ONLINE);

export const slotOfMark = (mark: Mark): number => mark & SLOT_BITS;
/** Returns the `alarmRank` of a mark, or NO_ALARM. */
export const rankOfMark = (mark: Mark): number => (mark >> RANK_SHIFT) & RANK_BITS;
export const isRankOfTaken = (rank: number): boolean => rank > MINOR;
export const severityOfRank = (rank: number): MarkSeverity =>
  (isRankOfTaken(rank) ? rank - MINOR : rank) as MarkSeverity;
export const severityOfMark = (mark: Mark): MarkSeverity => severityOfRank(rankOfMark(mark));
export const isOnline = (mark: Mark): boolean => (mark & ONLINE) !== 0;
