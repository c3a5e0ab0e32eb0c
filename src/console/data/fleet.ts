import {
  LIVE_COLUMNS,
  type LiveBox,
  type LiveDevice,
  type LiveRow,
  liveDeviceOf,
} from '../../domain/live';
import { type LiveValues, liveValues } from '../../domain/liveColumns';
import { LOCK } from '../../domain/lock';

/** Changed rows, or 'all' after a load, which may move thousands of rows. */
export type FleetChange = readonly number[] | 'all';

/** @param removedSns serial numbers of removed devices; their rows may now hold other devices */
export type FleetListener = (change: FleetChange, removedSns: readonly string[]) => void;

type TextColumn = 'sn' | 'device_name';
type NumberColumn = Exclude<keyof LiveDevice, TextColumn>;

const NUMBERS = LIVE_COLUMNS.filter(
  (name): name is NumberColumn => name !== 'sn' && name !== 'device_name',
);

/** Defaults of numbers that the server omits. Others default to NaN, which `LiveDevice` has as null. */
const DEFAULT_NUMBERS: Partial<Readonly<Record<NumberColumn, number>>> = {
  status: LOCK.initial,
  communicate_status: 0,
  alarms: 0,
};

type Numbers = { readonly [name in NumberColumn]: Float64Array };

const numbersOf = (length: number, before?: Numbers): Numbers => {
  const grown = (name: NumberColumn) => {
    const next = new Float64Array(length);
    if (before) next.set(before[name]);
    return next;
  };
  return Object.fromEntries(NUMBERS.map((name) => [name, grown(name)])) as Numbers;
};

/** Limit of the device objects kept, so that equal reads return the same object. */
const MAX_CACHED_DEVICES = 2_000;

/**
 * The fleet outside of React: one row per device and a typed array per column. Device objects are created on access. A
 * device keeps its row until one is removed; the last row then moves to the free place.
 */
export class Fleet {
  /** Incremented by every change; a snapshot for `useSyncExternalStore`. */
  version = 0;
  /** Incremented when devices are added, removed or renamed: a sorted order is then out of date. */
  membership = 0;
  /** NaN for null. May be longer than `size`. */
  numbers: Numbers = numbersOf(1024);

  /** Bounding box of the devices that are being loaded; null if unknown or no load is running. */
  expected: LiveBox | null = null;
  /** Visible part of the map, which is loaded first. */
  view: LiveBox | null = null;

  private readonly sns: string[] = [];
  private readonly names: (string | null)[] = [];
  /** Serial number and name in lower case, on a line each, for the search. Created on demand. */
  private readonly texts: (string | undefined)[] = [];
  private readonly rows = new Map<string, number>();
  private readonly deviceCache = new Map<number, LiveDevice>();
  private readonly listeners = new Set<FleetListener>();
  /** Number of the load that contained the row last. */
  private loads = new Uint32Array(1024);
  private load = 0;

