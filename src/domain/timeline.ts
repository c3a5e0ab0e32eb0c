import { HOUR } from './duration';
import type { Key } from './key';
import { ownValue } from './ownValue';

/** Timeline entry: a row of another entity, shown as one kind of event. */
export interface TimelineEntry {
  /** Code of the timeline source. */
  readonly kind: string;
  readonly entity: string;
  readonly id: Key;
  /** Epoch ms. */
  readonly time: number;
  /** Fields that the source shows, as the list call of the entity returns them. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** Cursor after a page: continue with entries up to `before`, epoch ms, without those in `seen`. */
export interface TimelineEnd {
  readonly before: number;
  /** `entity:id` of entries on earlier pages with exactly that time. */
  readonly seen: readonly string[];
}

/** A page of a timeline, newest first. */
export interface TimelinePage {
  readonly list: readonly TimelineEntry[];
  /** Cursor of the next page; null on the last page. */
  readonly next: TimelineEnd | null;
  /** Codes of the sources that the caller may read. */
  readonly kinds: readonly string[];
}

/** A detail panel shows the entries from this long before to this long after its record, ms. */
export const PANEL_WINDOW = 6 * HOUR;

/** Default and maximum page size. */
export const TIMELINE_PAGE = 30;
export const MAX_TIMELINE_PAGE = 100;

/**
 * Returns the number of rows to read per source so that a page is complete: the page, the rows already seen, and one
 * more to detect a next page.
 */
export const rowsPerKind = (size: number, end: TimelineEnd | undefined): number =>
  size + (end?.seen.length ?? 0) + 1;

const keyOf = ({ entity, id }: TimelineEntry) => `${entity}:${id}`;

/**
 * Merges the newest entries of each source into a page. A row that several sources match appears once, as an entry of
 * the source declared first. Entries with the same time have the same order on every page.
 * One report causes one entry: one is dropped if a source that supersedes its own has an entry with the same time.
 * @param entriesByKind per source, in the order of the declaration, as many as `rowsPerKind` returns
 */
export const mergeTimeline = (
  entriesByKind: readonly (readonly TimelineEntry[])[],
  {
    size,
    end,
    kinds,
  }: {
    readonly size: number;
    readonly end?: TimelineEnd;
    /** Sources by code, as declared. */
    readonly kinds: Readonly<Record<string, { readonly supersededBy?: readonly string[] }>>;
  },
): Pick<TimelinePage, 'list' | 'next'> => {
  const seen = new Set(end?.seen);
  const entries = new Map<string, TimelineEntry>();
  const all = entriesByKind.flat();
  const moments = new Set(all.map(({ kind, time }) => `${kind} ${time}`));
  for (const entry of all) {
    const key = keyOf(entry);
    const superseding = ownValue(kinds, entry.kind)?.supersededBy ?? [];
    const isSuperseded = superseding.some((kind) => moments.has(`${kind} ${entry.time}`));
    if (!seen.has(key) && !entries.has(key) && !isSuperseded) entries.set(key, entry);
  }
  const sorted = [...entries.values()].sort(
    (a, b) => b.time - a.time || compare(a.entity, b.entity) || compare(b.id, a.id),
  );
  const list = sorted.slice(0, size);
  const last = list.at(-1);
  if (!last || sorted.length <= size) return { list, next: null };
  const keys = list.filter(({ time }) => time === last.time).map(keyOf);
  const earlier = end?.before === last.time ? end.seen : [];
  return { list, next: { before: last.time, seen: [...earlier, ...keys] } };
};

const compare = (a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);
