import type { AnyEntity, Fields, TimelineKind } from '../../config';
import { labelWith } from '../../domain/label';
import {
  askedOfEach,
  mergeTimeline,
  TIMELINE_PAGE,
  type TimelineEnd,
  type TimelineEntry,
} from '../../domain/timeline';
import { schemaOf, titleColumn } from '../../fields';
import { actionPath, verbPath } from '../../protocol';
import type { EntityTable, Row } from '../db';
import { type CallContext, CallError, type Caller, type SignedInEndpoint, text } from '../endpoint';
import type { EntityDependencies } from './dependencies';
import { oneIdOf } from './ids';
import { selectionOf } from './listQuery';
import { refusalOf } from './refusalOf';
import { ruledTable } from './ruledTable';

/** Entries of one page at the most, and of one moment that a page may end in. */
const LARGEST_PAGE = 100;
const MOST_SEEN = 500;

/**
 * What happened to a record, newest first, of all kinds that the caller may read: one page, told by time, so that a
 * page costs what is on it however much there is.
 */
export const timelineCall = (
  entity: AnyEntity,
  table: EntityTable,
  dependencies: EntityDependencies,
): SignedInEndpoint => {
  const { wire } = dependencies.config;
  const codes = Object.keys(entity.timeline);
  return {
    path: actionPath(entity.name, 'timeline'),
    label: labelWith(entity.label, ['Timeline', '时间线']),
    code: `${entity.name}:timeline`,
    kind: 'list',
    access: 'granted',
    changes: false,
    request: {
      type: 'object',
      properties: {
        [wire.id]: { type: 'integer' },
        kinds: { type: 'array', items: { enum: codes }, description: 'Only these' },
        size: { type: 'integer', minimum: 1, maximum: LARGEST_PAGE, default: TIMELINE_PAGE },
        before: { type: 'integer', description: 'ms since 1970, as `next` of the page before' },
        seen: { type: 'array', items: { type: 'string' }, maxItems: MOST_SEEN },
      },
      required: [wire.id],
    },
    answer: {
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              kind: { enum: codes },
              entity: { type: 'string' },
              id: { type: 'integer' },
              time: { type: 'integer', description: 'ms since 1970' },
              record: { type: 'object', description: 'The fields that tell of it' },
            },
          },
        },
        next: {
          type: ['object', 'null'],
          properties: {
            before: { type: 'integer' },
            seen: { type: 'array', items: { type: 'string' } },
          },
        },
        kinds: { type: 'array', items: { enum: codes }, description: 'Those you may read' },
      },
    },
    work: async (context, caller) => {
      const { body } = context;
      try {
        const id = oneIdOf(wire.id, body[wire.id]);
        const record = await ruledTable(entity, table, dependencies).get(id, context, caller);
        if (!record) throw new CallError('notFound', text('notFound'));
        const readable = await readableKinds(entity, dependencies, context);
        const asked = Array.isArray(body.kinds) ? new Set(body.kinds) : undefined;
        const wanted = asked ? readable.filter(({ code }) => asked.has(code)) : readable;
        const size = Number(body.size ?? TIMELINE_PAGE);
        const end = endOf(body);
        const found = await Promise.all(
          wanted.map((kind) =>
            entriesOf(kind, { record, size, end }, dependencies, context, caller),
          ),
        );
        return {
          ...mergeTimeline(found, { size, end, kinds: entity.timeline }),
          kinds: readable.map(({ code }) => code),
        };
      } catch (error) {
        throw refusalOf(error, dependencies.config);
      }
    },
  };
};

const endOf = ({ before, seen }: CallContext['body']): TimelineEnd | undefined =>
  typeof before === 'number'
    ? { before, seen: Array.isArray(seen) ? seen.map(String) : [] }
    : undefined;

/** A kind of the timeline that the caller may read, and the entity it is told of. */
interface Readable {
  readonly code: string;
  readonly kind: TimelineKind;
  readonly entity: AnyEntity;
  readonly table: EntityTable;
}

const readableKinds = async (
  { timeline }: AnyEntity,
  { config, tables }: EntityDependencies,
  { permits }: CallContext,
): Promise<Readable[]> => {
  const kinds = await Promise.all(
    Object.entries<TimelineKind>(timeline).map(async ([code, kind]): Promise<Readable[]> => {
      const entity = config.entities.find(({ name }) => name === kind.entity);
      const table = tables.get(kind.entity);
      if (!entity || !table || !(await permits(verbPath(entity, 'list')))) return [];
      return [{ code, kind, entity, table }];
    }),
  );
  return kinds.flat();
};

interface Asked {
  readonly record: Row;
  readonly size: number;
  readonly end: TimelineEnd | undefined;
}

/** The newest entries of one kind, down from where the page before ended. */
const entriesOf = async (
  { code, kind, entity, table }: Readable,
  { record, size, end }: Asked,
  dependencies: EntityDependencies,
  context: CallContext,
  caller: Caller,
): Promise<TimelineEntry[]> => {
  const { wire } = dependencies.config;
  const time = String(entity.record?.time);
  const match = record[kind.our];
  if (match === null || match === undefined) return [];
  const field = entity.fields[kind.their];
  // Whole texts are named in a list; by itself a text means whatever contains it.
  const theirs = field && schemaOf(field).filter === 'contains' ? [match] : match;
  const selection = selectionOf(entity, wire, {
    ...kind.only,
    [kind.their]: theirs,
    ...(end && { [`${time}${wire.to}`]: end.before }),
    [wire.sortField]: time,
    [wire.sortOrder]: wire.descending,
  });
  const rows = await ruledTable(entity, table, dependencies).first(
    selection,
    askedOfEach(size, end),
    context,
    caller,
  );
  const told = toldOf(entity, kind);
  return rows.map((row) => ({
    kind: code,
    entity: entity.name,
    id: Number(row.id),
    time: Number(row[time]),
    record: Object.fromEntries(told.map((name) => [name, row[name] ?? null])),
  }));
};

/** What an entry carries of its record: the fields of its kind, and titles of what these refer to. */
const toldOf = ({ fields }: AnyEntity, { says, also = [] }: TimelineKind): string[] =>
  [...says, ...also].flatMap((name) => {
    const field = (fields as Fields)[name];
    return [name, ...((field && titleColumn(field, name)) ?? [])].flat();
  });
