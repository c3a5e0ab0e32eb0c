import type { AnyEntity } from '../../config';
import type { CallContext, Caller, Values } from '../calls';
import { type EntityTable, inTransaction, type Row } from '../store';
import type { EntityRoom } from './EntityRoom';
import type { RuleContext } from './EntityRules';
import { fieldsOf } from './fieldsOf';
import { rowsOf } from './rowsOf';
import { reachOf } from './scopeOf';

type Given = Pick<CallContext, 'locale' | 'permits'>;

/** An entity's rows for one caller at a time, changed by its rules. */
export interface Ruled {
  get(id: number, given: Given, caller: Caller): Promise<Row | undefined>;
  add(values: Values, given: Given, caller: Caller): Promise<Row | undefined>;
  update(current: Row, changes: Values, given: Given, caller: Caller): Promise<Row | undefined>;
  /** @returns how many there were */
  remove(ids: readonly number[], given: Given, caller: Caller): Promise<number>;
}

/** Puts an entity's rules around the changes of its table; each change and what its rules do is one transaction. */
export const ruledTable = (entity: AnyEntity, table: EntityTable, room: EntityRoom): Ruled => {
  const { db, now } = room;
  const rules = room.rules[entity.name] ?? {};
  const virtual = Object.entries(fieldsOf(entity)).flatMap(([name, field]) =>
    field.virtual ? [name] : [],
  );
  const columns = (values: Values): Row =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !virtual.includes(name)));
  const contextOf = (on: typeof db, { locale, permits }: Given, caller: Caller): RuleContext => ({
    db: on,
    caller,
    locale,
    permits,
    now: now(),
  });
  const completed = async (row: Row | undefined, context: RuleContext) =>
    row && rules.complete ? rules.complete(row, context) : row;

  const change = async (
    values: Values,
    current: Row | undefined,
    store: (values: Row, table: EntityTable) => Promise<Row | undefined>,
    { given, caller }: { given: Given; caller: Caller },
  ) => {
    const answer = await inTransaction(db, async (transaction) => {
      const context = contextOf(transaction, given, caller);
      const prepared = (await rules.prepare?.({ ...context, values, current })) ?? values;
      const row = await store(columns(prepared), table.on(transaction));
      if (!row) return undefined;
      await rules.settle?.({ ...context, values: prepared, current, row });
      return completed(row, context);
    });
    rules.changed?.();
    return answer;
  };

  return {
    get: async (id, given, caller) =>
      completed(await table.get(id, reachOf(entity, room, caller)), contextOf(db, given, caller)),
    add: (values, given, caller) =>
      change(
        values,
        undefined,
        async (row, on) => (await on.add([row], reachOf(entity, room, caller)))[0],
        { given, caller },
      ),
    update: (current, changes, given, caller) =>
      change(
        changes,
        current,
        (row, on) => on.update(Number(current.id), row, reachOf(entity, room, caller)),
        { given, caller },
      ),
    remove: async (ids, given, caller) => {
      const scope = reachOf(entity, room, caller);
      const removed = await inTransaction(db, async (transaction) => {
        const on = table.on(transaction);
        if (rules.beforeRemove) {
          const rows = await rowsOf(on, ids, scope);
          await rules.beforeRemove({ ...contextOf(transaction, given, caller), rows });
        }
        return on.remove(ids, scope);
      });
      rules.changed?.();
      return removed;
    },
  };
};
