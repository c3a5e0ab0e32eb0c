import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { hasPosition } from '../../../domain/geo/geometry';
import type { LiveDevice } from '../../../domain/live';
import { type LiveValues, liveValues, NUMBER_COLUMNS } from '../../../domain/liveColumns';
import { LiveTable } from '../../../domain/liveTable';
import type { Database, Sql } from '../../db';
import { LIVE_TABLES, liveColumns } from '../commands/sharing';
import { currentCursor, ExpiredCursor, isBehind, type LiveCursor } from './liveCursor';
import { type LaterChanges, laterChanges } from './lockChanges';

export class LiveFleet {
  readonly table = new LiveTable();
  /** The values are of this cursor or newer. */
  cursor: LiveCursor;
  /** Incremented with the cursor. Rows that changed since have a higher stamp. */
  version = 0;
  /**
   * Incremented when locks are added, removed or moved to another organisation, and when they get or lose their
   * position.
   */
  layout = 0;
  /** Versions that brought another name or protocol, by row, since the layout changed. */
  private readonly renames = new Map<number, number>();

  constructor(cursor: LiveCursor) {
    this.cursor = cursor;
  }

  apply(values: LiveValues, goneSns: readonly string[] = []): void {
    const { table } = this;
    for (const sn of goneSns) {
      const row = table.rowOf(sn);
      if (row === undefined) continue;
      table.remove(row);
      this.changeLayout();
    }
    for (const [i, sn] of values.sn.entries()) {
      const row = table.rowOf(String(sn));
      if (row === undefined || !this.hasPlaceOf(row, values, i)) this.changeLayout();
      else if (!this.hasNameOf(row, values, i)) this.renames.set(row, this.version + 1);
    }
    table.put(values, this.version + 1);
  }

  /** True if a row of the layout got another name or protocol after a version. */
  isRenamed(rows: Uint32Array, version: number): boolean {
    const { renames } = this;
    return renames.size > 0 && rows.some((row) => (renames.get(row) ?? 0) > version);
  }

  private changeLayout(): void {
    this.layout++;
    this.renames.clear();
  }

  private hasNameOf(row: number, { device_name, protocol }: LiveValues, i: number): boolean {
    return (
      this.table.valueAt('device_name', row) === device_name[i] &&
      this.table.valueAt('protocol', row) === protocol[i]
    );
  }

  /** True if new values leave a row in its organisation, with or without a position as before. */
  private hasPlaceOf(row: number, { org_id, lat, lon }: LiveValues, i: number): boolean {
    const { numbers } = this.table;
    const wasPlaced = hasPosition(numbers.lat[row] as number, numbers.lon[row] as number);
    const isNowPlaced = hasPosition(Number(lat[i] ?? Number.NaN), Number(lon[i] ?? Number.NaN));
    return this.table.valueAt('org_id', row) === org_id[i] && wasPlaced === isNowPlaced;
  }
}

/** Locks read at once. They are applied in a few ms, so that the event loop is not held. */
const CHUNK = 5_000;

/** Reads all locks, in two halves: a database and a server with two processors each read 100,000 locks a tenth faster. */
const readFleet = async (db: Database): Promise<LiveFleet> => {
  // Read before the locks, so that all values are of this cursor or newer.
  const fleet = new LiveFleet(await currentCursor(db));
  const { middle } = await db
    .selectFrom('device')
    .select(sql<number>`(min(id) + max(id)) / 2`.as('middle'))
    .executeTakeFirstOrThrow();
  // Both tables have the condition, because PostgreSQL derives no inequality.
  const halves = [
    sql`device.id <= ${middle} and state.device_id <= ${middle}`,
    sql`device.id > ${middle} and state.device_id > ${middle}`,
  ];
  await Promise.all(halves.map((half) => readLocks(db, half, fleet)));
  return fleet;
};

const readLocks = (db: Database, where: Sql, fleet: LiveFleet): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`declare lock cursor for ${lockRows(where)}`.execute(trx);
    const fetchLocks = () => sql<LockRow>`fetch ${sql.lit(CHUNK)} from lock`.execute(trx);
    let fetching = fetchLocks();
    for (;;) {
      const { rows } = await fetching;
      if (rows.length === 0) return;
      fetching = fetchLocks();
      // Sends the query, so that the database reads the next locks meanwhile.
      await setImmediate();
      // No layout has been made of them, so none changes.
      fleet.table.put(valuesOf(rows), fleet.version);
    }
  });

interface LockRow extends Pick<LiveDevice, 'sn' | 'device_name'> {
  /** Values of NUMBER_COLUMNS as PostgreSQL writes a row: `(2,,30.5)`. */
  readonly numbers: string;
}

const numbersOfRow = sql`row(${sql.join(NUMBER_COLUMNS.map((name) => sql.ref(name)))})::text`;

/**
 * Query of the locks that meet a condition, in order of their ids, which is about that of the serial numbers. All numbers of
 * a lock are one text, which costs half the processor time of a value each, or of columns in JSON.
 */
