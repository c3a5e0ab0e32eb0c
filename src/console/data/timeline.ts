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
import { isMissingCall, isOptionalCallRefused } from './missingCall';

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

/** Calls and entities that the server lacks; they are not asked for again. */
type Missing = Set<string>;

/**
 * Reads the lists of several sources. One that fails is left out, unless all fail.
 * @returns the answers with their sources
 */
const readLists = async <S extends { readonly entity: AnyEntity }, T>(
  sources: readonly S[],
  missing: Missing,
  read: (source: S) => Promise<T>,
): Promise<{ readonly source: S; readonly answer: T }[]> => {
  const available = sources.filter(({ entity }) => !missing.has(entity.name));
  let failure: unknown;
  const answers = await Promise.all(
    available.map(async (source) => {
      try {
        return [{ source, answer: await read(source) }];
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isMissingCall(error)) missing.add(source.entity.name);
        else failure = error;
        return [];
      }
    }),
  );
  const flat = answers.flat();
  if (failure && flat.length === 0) throw failure;
  return flat;
};

/** Timeline of a server that has no call for it: merges a page of each kind's list. */
const timelineFromLists = async (
  { getList }: Pick<DataProvider, 'getList'>,
  { timeline }: AnyEntity,
  { entities }: Pick<Console, 'entities'>,
  { record, kinds, end, readable, signal }: TimelineQuery,
  missing: Missing,
): Promise<TimelinePage> => {
  const sources = Object.entries<TimelineSource>(timeline).flatMap(([code, kind]) => {
    const entity = entities.find(({ name }) => name === kind.entity);
    return entity && readable.has(kind.entity) ? [{ code, kind, entity }] : [];
  });
  const selectedSources = sources.filter(({ code }) => !kinds || kinds.includes(code));
  const answers = await readLists(selectedSources, missing, async ({ code, kind, entity }) => {
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
    return data.map(
      (row): TimelineEntry => ({
        kind: code,
        entity: entity.name,
        id: row.id,
        time: Number(row[time]),
        record: row,
      }),
    );
  });
  const page = mergeTimeline(
    answers.map(({ answer }) => answer),
    { size: TIMELINE_PAGE, end, kinds: timeline },
  );
  const failed = selectedSources.filter((each) => !answers.some(({ source }) => source === each));
  const offeredSources = sources.filter(
    (each) => !failed.includes(each) && !missing.has(each.entity.name),
  );
  return { ...page, kinds: offeredSources.map(({ code }) => code) };
};

/** Builds the related events from a page of each source's list, for a server without `/{entity}/story`. */
const relatedEventsFromLists = async (
  { getList }: Pick<DataProvider, 'getList'>,
  { side }: AnyEntity,
  { entities }: Pick<Console, 'entities'>,
  { record, readable, signal }: RelatedEventsQuery,
  missing: Missing,
): Promise<RelatedEvent[]> => {
  if (!side) return [];
  const moment = Number(record[side.timeField]);
  const span = {
    [`${RELATED_EVENTS.time}_from`]: moment - RELATED_EVENTS.window,
    [`${RELATED_EVENTS.time}_to`]: moment + RELATED_EVENTS.window,
  };
  const sources = side.story.flatMap(({ entity: name, ...source }) => {
    const entity = entities.find((each) => each.name === name);
    return entity && readable.has(name) ? [{ ...source, entity }] : [];
  });
  const answers = await readLists(
    sources,
    missing,
    async ({ entity, foreignField, localField, unbounded }) => {
      const { data } = await getList<RaRecord>(entity.name, {
        filter: {
          [exactName(entity.fields, foreignField)]: record[localField],
          ...(!unbounded && span),
        },
        sort: { field: RELATED_EVENTS.time, order: 'DESC' },
        pagination: { page: 1, perPage: RELATED_EVENTS.max },
        signal,
      });
      return data.map((row) => ({
        entity: entity.name,
        id: row.id,
        time: Number(row[RELATED_EVENTS.time]),
        record: row,
      }));
    },
  );
  return mergeRelatedEvents(
    answers.map(({ source: { eventField }, answer: entries }) => ({ eventField, entries })),
  );
};

/** True if the entry has a time and a record; others cannot be shown. */
const isEntry = (entry: Partial<RelatedEvent> | null): boolean =>
  typeof entry?.time === 'number' && typeof entry.record === 'object' && entry.record !== null;

interface Sources extends Pick<DataProvider, 'getList'> {
  readonly http: Pick<Http, 'post'>;
  readonly declared: Console;
  readonly missing: Missing;
}

/** Loads timelines and related events by their calls, or from lists if the server has no such call. */
export const loadTimeline = ({ http, declared, getList, missing }: Sources) => {
  const { wire } = declared;
  const load = async <E extends RelatedEvent, T extends { readonly list: readonly E[] }>(
    { name }: AnyEntity,
    call: string,
    { record, signal }: RelatedEventsQuery,
    params: object,
    fromLists: () => Promise<T>,
  ): Promise<T> => {
    const path = actionPath(name, call);
    if (!wire.timeline || missing.has(path)) return fromLists();
    try {
      const body = { [wire.id]: record.id, ...params };
      const answer = await http.post<T | null>(path, body, { signal });
      if (!answer || !Array.isArray(answer.list)) return fromLists();
      return { ...answer, list: answer.list.filter(isEntry) };
    } catch (error) {
      if (isMissingCall(error)) missing.add(path);
      if (isOptionalCallRefused(error)) return fromLists();
      throw error;
    }
  };
  return {
    timeline: (entity: AnyEntity, query: TimelineQuery): Promise<TimelinePage> => {
      const { kinds, end } = query;
      return load(entity, 'timeline', query, { ...(kinds && { kinds }), ...end }, () =>
        timelineFromLists({ getList }, entity, declared, query, missing),
      );
    },
    story: async (
      entity: AnyEntity,
      query: RelatedEventsQuery,
    ): Promise<readonly RelatedEvent[]> => {
      const { list } = await load(entity, 'story', query, {}, async () => ({
        list: await relatedEventsFromLists({ getList }, entity, declared, query, missing),
      }));
      return list;
    },
  };
};
