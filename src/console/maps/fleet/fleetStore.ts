import { useCallback, useSyncExternalStore } from 'react';
import type { Pair } from '../../../domain/geo/gcj02';
import { type LiveDevice, searchDevices } from '../../../domain/live';
import { LOCK, type LockStatus, lockStatus } from '../../../domain/lock';
import type { Plane } from '../plane';

/** Rows to look at again; all of them after a filter changed. */
export type FleetChange = readonly number[] | 'all';

type Listener = (change: FleetChange) => void;

/** Latitude and longitude of a device that can be drawn. 0/0 is what a lock without a fix reports. */
const placeOf = ({ lat, lon }: LiveDevice): readonly [number, number] | null => {
  if (lat === null || lon === null || (lat === 0 && lon === 0)) return null;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lat, lon] : null;
};

const grown = (array: Float64Array, length: number) => {
  const next = new Float64Array(length);
  next.set(array);
  return next;
};

/**
 * The fleet outside of React: a row per device, places and marks in typed arrays for drawing. WGS-84 is all it knows.
 * A device without a place, or that the filter hides, has NaN for a place: searched and counted, not drawn.
 */
export class FleetStore {
  /** Grows with every change; a snapshot for `useSyncExternalStore`. */
  version = 0;
  lat = new Float64Array(1024);
  lon = new Float64Array(1024);
  marks = new Uint8Array(1024);

  private readonly devices: LiveDevice[] = [];
  private readonly rows = new Map<string, number>();
  private readonly counts: number[] = STATES.map(() => 0);
  private readonly listeners = new Set<Listener>();
  private filter: ((device: LiveDevice) => boolean) | null = null;

  /** Calls back after every change; returns the way to end it. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get size(): number {
    return this.devices.length;
  }

  get(sn: string): LiveDevice | undefined {
    const row = this.rows.get(sn);
    return row === undefined ? undefined : this.devices[row];
  }

  /** The device of a row, undefined past the last. */
  at(row: number): LiveDevice | undefined {
    return this.devices[row];
  }

  rowOf(sn: string): number | undefined {
    return this.rows.get(sn);
  }

  /** Devices by lock state, hidden ones included. */
  countByStatus(): Record<LockStatus, number> {
    const entries = STATES.map((status, slot) => [status, this.counts[slot]]);
    return Object.fromEntries(entries) as Record<LockStatus, number>;
  }

  /** Devices whose SN or name contains the text, best first. */
  search(text: string, limit: number): LiveDevice[] {
    return searchDevices(this.devices, text, limit);
  }

  /** Adds or replaces devices and takes some out; costs as much as changed. */
  apply(devices: Iterable<LiveDevice>, removed: Iterable<string> = []): void {
    const changed: number[] = [];
    for (const device of devices) changed.push(this.put(device));
    for (const sn of removed) {
      const row = this.rows.get(sn);
      if (row !== undefined) changed.push(this.remove(row));
    }
    if (changed.length > 0) this.tell(changed);
  }

  /** Hides devices from the map; null shows all. */
  setFilter(filter: ((device: LiveDevice) => boolean) | null): void {
    this.filter = filter;
    for (const [row, device] of this.devices.entries()) this.place(row, device);
    this.tell('all');
  }

  private put(device: LiveDevice): number {
    const known = this.rows.get(device.sn);
    const row = known ?? this.devices.length;
    const mark = markOf(device);
    if (known === undefined) {
      this.rows.set(device.sn, row);
      if (row >= this.marks.length) this.grow();
    } else {
      this.count(this.marks[row] as Mark, -1);
    }
    this.count(mark, 1);
    this.devices[row] = device;
    this.marks[row] = mark;
    this.place(row, device);
    return row;
  }

  /** The last row takes the place of the one that leaves. */
  private remove(row: number): number {
    const leaving = this.devices[row];
    const last = this.devices.pop();
    if (!leaving || !last) return row;
    this.rows.delete(leaving.sn);
    this.count(this.marks[row] as Mark, -1);
    if (last === leaving) return row;
    this.devices[row] = last;
    this.rows.set(last.sn, row);
    this.marks[row] = this.marks[this.devices.length] as Mark;
    this.place(row, last);
    return row;
  }

