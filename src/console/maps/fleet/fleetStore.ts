import type { LiveDevice } from '../../../domain/live';
import type { LockStatus } from '../../../domain/lock';
import { searchDevices } from '../../../domain/searchDevices';
import { type Mark, markOf, slotOfMark } from './marks';
import { STATES } from './states';

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
