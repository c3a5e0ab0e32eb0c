import type { AnyEntity, Fields, TimelineSource } from '../../config';
import { labelWith } from '../../domain/label';
import {
  mergeTimeline,
  PANEL_WINDOW,
  rowsPerKind,
  TIMELINE_PAGE,
  type TimelineEntry,
} from '../../domain/timeline';
import { schemaOf, titleColumn } from '../../fields';
import { buttonCode, verbPath } from '../../protocol';
import { timelineContract } from '../../protocol/contracts/records';
import { answering } from '../calls/answering';
import type { CallContext, Caller, SignedInEndpoint } from '../calls/endpoint';
import type { Row } from '../db';
import type { EntityDependencies, RuleSubject } from './dependencies';
import { oneIdOf } from './ids';
import { parseSelection } from './listQuery';
import { refusing } from './refusalOf';
import { ruledTable } from './ruledTable';

/**
 * Call `timeline`: pages of the events of a record, newest first, of all kinds that the caller may read. Pages are cut
 * by time, so the cost depends on the page and not on the length of the history. Of an entity with a detail panel, the
 * events are close to the record's moment.
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
    work: refusing(dependencies.config, entity, async (context, caller) => {
      const { kinds, size = TIMELINE_PAGE, before, seen = [] } = context.body;
      const id = oneIdOf(wire.id, context.body[wire.id]);
      const record = await ruledTable(subject, context, caller).get(id);
      const readable = await readableOf(entity, dependencies, context);
      const sources = kinds ? readable.filter(({ code }) => kinds.includes(code)) : readable;
      const end = before === undefined ? undefined : { before, seen };
      const moment = entity.side && Number(record[entity.side.timeField]);
      const query = { record, moment, before, limit: rowsPerKind(size, end) };
      const entriesByKind = await Promise.all(
        sources.map((source) => entriesOf(source, query, context, caller)),
      );
      return {
        ...mergeTimeline(entriesByKind, { size, end, kinds: entity.timeline }),
        kinds: readable.map(({ code }) => code),
      };
    }),
  });
};

/** Source of a timeline that the caller may read, with its entity and table. */
interface ReadableSource extends RuleSubject {
  readonly code: string;
  readonly source: TimelineSource;
}

const readableOf = async (
  { timeline }: AnyEntity,
  dependencies: EntityDependencies,
  { permits }: CallContext,
): Promise<ReadableSource[]> => {
  const { config, tables } = dependencies;
  const readable = await Promise.all(
    Object.entries<TimelineSource>(timeline).map(
      async ([code, source]): Promise<ReadableSource[]> => {
        const entity = config.entities.find(({ name }) => name === source.entity);
        const table = tables.get(source.entity);
        if (!entity || !table || !(await permits(verbPath(entity, 'list')))) return [];
        return [{ code, source, entity, table, dependencies }];
      },
    ),
  );
  return readable.flat();
};

/**
 * Reads the latest rows of a source that refer to the record.
 * @param query `moment` and `before` in epoch ms; sources that are not `unbounded` have only records close to `moment`
 */
const entriesOf = async (
  { code, source, ...subject }: ReadableSource,
  query: { record: Row; moment: number | undefined; before: number | undefined; limit: number },
  context: CallContext,
  caller: Caller,
): Promise<TimelineEntry[]> => {
  const { record, moment, before = Number.POSITIVE_INFINITY, limit } = query;
  const { entity, dependencies } = subject;
  const { wire } = dependencies.config;
  const { foreignField, filter, title, extra = [], unbounded } = source;
  const match = record[source.localField];
  if (match === null || match === undefined) return [];
  const time = String(entity.record?.time ?? 'create_time');
  const isBounded = moment !== undefined && !unbounded;
  const to = isBounded ? Math.min(before, moment + PANEL_WINDOW) : before;
  const field = entity.fields[foreignField];
  // In a list a text matches whole values; a single text would match every value that contains it.
  const filterValue = field && schemaOf(field).filter === 'contains' ? [match] : match;
  const selection = parseSelection(entity, wire, {
    ...filter,
    ...(isBounded && { [`${time}${wire.from}`]: moment - PANEL_WINDOW }),
    ...(Number.isFinite(to) && { [`${time}${wire.to}`]: to }),
    [foreignField]: filterValue,
    [wire.sortField]: time,
    [wire.sortOrder]: wire.descending,
  });
  const rows = await ruledTable(subject, context, caller).first(selection, limit);
  const names = withTitles(entity, [...title, ...extra]);
  return rows.map((row) => ({
    kind: code,
    entity: entity.name,
    id: Number(row.id),
    time: Number(row[time]),
    record: Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
  }));
};

const withTitles = ({ fields }: AnyEntity, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const field = (fields as Fields)[name];
    return [name, ...((field && titleColumn(field, name)) ?? [])].flat();
  });