  private place(row: number, device: LiveDevice): void {
    const place = this.filter && !this.filter(device) ? null : placeOf(device);
    this.lat[row] = place ? place[0] : Number.NaN;
    this.lon[row] = place ? place[1] : Number.NaN;
  }

  private count(mark: Mark, by: 1 | -1): void {
    const slot = slotOfMark(mark);
    this.counts[slot] = (this.counts[slot] ?? 0) + by;
  }

  private grow(): void {
    const length = this.marks.length * 2;
    this.lat = grown(this.lat, length);
    this.lon = grown(this.lon, length);
    const marks = new Uint8Array(length);
    marks.set(this.marks);
    this.marks = marks;
  }

  private tell(change: FleetChange): void {
    this.version++;
    for (const listener of this.listeners) listener(change);
  }
}

/** One device, living; undefined when the fleet has none of this SN. */
export const useDevice = (store: FleetStore, sn: string | null): LiveDevice | undefined =>
  useSyncExternalStore(
    store.subscribe,
    useCallback(() => (sn === null ? undefined : store.get(sn)), [store, sn]),
  );

/** Renders again with every change of the fleet: for counts, never for devices. */
export const useFleetVersion = (store: FleetStore): number =>
  useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.version, [store]),
  );

/** The fleet's places in a plane's units, kept up with the store row by row. NaN is not drawn. */
export class FleetPlane {
  x = new Float64Array(0);
  y = new Float64Array(0);
  private plane: Plane | null = null;
  private readonly scratch: Pair = [0, 0];

  constructor(private readonly store: FleetStore) {}

  /** Projects all again when the plane is another one. */
  switchTo(plane: Plane): void {
    if (plane === this.plane) return;
    this.plane = plane;
    this.follow('all');
  }

  /** Projects what changed. */
  follow(change: FleetChange): void {
    const { plane, store } = this;
    if (!plane) return;
    const capacity = store.lat.length;
    if (this.x.length !== capacity) {
      this.x = new Float64Array(capacity);
      this.y = new Float64Array(capacity);
      this.projectAll(plane);
    } else if (change === 'all') {
      this.projectAll(plane);
    } else {
      for (const row of change) this.project(plane, row);
    }
  }

  private projectAll(plane: Plane): void {
    for (let row = 0; row < this.store.size; row++) this.project(plane, row);
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

/** Lock states in the order in which columns count them: a slot is an index into this. */
export const STATES: readonly LockStatus[] = lockStatus.map(([status]) => status);

const slots = new Map(STATES.map((status, slot) => [status, slot]));

/** The slot of a status; one this console does not know counts as initial. */
export const slotOf = (status: LockStatus): number =>
  slots.get(status) ?? slots.get(LOCK.initial) ?? 0;

/** The worst member speaks for a group, and begins its ring. */
export const WORST_FIRST: readonly LockStatus[] = [
  LOCK.abnormal,
  LOCK.open,
  LOCK.closed,
  LOCK.sealed,
  LOCK.initial,
];

/** The worst state with a member; `shares` counts members by slot. */
export const worstOf = (shares: readonly number[]): LockStatus =>
  WORST_FIRST.find((status) => (shares[slotOf(status)] ?? 0) > 0) ?? LOCK.initial;

/** What a group needs to know of a device, in one byte: the slot of its state, then two flags. */
export type Mark = number;

const SLOT_BITS = 0b111;
const ALARM = 0b1000;
const ONLINE = 0b10000;

if (STATES.length > SLOT_BITS + 1) throw new Error('more lock states than a mark can hold');

export const markOf = (device: LiveDevice): Mark =>
  slotOf(device.status) |
  (device.alarms > 0 ? ALARM : 0) |
  (device.communicate_status === 1 ? ONLINE : 0);

export const slotOfMark = (mark: Mark): number => mark & SLOT_BITS;
export const hasAlarm = (mark: Mark): boolean => (mark & ALARM) !== 0;
export const isOnline = (mark: Mark): boolean => (mark & ONLINE) !== 0;
