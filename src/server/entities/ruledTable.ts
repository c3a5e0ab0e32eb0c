import { type LockReasons, splitAllowed, whyNot } from '../../config';
import { CallError, type Caller, type CallValues } from '../calls/endpoint';
import {
  type Database,
  inTransaction,
  type Row,
  type Selection,
  type TableQueries,
  type TableQuery,
} from '../db';
import { hasFileFields } from '../files/uploads';
import {
  type RuleCall,
  type RuledEntity,
  type RuleSubject,
  ruleContext,
  scopeOf,
} from './dependencies';
import type { RuleContext } from './EntityRules';
import { readerOf, refusalLabel } from './refusals';
import { clearReservedBy, reservedFieldNames } from './reservedBy';
import { createRowReader } from './rowReader';
import { createRowWriter } from './rowWriter';

/** Computes the changes of the current row, which is locked. An empty result changes nothing. */
export type ChangeOptions = (current: Row) => CallValues | Promise<CallValues>;

/** Rows of an entity, read and changed under the entity's rules for a caller. */
export interface EntityOperations {
  list(query: TableQuery, call: RuleCall, caller: Caller): ReturnType<TableQueries['list']>;
  /** Returns the first rows of a selection in its order, in the reader's language. */
  first(
    selection: Selection,
    limit: number,
    call: RuleCall,
    caller: Caller,
  ): Promise<readonly Row[]>;
  get(id: number, call: RuleCall, caller: Caller): Promise<Row | undefined>;
  add(values: CallValues, call: RuleCall, caller: Caller): Promise<Row | undefined>;
  /** Adds all rows in order, or none. Rows are stored in one statement if the entity has no `resolveInput` rule. */
  addAll(values: readonly CallValues[], call: RuleCall, caller: Caller): Promise<void>;
  update(
    id: number,
    changing: ChangeOptions,
    call: RuleCall,
    caller: Caller,
  ): Promise<Row | undefined>;
  /** @returns the number of removed rows */
  remove(ids: readonly number[], call: RuleCall, caller: Caller): Promise<number>;
  /** Rows before they were changed or removed. Their files may be unreferenced now. */
  readonly previousRows: readonly Row[];
}

/** Applies an entity's rules to its table. A change and its rules run in one transaction. */
export const ruledTable = ({ entity, table, dependencies }: RuleSubject): EntityOperations => {
  const ruled = { entity, rules: dependencies.rules[entity.name] ?? {}, dependencies };
  const { rules } = ruled;
  const { complete, localize, answer, answerAll } = createRowReader(ruled);
  const { store, storeAll } = createRowWriter(ruled);
  const previousRows: Row[] = [];
  const readContext = (call: RuleCall, caller: Caller): RuleContext =>
    ruleContext(dependencies, dependencies.db, call, caller);
  const visibleTo = (caller: Caller) => scopeOf(dependencies, caller);

  const inChange = <T>(
    call: RuleCall,
    caller: Caller,
    work: (context: RuleContext, on: TableQueries) => Promise<T>,
  ): Promise<T> =>
    inTransaction(dependencies.db, (transaction: Database) =>
      work(ruleContext(dependencies, transaction, call, caller), table.on(transaction)),
    );

  return {
    list: async (query, call, caller) => {
      const context = readContext(call, caller);
      await rules.beforeList?.(query, context);
      const { list, ...counted } = await table.list(query, visibleTo(caller));
      return { list: await answerAll(list, context), ...counted };
    },
    first: async (selection, limit, call, caller) =>
      localize(await table.first(selection, visibleTo(caller), limit), readContext(call, caller)),
    get: async (id, call, caller) => {
      const context = readContext(call, caller);
      return answer(await complete(await table.get(id, visibleTo(caller)), context), context);
    },
    add: (values, call, caller) =>
      inChange(call, caller, async (context, on) => {
        const row = await store({ values }, context, async (columns) => {
          const [added] = await on.add([columns], visibleTo(caller));
          return added;
        });
        return answer(await complete(row, context), context);
      }),
    addAll: (all, call, caller) =>
      inChange(call, caller, async (context, on) => {
        const scope = visibleTo(caller);
        const size = rules.resolveInput ? 1 : all.length;
        for (let from = 0; from < all.length; from += size) {
          const some = all.slice(from, from + size);
          await storeAll(some, context, (rows) => on.add(rows, scope));
        }
      }),
    previousRows,
    update: (id, changing, call, caller) =>
      inChange(call, caller, async (context, on) => {
        const scope = visibleTo(caller);
        const [stored] = await on.lock([id], scope);
        const current = await complete(stored, context);
        if (!current) return undefined;
        const values = await changing(current);
        if (Object.keys(values).length === 0) return answer(current, context);
        await refuseLocked('update', [current], ruled, context);
        if (hasFileFields(entity, Object.keys(values))) previousRows.push(current);
        const row = await store({ values, current }, context, (columns) =>
          on.update(id, columns, scope),
        );
        return answer(await complete(row, context), context);
      }),
    remove: (ids, call, caller) =>
      inChange(call, caller, async (context, on) => {
        const scope = visibleTo(caller);
        if (rules.beforeDelete || rules.lockReasons || hasFileFields(entity)) {
          const rows = await on.lock(ids, scope);
          previousRows.push(...rows);
          await refuseLocked('delete', rows, ruled, context);
          await rules.beforeDelete?.({ ...context, rows });
        }
        const removed = await on.remove(ids, scope);
        await clearReservedBy(context.db, entity, { ids, fields: reservedFieldNames(entity) });
        return removed;
      }),
  };
};

/** @throws CallError `conflict` if one of the rows is locked against the verb */
const refuseLocked = async (
  verb: keyof LockReasons,
  rows: readonly Row[],
  { entity, rules }: Pick<RuledEntity, 'entity' | 'rules'>,
  context: RuleContext,
): Promise<void> => {
  const reasons = (await rules.lockReasons?.(rows, context)) ?? [];
  const reasonsByRow = new Map<unknown, LockReasons | undefined>(
    rows.map((row, i) => [row, reasons[i]]),
  );
  const lockReasons = (row: unknown) => reasonsByRow.get(row);
  const reader = { ...readerOf(context.caller.oper), lockReasons };
  const attempt = { verb };
  const [first] = splitAllowed(rows, (row) => whyNot(entity, attempt, row, reader)).refused;
  if (first) throw new CallError('conflict', refusalLabel(entity, attempt, first));
};
