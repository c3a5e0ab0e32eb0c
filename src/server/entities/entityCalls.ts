import type { AnyEntity, Verb, Wire } from '../../config';
import type { EntityTable, Row } from '../db';
import { CallError, type SignedInEndpoint, text, type Values } from '../endpoint';
import { actionCalls } from './actions';
import { changesOf, checkRecord, checkStale, withDependents } from './changes';
import { countCall } from './countCall';
import type { EntityDependencies } from './dependencies';
import { fieldsOf } from './fieldsOf';
import { idsOf, oneIdOf } from './ids';
import { listQueryOf } from './listQuery';
import { previewCall } from './previewCall';
import { type Changing, type Ruled, ruledTable } from './ruledTable';
import { exportCall } from './transfer/export';
import { importCall } from './transfer/import';
import { valuesOf } from './values';
import { verbCall } from './verbCall';

/** Every call of every declared entity. */
export const entityCalls = (room: EntityDependencies): readonly SignedInEndpoint[] => {
  const { config, tables } = room;
  return config.entities.flatMap((entity) => {
    const table = tables.get(entity.name);
    if (!table) return [];
    const calls = [
      ...rowCalls(entity, table, room),
      ...actionCalls(entity, table, room),
      ...(entity.counts.length > 0 ? [countCall(entity, table, room)] : []),
      ...(entity.preview ? [previewCall(entity, table, room)] : []),
      ...(entity.verbs.includes('export') ? [exportCall(entity, table, room)] : []),
      ...(entity.verbs.includes('import') ? [importCall(entity, table, room)] : []),
    ];
    return calls.map((call) => ({ ...call, fields: { ...entity.fields, ...call.fields } }));
  });
};

type RowVerb = Exclude<Verb, 'export' | 'import'>;
type Work = SignedInEndpoint['work'];

const takeBefore = (sent: Values, { before: name }: Wire) => {
  if (name === '') return { before: undefined, rest: sent };
  const { [name]: before, ...rest } = sent;
  return { before, rest };
};

const found = (row: Row | undefined): Row => {
  if (row) return row;
  throw new CallError('notFound', text('notFound'));
};

/** What an update changes of a row, judged while nobody else can change it. */
const changingOf =
  (entity: AnyEntity, { config, key }: EntityDependencies, sent: Values): Changing =>
  async (current) => {
    const fields = fieldsOf(entity);
    const { before, rest } = takeBefore(sent, config.wire);
    const given = withDependents(fields, rest, current);
    const named = Object.fromEntries(Object.entries(fields).filter(([name]) => name in given));
    const values = await valuesOf(named, 'edit', given, key, current);
    checkStale(entity, current, values, before);
    const changes = changesOf(entity, current, values);
    checkRecord(entity, { ...current, ...changes });
    return changes;
  };

const worksOf = (
  entity: AnyEntity,
  table: EntityTable,
  room: EntityDependencies,
): Record<RowVerb, Work> => {
  const { config, key } = room;
  const { wire } = config;
  const fields = fieldsOf(entity);
  const ruled: Ruled = ruledTable(entity, table, room);
  return {
    list: async (context, caller) => {
      const query = listQueryOf(entity, wire, context.body);
      const { list, total } = await ruled.list(query, context, caller);
      return { [wire.list]: list, [wire.total]: total };
    },
    get: async (context, caller) =>
      found(await ruled.get(oneIdOf(wire.id, context.body[wire.id]), context, caller)),
    add: async (context, caller) => {
      const values = await valuesOf(fields, 'create', context.body, key);
      checkRecord(entity, values);
      return ruled.add(values, context, caller);
    },
    update: async (context, caller) => {
      const { [wire.id]: id, ...sent } = context.body;
      const changing = changingOf(entity, room, sent);
      return found(await ruled.update(oneIdOf(wire.id, id), changing, context, caller));
    },
    delete: async (context, caller) => {
      const ids = idsOf(wire.ids, context.body[wire.ids]);
      const deleted = await ruled.remove(ids, context, caller);
      if (deleted === 0) throw new CallError('notFound', text('notFound'));
      return { deleted };
    },
  };
};

/** The calls that read and change an entity's rows. */
export const rowCalls = (
  entity: AnyEntity,
  table: EntityTable,
  room: EntityDependencies,
): SignedInEndpoint[] => {
  const works = worksOf(entity, table, room);
  return (Object.keys(works) as RowVerb[])
    .filter((verb) => entity.verbs.includes(verb))
    .map((verb) => verbCall(entity, verb, room.config, works[verb]));
};
