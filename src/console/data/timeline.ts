import type { DataProvider, RaRecord } from 'react-admin';
import type { AnyEntity, Console, TimelineSource } from '../../config';
import {
  mergeRelatedEvents,
  mergeTimeline,
  RELATED_EVENTS,
  type RelatedEvent,
  rowsPerKind,
  TIMELINE_PAGE,
  type TimelineEnd,
  type TimelineEntry,
  type TimelinePage,
} from '../../domain/timeline';
import { exactName } from '../../fields';
import { ApiError, actionPath } from '../../protocol';
import type { Http } from './http';

/** Request for the related events of a record. */
export interface RelatedEventsQuery {
  readonly record: RaRecord;
  /** Entities whose lists the operator may read. */
  readonly readable: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** Request for a page of a record's timeline. */
export interface TimelineQuery extends RelatedEventsQuery {
  /** Codes of the sources; all by default. */
  readonly kinds?: readonly string[];
  /** Cursor after the page before. */
  readonly end?: TimelineEnd;
}

/** Builds a timeline page from the newest rows of each source's list, for a server without the call. */
const timelineFromLists = async (
  { getList }: Pick<DataProvider, 'getList'>,
  { timeline }: AnyEntity,
  { entities }: Pick<Console, 'entities'>,
  { record, kinds, end, readable, signal }: TimelineQuery,
): Promise<TimelinePage> => {
  const sources = Object.entries<TimelineSource>(timeline).flatMap(([code, kind]) => {
    const entity = entities.find(({ name }) => name === kind.entity);
    return entity && readable.has(kind.entity) ? [{ code, kind, entity }] : [];
  });
  const selectedSources = sources.filter(({ code }) => !kinds || kinds.includes(code));
  const entries = await Promise.all(
    selectedSources.map(async ({ code, kind, entity }): Promise<TimelineEntry[]> => {
      const time = String(entity.record?.time);
      const { data } = await getList<RaRecord>(entity.name, {
        filter: {
          ...kind.filter,
          [exactName(entity.fields, kind.foreignField)]: record[kind.localField],
          ...(end && { [`${time}_to`]: end.before }),
        },
        sort: { field: time, order: 'DESC' },
        pagination: { page: 1, perPage: rowsPerKind(TIMELINE_PAGE, end) },
        signal,
      });
      return data.map((row) => ({
        kind: code,
        entity: entity.name,
        id: row.id,
        time: Number(row[time]),
        record: row,
      }));
    }),
  );
  const page = mergeTimeline(entries, { size: TIMELINE_PAGE, end, kinds: timeline });
  return { ...page, kinds: sources.map(({ code }) => code) };
};

/** Builds the related events from a page of each source's list, for a server without `/{entity}/story`. */
const relatedEventsFromLists = async (
  { getList }: Pick<DataProvider, 'getList'>,
  { side }: AnyEntity,
  { entities }: Pick<Console, 'entities'>,
  { record, readable, signal }: RelatedEventsQuery,
): Promise<RelatedEvent[]> => {
  if (!side) return [];
  const moment = Number(record[side.around]);
  const span = {
    [`${RELATED_EVENTS.time}_from`]: moment - RELATED_EVENTS.around,
    [`${RELATED_EVENTS.time}_to`]: moment + RELATED_EVENTS.around,
  };
  const parts = await Promise.all(
    side.story.map(async ({ entity: name, foreignField, localField, eventField, always }) => {
      const entity = entities.find((each) => each.name === name);
      if (!entity || !readable.has(name)) return { eventField, entries: [] };
      const { data } = await getList<RaRecord>(name, {
        filter: {
          [exactName(entity.fields, foreignField)]: record[localField],
          ...(!always && span),
        },
        sort: { field: RELATED_EVENTS.time, order: 'DESC' },
        pagination: { page: 1, perPage: RELATED_EVENTS.most },
        signal,
      });
      const entries = data.map((row) => ({
        entity: name,
        id: row.id,
        time: Number(row[RELATED_EVENTS.time]),
        record: row,
      }));
      return { eventField, entries };
    }),
  );
  return mergeRelatedEvents(parts);
};

/** True if the entry has a time and a record; others cannot be shown. */
const isEntry = (entry: Partial<RelatedEvent> | null): boolean =>
  typeof entry?.time === 'number' && typeof entry.record === 'object' && entry.record !== null;

/** Error codes of servers for a call that they lack, or that is granted to no role. */
const UNKNOWN_CALL: readonly string[] = ['notFound', 'noPermission', 'http'];

export const isUnknownCall = (error: unknown): boolean =>
  error instanceof ApiError && UNKNOWN_CALL.includes(error.code);

interface Sources extends Pick<DataProvider, 'getList'> {
  readonly http: Pick<Http, 'post'>;
  readonly declared: Console;
}

/** Loads timelines and related events by their calls, or from lists if the server has no such call. */
export const loadTimeline = ({ http, declared, getList }: Sources) => {
  const { wire } = declared;
  const load = async <E extends RelatedEvent, T extends { readonly list: readonly E[] }>(
    { name }: AnyEntity,
    call: string,
    { record, signal }: RelatedEventsQuery,
    params: object,
    fromLists: () => Promise<T>,
  ): Promise<T> => {
    if (!wire.timeline) return fromLists();
    try {
      const body = { [wire.id]: record.id, ...params };
      const answer = await http.post<T | null>(actionPath(name, call), body, { signal });
      if (!answer || !Array.isArray(answer.list)) return fromLists();
      return { ...answer, list: answer.list.filter(isEntry) };
    } catch (error) {
      if (isUnknownCall(error)) return fromLists();
      throw error;
    }
  };
  return {
    timeline: (entity: AnyEntity, query: TimelineQuery): Promise<TimelinePage> => {
      const { kinds, end } = query;
      return load(entity, 'timeline', query, { ...(kinds && { kinds }), ...end }, () =>
        timelineFromLists({ getList }, entity, declared, query),
      );
    },
    story: async (
      entity: AnyEntity,
      query: RelatedEventsQuery,
    ): Promise<readonly RelatedEvent[]> => {
      const { list } = await load(entity, 'story', query, {}, async () => ({
        list: await relatedEventsFromLists({ getList }, entity, declared, query),
      }));
      return list;
    },
  };
};
