import { LIVE_DEFAULTS, type LiveDevice } from './live';
import { type LiveValues, NUMBER_COLUMNS, type NumberColumn } from './liveColumns';

type Numbers = { readonly [name in NumberColumn]: Float64Array };

const numbersOf = (length: number, before?: Numbers): Numbers => {
  const grown = (name: NumberColumn) => {
    const next = new Float64Array(length);
    if (before) next.set(before[name]);
    return next;
  };
  return Object.fromEntries(NUMBER_COLUMNS.map((name) => [name, grown(name)])) as Numbers;
};

const numberOf = (value: unknown): number =>
  typeof value === 'number' ? value : value == null ? Number.NaN : Number(value);

/**
 * Live values of many devices: one row per device and a typed array per column. A device keeps its row until one is
 * removed; the last row then moves to the free place.
 */
export class LiveTable {
  /** Incremented when devices are added, removed or renamed: a sorted order is then out of date. */
  membership = 0;
  /** NaN for null. May be longer than `size`. */
  numbers: Numbers = numbersOf(1024);

  protected readonly sns: string[] = [];
  protected readonly names: (string | null)[] = [];
  private readonly rows = new Map<string, number>();
  private stamps = new Uint32Array(1024);

  get size(): number {
    return this.sns.length;
  }

  rowOf(sn: string): number | undefined {
    return this.rows.get(sn);
  }

  snAt(row: number): string {
    return this.sns[row] ?? '';
  }

  /** Name of a device; '' if it has none. */
  nameAt(row: number): string {
    return this.names[row] ?? '';
  }

  /** Stamp with which the row was put last. */
  stampAt(row: number): number {
    return this.stamps[row] as number;
  }

  /** Value as in `LiveDevice`. */
  valueAt(name: keyof LiveDevice, row: number): string | number | null {
    if (name === 'sn') return this.snAt(row);
    if (name === 'device_name') return this.names[row] ?? null;
    const number = this.numbers[name][row] as number;
    return Number.isNaN(number) ? null : number;
  }

  /** Adds or replaces devices. @returns their rows */
  put(values: LiveValues, stamp: number): number[] {
    const rows: number[] = [];
    const { length } = values.sn;
    for (let i = 0; i < length; i++) {
      const row = this.putText(String(values.sn[i] ?? ''), values.device_name[i]);
      this.stamps[row] = stamp;
      rows.push(row);
    }
    for (const name of NUMBER_COLUMNS) {
      const column = this.numbers[name];
      const newValues = values[name];
      const defaultNumber = LIVE_DEFAULTS[name] ?? Number.NaN;
      for (let i = 0; i < length; i++) {
        const number = numberOf(newValues[i]);
        column[rows[i] as number] = Number.isNaN(number) ? defaultNumber : number;
      }
    }
    return rows;
  }

  remove(row: number): void {
    const last = this.size - 1;
    this.rows.delete(this.snAt(row));
    const sn = this.sns.pop() ?? '';
    const name = this.names.pop() ?? null;
    this.membership++;
    if (row === last) return;
    this.sns[row] = sn;
    this.names[row] = name;
    this.rows.set(sn, row);
    this.stamps[row] = this.stamps[last] as number;
    for (const name of NUMBER_COLUMNS) this.numbers[name][row] = this.numbers[name][last] as number;
  }

  /** Makes room for a number of devices. */
  reserve(length: number): void {
    if (length <= this.stamps.length) return;
    this.numbers = numbersOf(length, this.numbers);
    const stamps = new Uint32Array(length);
    stamps.set(this.stamps);
    this.stamps = stamps;
  }

  /** Called for a row that was added or renamed. */
  protected onName(_row: number): void {
    this.membership++;
  }

  private putText(sn: string, deviceName: unknown): number {
    const name = typeof deviceName === 'string' ? deviceName : null;
    let row = this.rows.get(sn);
    if (row === undefined) {
      row = this.size;
      this.rows.set(sn, row);
      this.sns.push(sn);
      this.names.push(name);
      if (row >= this.stamps.length) this.reserve(this.stamps.length * 2);
      this.onName(row);
    } else if (this.names[row] !== name) {
      this.names[row] = name;
      this.onName(row);
    }
    return row;
  }
}