  /** Adds a listener for every change; returns the unsubscribe function. */
  readonly subscribe = (listener: FleetListener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get size(): number {
    return this.sns.length;
  }

  get(sn: string): LiveDevice | undefined {
    const row = this.rows.get(sn);
    return row === undefined ? undefined : this.at(row);
  }

  /** Device of a row; undefined past the last. Returns the same object until the device changes. */
  at(row: number): LiveDevice | undefined {
    if (row >= this.size) return undefined;
    const cached = this.deviceCache.get(row);
    if (cached) return cached;
    const value = (name: keyof LiveDevice): unknown => {
      if (name === 'sn') return this.sns[row];
      if (name === 'device_name') return this.names[row];
      const number = this.numbers[name][row] as number;
      return Number.isNaN(number) ? null : number;
    };
    const device = liveDeviceOf(LIVE_COLUMNS.map(value));
    if (this.deviceCache.size >= MAX_CACHED_DEVICES) this.deviceCache.clear();
    this.deviceCache.set(row, device);
    return device;
  }

  rowOf(sn: string): number | undefined {
    return this.rows.get(sn);
  }

  snAt(row: number): string {
    return this.sns[row] ?? '';
  }

  nameAt(row: number): string {
    return this.names[row] ?? '';
  }

  /** Adds or replaces devices, and removes others. The cost is proportional to the changes. */
  apply(values: LiveValues, goneSns: readonly string[] = []): void {
    const changedRows = this.put(values);
    const removedSns: string[] = [];
    for (const sn of goneSns) {
      const row = this.rows.get(sn);
      if (row === undefined) continue;
      this.remove(row);
      removedSns.push(sn);
      changedRows.push(row);
    }
    if (changedRows.length > 0) this.notify(changedRows, removedSns);
  }

  /**
   * Starts a load: all devices will be applied again, in any number of parts.
   * @param expected bounding box of the devices, if known
   * @param total number of devices, if known
   */
  beginLoad(expected: LiveBox | null = null, total = 0): void {
    this.expected = expected;
    this.load++;
    if (total > this.loads.length) this.grow(total);
  }

  /** Ends a load: removes the devices that it did not contain. */
  endLoad(): void {
    const wasAwaited = this.expected !== null;
    this.expected = null;
    const removedSns: string[] = [];
    for (let row = this.size - 1; row >= 0; row--) {
      if (this.loads[row] === this.load) continue;
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

  private put(values: LiveValues): number[] {
    const rows: number[] = [];
    const { length } = values.sn;
    for (let i = 0; i < length; i++) {
      rows.push(this.putText(String(values.sn[i] ?? ''), values.device_name[i]));
    }
    for (const name of NUMBERS) {
      const column = this.numbers[name];
      const newValues = values[name];
      const defaultNumber = DEFAULT_NUMBERS[name] ?? Number.NaN;
      for (let i = 0; i < length; i++) {
        const value = newValues[i];
        column[rows[i] as number] =
          typeof value === 'number' ? value : value == null ? defaultNumber : Number(value);
      }
    }
    return rows;
  }

  private putText(sn: string, deviceName: unknown): number {
    const name = typeof deviceName === 'string' ? deviceName : null;
    let row = this.rows.get(sn);
    if (row === undefined) {
      row = this.size;
      this.rows.set(sn, row);
      this.sns.push(sn);
      this.names.push(name);
      this.texts.push(undefined);
      this.membership++;
      if (row >= this.loads.length) this.grow(this.loads.length * 2);
    } else {
      this.deviceCache.delete(row);
      if (this.names[row] !== name) {
        this.names[row] = name;
        this.texts[row] = undefined;
        this.membership++;
      }
    }
    this.loads[row] = this.load;
    return row;
  }

  private remove(row: number): void {
    const last = this.size - 1;
    this.rows.delete(this.snAt(row));
    this.deviceCache.delete(row);
    this.deviceCache.delete(last);
    const sn = this.sns.pop() ?? '';
    const name = this.names.pop() ?? null;
    const text = this.texts.pop();
    this.membership++;
    if (row === last) return;
    this.sns[row] = sn;
    this.names[row] = name;
    this.texts[row] = text;
    this.rows.set(sn, row);
    this.loads[row] = this.loads[last] as number;
    for (const name of NUMBERS) this.numbers[name][row] = this.numbers[name][last] as number;
  }

  private grow(length: number): void {
    this.numbers = numbersOf(length, this.numbers);
    const loads = new Uint32Array(length);
    loads.set(this.loads);
    this.loads = loads;
  }

  private notify(change: FleetChange, removedSns: readonly string[]): void {
    this.version++;
    for (const listener of this.listeners) listener(change, removedSns);
  }
}

/** Converts rows to columns. */
export const valuesOfRows = (rows: readonly LiveRow[]): LiveValues =>
  liveValues((name) => {
    const column = LIVE_COLUMNS.indexOf(name);
    return rows.map((row) => row[column] ?? null);
  });
