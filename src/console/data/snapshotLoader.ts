import type { LiveRow } from '../../domain/live';
import { unpackedColumns } from '../../domain/liveColumns';
import type { LiveBox, LiveIndex, LivePartInfo, LockGroup } from '../../domain/liveSnapshot';
import { type Fleet, valuesOfRows } from './fleet';
import type { ConsoleDataProvider } from './provider/ConsoleDataProvider';

export type SnapshotSource = Pick<ConsoleDataProvider, 'liveSnapshot' | 'livePart'>;

export interface LoadProgress {
  readonly loaded: number;
  readonly total: number;
}

/** Rows applied at once. */
const BATCH_SIZE = 5_000;

/** Snapshot that is being loaded in parts. An interrupted load continues where it stopped. */
interface Loading {
  readonly index: LiveIndex;
  readonly pending: Set<LivePartInfo>;
  loaded: number;
}

/** Loads the whole fleet, from the parts of a snapshot if the server has them. */
export class SnapshotLoader {
  private loading: Loading | undefined;

  constructor(
    private readonly source: SnapshotSource,
    private readonly fleet: Fleet,
    private readonly onProgress: (progress: LoadProgress) => void,
  ) {}

  /** @returns the cursor for the first changes; undefined if aborted */
  async load(signal: AbortSignal): Promise<string | undefined> {
    this.loading ??= await this.begin(signal);
    if (!this.loading || signal.aborted) return undefined;
    const { index } = this.loading;
    await this.loadParts(this.loading, signal);
    if (signal.aborted) return undefined;
    this.fleet.apply(valuesOfRows(index.rows ?? []));
    this.fleet.endLoad();
    this.loading = undefined;
    return index.cursor;
  }

  /** Gives up an interrupted load. */
  restart(): void {
    this.loading = undefined;
  }

  private async begin(signal: AbortSignal): Promise<Loading | undefined> {
    const snapshot = await this.source.liveSnapshot(signal);
    if (signal.aborted) return undefined;
    if (!('parts' in snapshot)) {
      this.fleet.beginLoad();
      await this.applyRows(snapshot.rows);
      const index = { cursor: snapshot.cursor, total: 0, parts: [] };
      return { index, pending: new Set(), loaded: 0 };
    }
    const { columns, parts, total } = snapshot;
    this.fleet.beginLoad(parts.filter(hasBox), total);
    if (columns) this.fleet.apply(unpackedColumns(columns));
    if (parts.length > 0) this.onProgress({ loaded: 0, total });
    return { index: snapshot, pending: new Set(parts), loaded: 0 };
  }

  /** Applies the rows of a server without parts in batches, so that the page stays responsive. */
  private async applyRows(rows: readonly LiveRow[]) {
    for (let from = 0; from < rows.length; from += BATCH_SIZE) {
      if (from > 0) await new Promise((resolve) => setTimeout(resolve));
      this.fleet.apply(valuesOfRows(rows.slice(from, from + BATCH_SIZE)));
    }
  }

  /** Loads the remaining parts with two concurrent calls, so that the connection is never idle. */
  private async loadParts(load: Loading, signal: AbortSignal) {
    const { index, pending } = load;
    let failed = false;
    const work = async () => {
      while (!failed && !signal.aborted) {
        const part = nextPart(pending, this.fleet.view);
        if (!part) return;
        pending.delete(part);
        try {
          const { columns } = await this.source.livePart(part.id, signal);
          this.fleet.apply(unpackedColumns(columns));
        } catch (error) {
          failed = true;
          pending.add(part);
          throw error;
        }
        load.loaded += part.count;
        this.onProgress({ loaded: load.loaded, total: index.total });
      }
    };
    const results = await Promise.allSettled([work(), work()]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

/** Returns the pending part nearest to the visible map; a part without a position comes last. */
const nextPart = (
  pending: ReadonlySet<LivePartInfo>,
  view: LiveBox | null,
): LivePartInfo | undefined => {
  let best: LivePartInfo | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const part of pending) {
    const away = part.box === null ? 360 : awayFrom(view, part.box);
    if (best && away >= nearest) continue;
    best = part;
    nearest = away;
  }
  return best;
};

/** Distance between two boxes, degrees; 0 if they touch. The map may show repeated copies of the world. */
const awayFrom = (view: LiveBox | null, [west, south, east, north]: LiveBox): number => {
  if (view === null) return 0;
  const [left, bottom, right, top] = view;
  const across = [-360, 0, 360].map((turn) => Math.max(0, west + turn - right, left - east - turn));
  return Math.hypot(Math.min(...across), Math.max(0, south - top, bottom - north));
};

const hasBox = (part: LivePartInfo): part is LivePartInfo & LockGroup => part.box !== null;
