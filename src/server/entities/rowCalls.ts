import type { AnyEntity, Verb, Wire } from '../../config';
import { CallError, type SignedInCall, text, type Values } from '../calls';
import type { EntityTable, Row } from '../store';
import { changesOf, checkRecord } from './checkChange';
import { checkStale } from './checkStale';
import type { EntityRoom } from './EntityRoom';
import { fieldsOf } from './fieldsOf';
import { idsOf, oneIdOf } from './idsOf';
import { listQueryOf } from './listQuery';
import { type Changing, type Ruled, ruledTable } from './ruledTable';
import { valuesOf } from './validate';
import { verbCall } from './verbCall';
import { withDependents } from './withDependents';

type RowVerb = Exclude<Verb, 'export' | 'import'>;
type Work = SignedInCall['work'];

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
  (entity: AnyEntity, { config, key }: EntityRoom, sent: Values): Changing =>
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
  room: EntityRoom,
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
  room: EntityRoom,
): SignedInCall[] => {
  const works = worksOf(entity, table, room);
  return (Object.keys(works) as RowVerb[])
    .filter((verb) => entity.verbs.includes(verb))
    .map((verb) => verbCall(entity, verb, room.config, works[verb]));
};
