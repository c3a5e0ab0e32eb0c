import { LIVE_COLUMNS, type LiveDevice, type LiveRow, liveDeviceOf } from '../../domain/live';
import { type LiveValues, liveValues } from '../../domain/liveColumns';
import type { LiveBox, LockGroup } from '../../domain/liveSnapshot';
import { LiveTable } from '../../domain/liveTable';
import { createListeners } from './listeners';

/** Changed rows, or 'all' after a load, which may move thousands of rows. */
export type FleetChange = readonly number[] | 'all';

/** Limit of the device objects kept, so that equal reads return the same object. */
const MAX_CACHED_DEVICES = 2_000;

/** The fleet outside of React. Device objects are created on access. */
export class Fleet extends LiveTable {
  /** Incremented by every change; a snapshot for `useSyncExternalStore`. */
  version = 0;

  /** Groups of the devices that are being loaded; null if unknown or no load is running. */
  expected: readonly LockGroup[] | null = null;
  /** Visible part of the map, which is loaded first. */
  view: LiveBox | null = null;

  /** Serial number and name in lower case, on a line each, for the search. Created on demand. */
  private readonly texts: (string | undefined)[] = [];
  private readonly deviceCache = new Map<number, LiveDevice>();
  /** `removedSns` are the serial numbers of removed devices; their rows may now hold other devices. */
  private readonly listeners =
    createListeners<[change: FleetChange, removedSns: readonly string[]]>();
  /** Number of the last load: the stamp of the rows that it contains. */
  private load = 0;

  /** Adds a listener for every change; returns the unsubscribe function. */
  readonly subscribe = this.listeners.add;

  get(sn: string): LiveDevice | undefined {
    const row = this.rowOf(sn);
    return row === undefined ? undefined : this.at(row);
  }

  /** Device of a row; undefined past the last. Returns the same object until the device changes. */
  at(row: number): LiveDevice | undefined {
    if (row >= this.size) return undefined;
    const cached = this.deviceCache.get(row);
    if (cached) return cached;
    const device = liveDeviceOf(LIVE_COLUMNS.map((name) => this.valueAt(name, row)));
    if (this.deviceCache.size >= MAX_CACHED_DEVICES) this.deviceCache.clear();
    this.deviceCache.set(row, device);
    return device;
  }

  /** Adds or replaces devices, and removes others. The cost is proportional to the changes. */
  apply(values: LiveValues, goneSns: readonly string[] = []): void {
    const changedRows = this.put(values, this.load);
    for (const row of changedRows) this.deviceCache.delete(row);
    const removedSns: string[] = [];
    for (const sn of goneSns) {
      const row = this.rowOf(sn);
      if (row === undefined) continue;
      this.remove(row);
      removedSns.push(sn);
      changedRows.push(row);
    }
    if (changedRows.length > 0) this.notify(changedRows, removedSns);
  }

  /**
   * Starts a load: all devices will be applied again, in any number of parts.
   * @param expected groups of the devices that have a position, if known
   * @param total number of devices, if known
   */
  beginLoad(expected: readonly LockGroup[] = [], total = 0): void {
    this.expected = expected.length > 0 ? expected : null;
    this.load++;
    this.reserve(total);
  }

  /** Ends a load: removes the devices that it did not contain. */
  endLoad(): void {
    const wasAwaited = this.expected !== null;
    this.expected = null;
    const removedSns: string[] = [];
    for (let row = this.size - 1; row >= 0; row--) {
      if (this.stampAt(row) === this.load) continue;
      removedSns.push(this.snAt(row));
      this.remove(row);
    }
    if (removedSns.length > 0) this.notify('all', removedSns);
    else if (wasAwaited) this.notify([], removedSns);
  }

  /**
   * Finds the rows whose serial number or name contains a text, ignoring case. Order: equal serial number, serial
   * number with this prefix, name with this prefix, the rest. A linear scan takes 4 ms for 100,000 devices, so an index
   * is not worth it.
   * @returns at most `limit` rows, and the number of all matches
   */
  search(text: string, limit: number): { readonly rows: number[]; readonly total: number } {
    const query = text.trim().toLowerCase();
    const buckets: number[][] = [[], [], [], []];
    let total = 0;
    if (!query) return { rows: [], total };
    for (let row = 0; row < this.size; row++) {
      const at = this.textAt(row).indexOf(query);
      if (at === -1) continue;
      total++;
      const bucket = buckets[this.rank(row, at, query)];
      if (bucket && bucket.length < limit) bucket.push(row);
    }
    return { rows: buckets.flat().slice(0, limit), total };
  }

  /** True if the serial number or name of a row contains the text. @param query in lower case */
  contains(row: number, query: string): boolean {
    return row < this.size && this.textAt(row).includes(query);
  }

  private rank(row: number, at: number, query: string): number {
    const nameAt = this.snAt(row).length + 1;
    if (at === 0) return query.length === nameAt - 1 ? 0 : 1;
    return this.textAt(row).startsWith(query, nameAt) ? 2 : 3;
  }

  private textAt(row: number): string {
    const cached = this.texts[row];
    if (cached !== undefined) return cached;
    const text = `${this.sns[row]}\n${this.names[row] ?? ''}`.toLowerCase();
    this.texts[row] = text;
    return text;
  }

  override remove(row: number): void {
    const last = this.size - 1;
    this.deviceCache.delete(row);
    this.deviceCache.delete(last);
    this.texts[row] = this.texts[last];
    this.texts.length = last;
    super.remove(row);
  }

  protected override onName(row: number): void {
    super.onName(row);
    this.texts[row] = undefined;
  }

  private notify(change: FleetChange, removedSns: readonly string[]): void {
    this.version++;
    this.listeners.notify(change, removedSns);
  }
}

export const valuesOfRows = (rows: readonly LiveRow[]): LiveValues =>
  liveValues((name) => {
    const column = LIVE_COLUMNS.indexOf(name);
    return rows.map((row) => row[column] ?? null);
  });
