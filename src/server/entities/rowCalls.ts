import type { AnyEntity, Verb } from '../../config';
import { CallError, type SignedInCall, text, type Values } from '../calls';
import type { EntityTable, Row } from '../store';
import { changesOf, checkRecord } from './checkChange';
import type { EntityRoom } from './EntityRoom';
import { fieldsOf } from './fieldsOf';
import { idsOf, oneIdOf } from './idsOf';
import { listQueryOf } from './listQuery';
import { scopeOf } from './scopeOf';
import { valuesOf } from './validate';
import { verbCall } from './verbCall';

type RowVerb = Exclude<Verb, 'export' | 'import'>;
type Work = SignedInCall['work'];

const found = (row: Row | undefined): Row => {
  if (row) return row;
  throw new CallError('notFound', text('notFound'));
};

const without = (body: Values, name: string): Values => {
  const { [name]: _, ...rest } = body;
  return rest;
};

const worksOf = (
  entity: AnyEntity,
  table: EntityTable,
  room: EntityRoom,
): Record<RowVerb, Work> => {
  const { config, key } = room;
  const { wire } = config;
  const fields = fieldsOf(entity);
  return {
    list: async ({ body }, caller) => {
      const { list, total } = await table.list(listQueryOf(entity, wire, body), scopeOf(caller));
      return { [wire.list]: list, [wire.total]: total };
    },
    get: async ({ body }, caller) =>
      found(await table.get(oneIdOf(wire.id, body[wire.id]), scopeOf(caller))),
    add: async ({ body }, caller) => {
      const values = await valuesOf(fields, 'create', body, key);
      checkRecord(entity, values);
      const [row] = await table.add([values], scopeOf(caller));
      return row;
    },
    update: async ({ body }, caller) => {
      const scope = scopeOf(caller);
      const id = oneIdOf(wire.id, body[wire.id]);
      const current = found(await table.get(id, scope));
      const sent = without(body, wire.id);
      const named = Object.fromEntries(Object.entries(fields).filter(([name]) => name in sent));
      const values = await valuesOf(named, 'edit', sent, key);
      const changes = changesOf(entity, current, values);
      checkRecord(entity, { ...current, ...changes });
      if (Object.keys(changes).length === 0) return current;
      return found(await table.update(id, changes, scope));
    },
    delete: async ({ body }, caller) => {
      const deleted = await table.remove(idsOf(wire.ids, body[wire.ids]), scopeOf(caller));
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
