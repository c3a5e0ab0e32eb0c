import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { LiveBox, LivePartInfo } from '../../../domain/liveSnapshot';
import { EncodedAnswer, TextChunk } from '../../calls/endpoint';
import type { Database } from '../../db';
import { type LiveScope, liveKey, readVisibility } from '../commands/sharing';
import { ExpiredCursor, type LiveCursor } from './liveCursor';
import type { LiveFleet, LiveState, LiveStore } from './liveStore';
import { boxOfId, type Part, partAnswer, partId, withPart } from './snapshotParts';
import {
  boxOf,
  liveRowsOf,
  rowsIn,
  tilesOf,
  type VisibleFleet,
  visibleFleet,
} from './visibleFleet';

/** Devices per part: 80 KB compressed, 0.4 seconds at 1.6 Mbit/s, and quickly processed by a browser. */
export const PART_SIZE = 5_000;

/** Share of changed devices up to which they are sent as rows after the parts. */
const MAX_LATER_SHARE = 0.01;
/** Share within an interval (ms) after the parts were packed. They are packed once for a change of shift. */
const MAX_BURST_SHARE = 0.1;
const PACK_INTERVAL = 2_000;

/** Time for which the same devices form a part, ms. They move apart meanwhile, but their texts are packed once. */
const LAYOUT_TTL = 300_000;

/** Devices in all cached layouts. Each takes about 100 bytes. */
const MAX_CACHED_DEVICES = 1_000_000;

/** Cache of answers for indexes of other servers and old layouts: devices of all, and time of each, ms. */
const MAX_FOREIGN_DEVICES = 200_000;
const FOREIGN_TTL = 60_000;

/** State in which the parts of an index are packed first. */
interface Index extends Pick<LiveState, 'cursor' | 'version'> {
  readonly madeAt: number;
  readonly infos: readonly LivePartInfo[];
}

/** Devices that an organisation sees, cut into parts. */
interface Layout {
  /** Unique among all servers. */
  readonly id: string;
  /** Equal while the organisation sees the same devices in the same rows. */
  readonly key: string;
  readonly madeAt: number;
  readonly visible: VisibleFleet;
  readonly parts: readonly Part[];
  /** Parts by the ids of all indexes, and the cursors of these. */
  readonly issued: Map<string, { readonly part: Part; readonly cursor: LiveCursor }>;
  index?: Index;
}