const lockRows = (where: Sql) => sql<LockRow>`
  select sn, device_name, ${numbersOfRow} as numbers from (
    select ${liveColumns} from ${LIVE_TABLES} where ${where} order by device.id
  ) as lock`;

const valuesOf = (rows: readonly LockRow[]): LiveValues => {
  const columns = NUMBER_COLUMNS.map(() => new Float64Array(rows.length));
  for (const [i, { numbers }] of rows.entries()) readNumbers(numbers, columns, i);
  return liveValues((name) =>
    name === 'sn' || name === 'device_name'
      ? rows.map((row) => row[name])
      : (columns[NUMBER_COLUMNS.indexOf(name)] as Float64Array),
  );
};

/** Reads the numbers of a row into columns, NaN for null. */
const readNumbers = (text: string, columns: readonly Float64Array[], i: number): void => {
  let from = 1;
  for (const column of columns) {
    const comma = text.indexOf(',', from);
    const end = comma < 0 ? text.length - 1 : comma;
    column[i] = end === from ? Number.NaN : numberIn(text, from, end);
    from = end + 1;
  }
};

const [ZERO, POINT] = [48, 46];
const MAX_EXACT_DIGITS = 15;
const POWERS = Array.from({ length: MAX_EXACT_DIGITS }, (_, power) => Number(`1e${power}`));

/** Reads a part of a text as `Number` does, but makes no text of it, which takes half of the time. */
const numberIn = (text: string, from: number, end: number): number => {
  let [digits, power] = [0, 0];
  for (let i = from; i < end; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (digit === POINT - ZERO) power = end - 1 - i;
    else return Number(text.slice(from, end));
  }
  if (end - from > MAX_EXACT_DIGITS) return Number(text.slice(from, end));
  return power === 0 ? digits : digits / (POWERS[power] as number);
};

/**
 * Applies changes since the cursor of the fleet.
 * @param to new cursor, read before the changes are
 */
const applyChanges = async (
  db: Database,
  fleet: LiveFleet,
  { ids, goneSns }: LaterChanges,
  to: LiveCursor,
): Promise<void> => {
  fleet.apply(
    liveValues(() => []),
    goneSns,
  );
  for (let from = 0; from < ids.length; from += CHUNK) {
    const some = ids.slice(from, from + CHUNK);
    const { rows } = await lockRows(sql`state.device_id = any(${some}::bigint[])`).execute(db);
    fleet.apply(valuesOf(rows));
  }
  fleet.cursor = to;
  fleet.version++;
};

/** Fleet in memory, complete up to the cursor and version. It may contain later changes too. */
export interface LiveState extends Pick<LiveFleet, 'cursor' | 'version'> {
  readonly fleet: LiveFleet;
}

/** Time without need after which the fleet leaves the memory, ms. Changes are kept for longer. */
const STORE_TTL = 600_000;

/** Keeps the live values of all locks in memory while snapshots are asked for: 33 MB per 100,000 locks. */
export const openLiveStore = (db: Database) => {
  let fleet: LiveFleet | undefined;
  let timer: NodeJS.Timeout | undefined;
  let next: Promise<LiveState> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };

  const drop = () => {
    clearTimeout(timer);
    fleet = undefined;
  };

  const read = async (): Promise<LiveFleet> => {
    fleet = await readFleet(db);
    return fleet;
  };

  /** Brings the fleet up to date. A cursor that has gone back is that of another database. */
  const refresh = async (): Promise<LiveFleet> => {
    if (!fleet) return read();
    const head = await currentCursor(db);
    if (isBehind(head, fleet.cursor)) return read();
    try {
      await applyChanges(db, fleet, await laterChanges(db, fleet.cursor), head);
      return fleet;
    } catch (error) {
      if (error instanceof ExpiredCursor) return read();
      throw error;
    }
  };

  return {
    /** Brings all locks up to date. Reads them at the first need. */
    current: async (): Promise<LiveState> => {
      // Those who come while one waits for its turn share it; those who come later may need later changes.
      next ??= inTurn(async () => {
        next = undefined;
        const fresh = await refresh();
        return { fleet: fresh, cursor: fresh.cursor, version: fresh.version };
      });
      const current = await next;
      clearTimeout(timer);
      timer = setTimeout(drop, STORE_TTL);
      timer.unref();
      return current;
    },
    /** Returns the locks if they are in memory. */
    peek: (): LiveFleet | undefined => fleet,
    /** Applies the changes up to a cursor if the locks are in memory. */
    follow: (to: LiveCursor): Promise<void> =>
      inTurn(async () => {
        if (!fleet || !isBehind(fleet.cursor, to)) return;
        // What fails is tried again at the next need.
        await laterChanges(db, fleet.cursor, to)
          .then((changes) => fleet && applyChanges(db, fleet, changes, to))
          .catch(() => {});
      }),
    /** Ends when no query runs any more. */
    close: (): Promise<void> => inTurn(async () => drop()),
  };
};

export type LiveStore = ReturnType<typeof openLiveStore>;
