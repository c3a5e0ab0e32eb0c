import type {
  AnyEntity,
  DetailPanel,
  Fields,
  RelatedEventsSource,
  TimelineSource,
} from '../../config';
import { labelWith } from '../../domain/label';
import {
  mergeRelatedEvents,
  mergeTimeline,
  RELATED_EVENTS,
  type RelatedEvent,
  rowsPerKind,
  TIMELINE_PAGE,
} from '../../domain/timeline';
import { schemaOf, titleColumn } from '../../fields';
import { buttonCode, verbPath } from '../../protocol';
import { relatedEventsContract, timelineContract } from '../../protocol/contracts/records';
import { answering } from '../calls/answering';
import {
  type CallContext,
  CallError,
  type Caller,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import type { Row } from '../db';
import type { EntityDependencies, RuleSubject } from './dependencies';
import { oneIdOf } from './ids';
import { parseSelection } from './listQuery';
import { callErrorOf } from './refusalOf';
import { ruledTable } from './ruledTable';

/**
 * Call `timeline`: pages of the events of a record, newest first, of all kinds that the caller may read. Pages are cut
 * by time, so the cost depends on the page and not on the length of the history.
 */
export const timelineCall = (subject: RuleSubject): SignedInEndpoint => {
  const { entity, dependencies } = subject;
  const { wire } = dependencies.config;
  const codes = Object.keys(entity.timeline);
  const label = labelWith(entity.label, ['Timeline', '时间线']);
  return answering(timelineContract(entity.name, label, codes), {
    code: buttonCode(entity.name, 'timeline'),
    kind: 'list',
    access: 'granted',
    changes: false,
    declared: {
      properties: {
        [wire.id]: { type: 'integer' },
        kinds: {
          type: 'array',
          items: { enum: codes },
          description: 'Only these',
        },
      },
      required: [wire.id],
    },
    work: async (context, caller) => {
      const { kinds: kindCodes, size = TIMELINE_PAGE, before, seen = [] } = context.body;
      try {
        const record = await recordOf(subject, context, caller);
        const declared = Object.entries<TimelineSource>(entity.timeline);
        const kinds = declared.map(([code, kind]) => ({ ...kind, code }));
        const readable = await readableOf(kinds, dependencies, context);
        const requestedParts = kindCodes
          ? readable.filter(({ part }) => kindCodes.includes(part.code))
          : readable;
        const end = before === undefined ? undefined : { before, seen };
        const limit = rowsPerKind(size, end);
        const entriesByKind = await Promise.all(
          requestedParts.map(async (each) => {
            const { code, filter, title, extra = [] } = each.part;
            const time = String(each.entity.record?.time);
            const filters = { ...filter, ...(end && { [`${time}${wire.to}`]: end.before }) };
            const query = { record, time, filters, limit, fields: [...title, ...extra] };
            const entries = await entriesOf(each, query, context, caller);
            return entries.map((entry) => ({ ...entry, kind: code }));
          }),
        );
        return {
          ...mergeTimeline(entriesByKind, { size, end, kinds: entity.timeline }),
          kinds: readable.map(({ part }) => part.code),
        };
      } catch (error) {
        throw callErrorOf(error, dependencies.config);
      }
    },
  });
};

/**
 * Call `story`: events before and after the record's moment, of all parts that the caller may read, newest first. They
 * come in one answer, because the time span and the number of events are limited.
 */
export const relatedEventsCall = (
  subject: RuleSubject,
  { timeField, story }: DetailPanel<Fields>,
): SignedInEndpoint => {
  const { entity, dependencies } = subject;
  const { wire } = dependencies.config;
  const label = labelWith(entity.label, ['What happened', '经过']);
  const sources = story.map((part) => part.entity);
  return answering(relatedEventsContract(entity.name, label, sources), {
    code: buttonCode(entity.name, 'story'),
    kind: 'list',
    access: 'granted',
    changes: false,
    declared: { properties: { [wire.id]: { type: 'integer' } }, required: [wire.id] },
    work: async (context, caller) => {
      try {
        const record = await recordOf(subject, context, caller);
        const moment = Number(record[timeField]);
        const span = {
          [`${RELATED_EVENTS.time}${wire.from}`]: moment - RELATED_EVENTS.window,
          [`${RELATED_EVENTS.time}${wire.to}`]: moment + RELATED_EVENTS.window,
        };
        const readable = await readableOf(story, dependencies, context);
        const entriesByPart = await Promise.all(
          readable.map(async (each) => {
            const { eventField, actorField, unbounded } = each.part;
            const query = {
              record,
              time: RELATED_EVENTS.time,
              filters: unbounded ? {} : span,
              limit: RELATED_EVENTS.max,
              fields: [eventField, ...(actorField === undefined ? [] : [actorField])],
            };
            return { eventField, entries: await entriesOf(each, query, context, caller) };
          }),
        );
        return { list: mergeRelatedEvents(entriesByPart) };
      } catch (error) {
        throw callErrorOf(error, dependencies.config);
      }
    },
  });
};

/** Reads the record of the call. @throws CallError `notFound` if the caller cannot see it */
const recordOf = async (
  subject: RuleSubject,
  context: CallContext,
  caller: Caller,
): Promise<Row> => {
  const { id: name } = subject.dependencies.config.wire;
  const id = oneIdOf(name, context.body[name]);
  const record = await ruledTable(subject).get(id, context, caller);
  if (!record) throw new CallError('notFound', serverLabel('notFound'));
  return record;
};

/** Part of a timeline that the caller may read, with its entity and table. */
interface Readable<Part> extends RuleSubject {
  readonly part: Part;
}

const readableOf = async <Part extends { readonly entity: string }>(
  parts: readonly Part[],
  dependencies: EntityDependencies,
  { permits }: CallContext,
): Promise<Readable<Part>[]> => {
  const { config, tables } = dependencies;
  const readable = await Promise.all(
    parts.map(async (part): Promise<Readable<Part>[]> => {
      const entity = config.entities.find(({ name }) => name === part.entity);
      const table = tables.get(part.entity);
      if (!entity || !table || !(await permits(verbPath(entity, 'list')))) return [];
      return [{ part, entity, table, dependencies }];
    }),
  );
  return readable.flat();
};

interface EventQuery {
  readonly record: Row;
  /** Time field of the other entity. */
  readonly time: string;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly limit: number;
  /** Fields of the other entity that describe the event. */
  readonly fields: readonly string[];
}

/** Reads the latest rows of the other entity that refer to the record. */
const entriesOf = async (
  {
    part,
    entity,
    table,
    dependencies,
  }: Readable<Pick<RelatedEventsSource<Fields>, 'foreignField' | 'localField'>>,
  { record, time, filters, limit, fields }: EventQuery,
  context: CallContext,
  caller: Caller,
): Promise<RelatedEvent[]> => {
  const { wire } = dependencies.config;
  const match = record[part.localField];
  if (match === null || match === undefined) return [];
  const field = entity.fields[part.foreignField];
  // In a list a text matches whole values; a single text would match every value that contains it.
  const filterValue = field && schemaOf(field).filter === 'contains' ? [match] : match;
  const selection = parseSelection(entity, wire, {
    ...filters,
    [part.foreignField]: filterValue,
    [wire.sortField]: time,
    [wire.sortOrder]: wire.descending,
  });
  const rows = await ruledTable({ entity, table, dependencies }).first(
    selection,
    limit,
    context,
    caller,
  );
  const names = withTitles(entity, fields);
  return rows.map((row) => ({
    entity: entity.name,
    id: Number(row.id),
    time: Number(row[time]),
    record: Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
  }));
};

/** Adds the title columns of references to field names. */
const withTitles = ({ fields }: AnyEntity, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const field = (fields as Fields)[name];
    return [name, ...((field && titleColumn(field, name)) ?? [])].flat();
  });