/** Fleet snapshots in parts. Each is computed once for all operators who see the same. */
export const openSnapshots = (db: Database, store: LiveStore) => {
  /** Layouts by scope. They leave the memory with their fleet. */
  const layouts = new WeakMap<LiveFleet, LRUCache<string, Layout>>();
  const foreignParts = new LRUCache<string, { devices: number; answer: EncodedAnswer }>({
    maxSize: MAX_FOREIGN_DEVICES,
    ttl: FOREIGN_TTL,
    sizeCalculation: ({ devices }) => devices + 1,
  });
  const indexing = new Map<string, Promise<EncodedAnswer>>();

  const layoutsOf = (fleet: LiveFleet): LRUCache<string, Layout> => {
    const cached = layouts.get(fleet) ?? createLayoutCache();
    layouts.set(fleet, cached);
    return cached;
  };

  /** Reads what the organisation sees after the state, so that changes of it come after the cursor of the state. */
  const currentLayout = async (scope: LiveScope): Promise<{ state: LiveState; layout: Layout }> => {
    const state = await store.current();
    const { fleet } = state;
    const visibility = await readVisibility(db, scope.orgId);
    const key = `${fleet.layout} ${JSON.stringify(visibility)}`;
    const cached = layoutsOf(fleet).get(liveKey(scope));
    if (cached?.key === key && Date.now() - cached.madeAt < LAYOUT_TTL) {
      return { state, layout: cached };
    }
    const layout = createLayout(key, visibleFleet(fleet, visibility, scope.withoutAlarms));
    layoutsOf(fleet).set(liveKey(scope), layout);
    return { state, layout };
  };

  const readIndex = async (scope: LiveScope): Promise<EncodedAnswer> => {
    const { state, layout } = await currentLayout(scope);
    const later = layout.index && laterRows(layout.visible, layout.index.version);
    if (layout.index && later && isShort(later, layout, layout.index)) {
      return indexAnswer(layout, layout.index, state.cursor, later);
    }
    layout.index = newIndex(layout, state);
    return indexAnswer(layout, layout.index, state.cursor, new Uint32Array());
  };

  /** Returns a part of this server, if its rows still hold the same devices. */
  const ownPart = (scope: LiveScope, id: string): EncodedAnswer | undefined => {
    const fleet = store.peek();
    const layout = fleet && layoutsOf(fleet).get(liveKey(scope));
    const issued = layout?.issued.get(id);
    if (!layout?.key.startsWith(`${fleet?.layout} `) || !issued) return undefined;
    return partAnswer(layout.visible, issued.part, issued.cursor);
  };

  const foreignPart = async (scope: LiveScope, id: string, box: LiveBox | null) => {
    const key = `${liveKey(scope)} ${id}`;
    const cached = foreignParts.get(key);
    if (cached) return cached.answer;
    const { state, layout } = await currentLayout(scope);
    const part = { isPlaced: box !== null, rows: rowsIn(layout.visible, box) };
    const answer = partAnswer(layout.visible, part, state.cursor);
    foreignParts.set(key, { devices: part.rows.length, answer });
    return answer;
  };

  return {
    /**
     * Returns the list of parts (LiveIndex), the changes since they were packed, and the cursor from which changes
     * continue.
     */
    index: (scope: LiveScope): Promise<EncodedAnswer> => {
      const key = liveKey(scope);
      const pending = indexing.get(key);
      if (pending) return pending;
      const answering = readIndex(scope).finally(() => indexing.delete(key));
      indexing.set(key, answering);
      return answering;
    },
    /**
     * Returns a part (LivePart) in the state of its index, or newer. Any server can answer for another one's index.
     * @throws ExpiredCursor if the id is no part's
     */
    part: async (scope: LiveScope, id: string): Promise<EncodedAnswer> => {
      const box = boxOfId(id);
      if (box === undefined) throw new ExpiredCursor();
      return ownPart(scope, id) ?? foreignPart(scope, id, box);
    },
  };
};

const createLayoutCache = () =>
  new LRUCache<string, Layout>({
    maxSize: MAX_CACHED_DEVICES,
    ttl: LAYOUT_TTL,
    sizeCalculation: ({ visible }) => visible.rows.length + 1,
  });

const createLayout = (key: string, visible: VisibleFleet): Layout => ({
  id: randomBytes(6).toString('hex'),
  key,
  madeAt: Date.now(),
  visible,
  parts: tilesOf(visible, PART_SIZE),
  issued: new Map(),
});

/** Returns the rows that changed after a version of the fleet. */
const laterRows = ({ fleet, rows }: VisibleFleet, version: number): Uint32Array =>
  rows.filter((row) => fleet.table.stampAt(row) > version);

/** True if the parts of an index can be used with the later rows. */
const isShort = (later: Uint32Array, { visible }: Layout, { madeAt }: Index): boolean => {
  const share = later.length / Math.max(1, visible.rows.length);
  const isBurst = Date.now() - madeAt < PACK_INTERVAL;
  return share <= (isBurst ? MAX_BURST_SHARE : MAX_LATER_SHARE);
};

const newIndex = (
  { id, visible, parts, issued }: Layout,
  { cursor, version }: LiveState,
): Index => {
  const infos = parts.map((part): LivePartInfo => {
    const box = boxOf(visible, part);
    const info = { id: partId(cursor, box, id), count: part.rows.length, box };
    issued.set(info.id, { part, cursor });
    return info;
  });
  return { cursor, version, madeAt: Date.now(), infos };
};

const indexAnswer = (
  { visible, parts }: Layout,
  index: Index,
  cursor: LiveCursor,
  later: Uint32Array,
): EncodedAnswer => {
  const [only, second] = parts;
  const isWhole = second === undefined;
  const json = JSON.stringify({
    cursor,
    total: visible.rows.length,
    parts: isWhole ? [] : index.infos,
    rows: liveRowsOf(visible, later),
  }).slice(0, -1);
  if (!isWhole || !only) return new EncodedAnswer([new TextChunk(`${json}}`)]);
  return withPart(json, partAnswer(visible, only, index.cursor));
};
