import type { DataProvider, RaRecord } from 'react-admin';
import type { AnyEntity, Console, TimelineKind } from '../../config';
import {
  askedOfEach,
  mergeTimeline,
  TIMELINE_PAGE,
  type TimelineEnd,
  type TimelineEntry,
  type TimelinePage,
} from '../../domain/timeline';
import { exactName } from '../../fields';

/** Which page of a record's timeline is asked for. */
export interface TimelineQuery {
  readonly record: RaRecord;
  /** Only these kinds; all of them where it is left out. */
  readonly kinds?: readonly string[];
  /** Where the page before ended. */
  readonly end?: TimelineEnd;
  /** The entities whose lists the operator may read. */
  readonly readable: ReadonlySet<string>;
  readonly signal?: AbortSignal;
}

/** The timeline of a server that has no call for it: the newest of each kind's list, put together here. */
export const listedTimeline = async (
  { getList }: Pick<DataProvider, 'getList'>,
  { timeline }: AnyEntity,
  { entities }: Pick<Console, 'entities'>,
  { record, kinds, end, readable, signal }: TimelineQuery,
): Promise<TimelinePage> => {
  const there = Object.entries<TimelineKind>(timeline).flatMap(([code, kind]) => {
    const entity = entities.find(({ name }) => name === kind.entity);
    return entity && readable.has(kind.entity) ? [{ code, kind, entity }] : [];
  });
  const wanted = there.filter(({ code }) => !kinds || kinds.includes(code));
  const found = await Promise.all(
    wanted.map(async ({ code, kind, entity }): Promise<TimelineEntry[]> => {
      const time = String(entity.record?.time);
      const { data } = await getList<RaRecord>(entity.name, {
        filter: {
          ...kind.only,
          [exactName(entity.fields, kind.their)]: record[kind.our],
          ...(end && { [`${time}_to`]: end.before }),
        },
        sort: { field: time, order: 'DESC' },
        pagination: { page: 1, perPage: askedOfEach(TIMELINE_PAGE, end) },
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
  const page = mergeTimeline(found, { size: TIMELINE_PAGE, end, kinds: timeline });
  return { ...page, kinds: there.map(({ code }) => code) };
};
