import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { LIVE_COLUMNS, type LiveBox, type LivePartInfo } from '../../domain/live';
import { type LiveValues, liveValues, packedColumns } from '../../domain/liveColumns';
import { EncodedAnswer, TextChunk } from '../calls/endpoint';
import type { Scope, Tables } from '../db';
import { ExpiredCursor } from './liveCursor';
import { visibleLocks } from './sharing';

/** Fleet snapshots in parts. Each is computed once for all operators who see the same. */
export interface Snapshots {
  /**
   * Returns the list of parts (LiveIndex), the changes since they were read, and the cursor from which changes
   * continue.
   */
  index(scope: Scope): Promise<EncodedAnswer>;
  /**
   * Returns a part (LivePart) in the state of its index, or newer. Any server can answer for another one's index.
   * @throws UnknownPart
   */
  part(scope: Scope, id: string): Promise<EncodedAnswer>;
}

/** Changes of a tenant: rows as JSON joined by commas, number of changed and of deleted devices. */
interface LaterChanges {
  readonly rows: string;
  readonly devices: number;
  readonly gone: number;
}

/** Thrown for an id that is not a part's. */
export class UnknownPart extends Error {
  override name = 'UnknownPart';
}

/** Devices per part: 100 KB compressed, half a second at 1.6 Mbit/s, and quickly processed by a browser. */
export const PART_SIZE = 5_000;

/** Share of changed devices beyond which reading the fleet anew gives a shorter answer. */
const MAX_LATER_SHARE = 0.05;

/**
 * Cache of parts for clients on slow connections: time since the last request (ms), and bytes of all parts together.
 */
const CACHE_TTL = 60_000;
const MAX_CACHE_BYTES = 96 * 2 ** 20;

/** High, because many clients read the same part, some over slow connections. */
const COMPRESSION_LEVEL = 6;

/** Part of a fleet. Its answer is packed at the first request. */
interface Part {
  readonly info: LivePartInfo;
  readonly bytes: number;
  readonly answer: () => Promise<EncodedAnswer>;
}

/** Fleet of a tenant at the time it was read. */
interface Base {
  readonly cursor: string;
  readonly total: number;
  readonly parts: readonly Part[];
}

interface SnapshotOptions {
  readonly db: Kysely<Tables>;
  /** Returns the current cursor; inside a transaction, that of its snapshot. */
  readonly currentCursor: (db: Kysely<Tables>) => Promise<string>;
  readonly isBehind: (one: string, other: string) => boolean;
  readonly changes: (scope: Scope, from: string, to: string) => Promise<LaterChanges>;
}

export const openSnapshots = ({
  db,
  currentCursor,
  isBehind,
  changes,
}: SnapshotOptions): Snapshots => {
  const bases = new LRUCache<number, Base>({ max: 1_000, ttl: CACHE_TTL, updateAgeOnGet: true });
  const parts = new LRUCache<string, Part>({
    maxSize: MAX_CACHE_BYTES,
    ttl: CACHE_TTL,
    updateAgeOnGet: true,
    sizeCalculation: ({ bytes }) => bytes + 1,
  });
  const indexing = new Map<number, Promise<EncodedAnswer>>();
  const reading = new Map<string, Promise<Part>>();

  const readBase = async ({ orgId }: Scope): Promise<Base> => {
    const base = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const cursor = await currentCursor(trx);
        const newParts = await readParts(trx, { orgId }, cursor);
        return {
          cursor,
          total: newParts.reduce((sum, { info }) => sum + info.count, 0),
          parts: newParts,
        };
      });
    for (const part of base.parts) parts.set(`${orgId} ${part.info.id}`, part);
    bases.set(orgId, base);
    return base;
  };

  /** Returns the cached fleet with the changes since it was read; undefined if it should be read anew. */
  const continueIndex = async (scope: Scope, base: Base): Promise<EncodedAnswer | undefined> => {
    const head = await currentCursor(db);
    if (isBehind(head, base.cursor)) return undefined;
    const later = await changes(scope, base.cursor, head).catch((error) => {
      if (error instanceof ExpiredCursor) return undefined;
      throw error;
    });
    if (!later) return undefined;
    const { rows, devices, gone } = later;
    if (gone > 0 || devices > MAX_LATER_SHARE * base.total) return undefined;
    return indexAnswer(base, head, rows);
  };

  const answer = async (scope: Scope): Promise<EncodedAnswer> => {
    const cachedBase = bases.get(scope.orgId);
    const current = cachedBase && (await continueIndex(scope, cachedBase));
    if (current) return current;
    const base = await readBase(scope);
    return indexAnswer(base, base.cursor, '');
  };

  const readOne = async (scope: Scope, id: string): Promise<Part> => {
    const box = boxOf(id);
    if (box === undefined) throw new UnknownPart('Not a part');
    const part = partOf({ id, count: 0, box }, await readText(db, scope, box));
    parts.set(`${scope.orgId} ${id}`, part);
    return part;
  };

  return {
    index: ({ orgId }) => {
      const pending = indexing.get(orgId);
      if (pending) return pending;
      const answering = answer({ orgId }).finally(() => indexing.delete(orgId));
      indexing.set(orgId, answering);
      return answering;
    },
    part: async (scope, id) => {
      const key = `${scope.orgId} ${id}`;
      const cached = parts.get(key);
      if (cached) return cached.answer();
      const pending = reading.get(key) ?? readOne(scope, id).finally(() => reading.delete(key));
      reading.set(key, pending);
      return (await pending).answer();
    },
  };
};

