import { HOUR } from './duration';
import type { Key } from './key';

/** Something that happened to a record: a row of another entity, as one kind of its timeline tells it. */
export interface TimelineEntry {
  /** The code of its kind in the declaration. */
  readonly kind: string;
  /** The entity whose row it is. */
  readonly entity: string;
  readonly id: Key;
  /** ms since 1970. */
  readonly time: number;
  /** What its kind says of it, as a list of that entity answers it. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** Where a page of a timeline ended: nothing newer than this moment, ms since 1970, and not what was seen of it. */
export interface TimelineEnd {
  readonly before: number;
  /** `entity:id` of what is on pages before and happened at that very moment. */
  readonly seen: readonly string[];
}

/** A page of a timeline, newest first. */
export interface TimelinePage {
  readonly list: readonly TimelineEntry[];
  /** Where the next page begins; null where there is nothing older. */
  readonly next: TimelineEnd | null;
  /** The kinds that whoever asks may read. */
  readonly kinds: readonly string[];
}

/** Related event of a record: an entry of its timeline without a kind. */
export type RelatedEvent = Omit<TimelineEntry, 'kind'>;

/**
 * Range of related events: this long before and after the event, ms, and at most so many rows of each source; `time` is
 * the field with the time of a row.
 */
export const RELATED_EVENTS = { time: 'create_time', around: 6 * HOUR, most: 30 } as const;

/**
 * Merges related events, newest first; of one moment in the order of their sources. Empty ones are left out.
 * @param sources each part's entries, and the field of theirs that says what happened
 */
export const mergeRelatedEvents = (
  sources: readonly { readonly eventField: string; readonly entries: readonly RelatedEvent[] }[],
): RelatedEvent[] =>
  sources
    .flatMap(({ eventField, entries }) =>
      entries.filter(({ record }) => (record[eventField] ?? '') !== ''),
    )
    .sort((a, b) => b.time - a.time);

/** Entries of one page unless somebody asks for fewer, or more. */
export const TIMELINE_PAGE = 30;

/** How many of each kind make sure that a page is whole: those on it, those seen before, and one that tells of more. */
export const rowsPerKind = (size: number, end: TimelineEnd | undefined): number =>
  size + (end?.seen.length ?? 0) + 1;

const keyOf = ({ entity, id }: TimelineEntry) => `${entity}:${id}`;

/**
 * A page made of the newest of each kind. A row that several kinds tell of is there once, as the kind declared first
 * tells it; what happened at one moment is in one order, whichever page it is asked for on.
 * What one report caused is one line: an entry is left out whose moment another kind tells that says as much.
 * @param entriesByKind by kind, in the order of the declaration, as many of each as `rowsPerKind` returns
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
    /** As declared, by their codes. */
    readonly kinds: Readonly<Record<string, { readonly toldBy?: readonly string[] }>>;
  },
): Pick<TimelinePage, 'list' | 'next'> => {
  const seen = new Set(end?.seen);
  const entries = new Map<string, TimelineEntry>();
  const all = entriesByKind.flat();
  const moments = new Set(all.map(({ kind, time }) => `${kind} ${time}`));
  for (const entry of all) {
    const key = keyOf(entry);
    const superseding = kinds[entry.kind]?.toldBy ?? [];
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