const indexAnswer = async (base: Base, cursor: string, later: string): Promise<EncodedAnswer> => {
  const [only, second] = base.parts;
  const isWhole = second === undefined;
  const index = {
    cursor,
    total: base.total,
    parts: isWhole ? [] : base.parts.map(({ info }) => info),
  };
  const text = `${JSON.stringify(index).slice(0, -1)},"rows":[${later}]`;
  if (!isWhole || !only) return new EncodedAnswer([new TextChunk(`${text}}`)]);
  return new EncodedAnswer([new TextChunk(`${text},`), ...(await only.answer()).pieces.slice(1)]);
};

const BEGIN = new TextChunk('{');

const partOf = (info: LivePartInfo, text: string): Part => {
  let answer: Promise<EncodedAnswer> | undefined;
  const pack = async () => {
    // Yields to the event loop between two parts.
    await nextTurn();
    const columns = packedColumns(JSON.parse(text) as LiveValues);
    const chunk = new TextChunk(`"columns":${JSON.stringify(columns)}}`, COMPRESSION_LEVEL);
    return new EncodedAnswer([BEGIN, chunk]);
  };
  return {
    info,
    bytes: text.length,
    answer: () => {
      answer ??= pack();
      return answer;
    },
  };
};

const UNPLACED = 'unplaced';

/** Returns the id of a part: cursor and box. The same box read again gets another id. */
const idOf = (cursor: string, box: LiveBox | null): string =>
  `${cursor}:${box === null ? UNPLACED : box.join()}`;

/** Parses the box of an id: null for devices without a position, undefined for an invalid id. */
const boxOf = (id: string): LiveBox | null | undefined => {
  const [, where] = /^\d{1,20}:(.{1,120})$/.exec(id) ?? [];
  if (where === UNPLACED) return null;
  const edges = (where ?? '').split(',').map(Number);
  const [west, south, east, north] = edges;
  if (edges.length !== 4 || !edges.every(Number.isFinite)) return undefined;
  return [west as number, south as number, east as number, north as number];
};

/** True for a position that can be drawn. A lock without a fix reports 0/0. */
const placed = sql`coalesce(lat between -90 and 90 and lon between -180 and 180 and not (lat = 0 and lon = 0), false)`;

const columnNames = sql.join(LIVE_COLUMNS.map((name) => sql.ref(name)));

/** PostgreSQL writes the JSON, because turning 100,000 rows into objects would block the event loop. */
const columnsText: RawBuilder<string> = sql`json_build_object(${sql.join(
  LIVE_COLUMNS.flatMap((name) => [sql.lit(name), sql`json_agg(${sql.ref(name)} order by sn)`]),
)})::text`;

interface ReadPart {
  readonly count: number;
  readonly west: number | null;
  readonly south: number | null;
  readonly east: number | null;
  readonly north: number | null;
  readonly columns: string;
}

/**
 * Splits the fleet into stripes from west to east, and each stripe from south to north. Parts have about the same
 * size and contain neighbouring devices; devices without a position form parts of their own. A small fleet is one
 * part.
 */
const readParts = async (db: Kysely<Tables>, scope: Scope, cursor: string): Promise<Part[]> => {
  const { rows } = await sql<ReadPart>`
    with fleet as (
      select ${columnNames}, ${placed} or count(*) over () <= ${PART_SIZE} as placed
      from ${visibleLocks(scope.orgId)} as visible
    ), sizes as (
      select placed, ceil(count(*) / ${PART_SIZE}::float8) as parts from fleet group by placed
    ), striped as (
      select fleet.*, parts, case when fleet.placed then
        ntile(ceil(sqrt(parts))::integer) over (partition by fleet.placed order by lon) else 1 end as stripe
      from fleet join sizes on sizes.placed = fleet.placed
    ), tiled as (
      select *, ntile(ceil(parts / ceil(sqrt(parts)))::integer)
        over (partition by placed, stripe order by lat) as tile
      from striped
    )
    select count(*) as count, ${columnsText} as columns, ${edge('min', 'lon')} as west,
      ${edge('min', 'lat')} as south, ${edge('max', 'lon')} as east, ${edge('max', 'lat')} as north
    from tiled group by placed, stripe, tile order by placed desc, stripe, tile`.execute(db);
  return rows.map(({ count, west, south, east, north, columns }) => {
    const isPlaced = west !== null && south !== null && east !== null && north !== null;
    const box: LiveBox | null = isPlaced ? [west, south, east, north] : null;
    return partOf({ id: idOf(cursor, box), count, box }, columns);
  });
};

const edge = (way: 'min' | 'max', name: 'lat' | 'lon') =>
  sql`case when placed then ${sql.raw(way)}(${sql.ref(name)}) end`;

/** Reads the devices of a box, or those without a position. */
const readText = async (db: Kysely<Tables>, scope: Scope, box: LiveBox | null): Promise<string> => {
  const [west, south, east, north] = box ?? [];
  const here = box
    ? sql`${placed} and lon between ${west} and ${east} and lat between ${south} and ${north}`
    : sql`not ${placed}`;
  const { rows } = await sql<{ columns: string }>`
    select ${columnsText} as columns from (
      select ${columnNames} from ${visibleLocks(scope.orgId)} as visible where ${here}
    ) as boxed having count(*) > 0`.execute(db);
  return rows[0]?.columns ?? JSON.stringify(liveValues(() => []));
};
