import { linesOf } from '../../fields/lines';
import { CallError, type Caller, type CallValues, serverLabel } from '../calls/endpoint';
import {
  type Database,
  inTransaction,
  type Row,
  type Selection,
  type TableQueries,
  type TableQuery,
} from '../db';
import { hasFileFields } from '../files/uploads';
import { type RuleCall, type RuledEntity, type RuleSubject, ruleContext } from './dependencies';
import type { RuleContext } from './EntityRules';
import { judgeRows, refusalLabel } from './refusals';
import { clearReservedBy, reservedFieldNames } from './reservedBy';
import { createRowReader } from './rowReader';
import { createRowWriter } from './rowWriter';

/** Computes the changes of the current row, which is locked. An empty result changes nothing. */
export type ChangeOptions = (current: Row) => CallValues | Promise<CallValues>;

export type EntityOperations = ReturnType<typeof ruledTable>;

/**
 * Reads and changes an entity's rows under its rules for a caller. A change and its rules run in one transaction.
 */
export const ruledTable = (
  { entity, table, dependencies }: RuleSubject,
  call: RuleCall,
  caller: Caller,
) => {
  const ruled = { entity, rules: dependencies.rules[entity.name] ?? {}, dependencies };
  const { rules } = ruled;
  const { complete, fill, localize, answer, answerAll } = createRowReader(ruled);
  const { store, storeAll } = createRowWriter(ruled);
  const previousRows: Row[] = [];
  const contextOf = (db: Database) => ruleContext(dependencies, db, call, caller);
  const reading = contextOf(dependencies.db);
  const { scope } = reading;

  const inChange = <T>(work: (context: RuleContext, on: TableQueries) => Promise<T>): Promise<T> =>
    inTransaction(dependencies.db, (transaction) =>
      work(contextOf(transaction), table.on(transaction)),
    );

  /** Reads a row again if storing its lines has computed it anew. */
  const recomputed = async (row: Row | undefined, on: TableQueries) =>
    row && linesOf(entity).length > 0 ? ((await on.get(Number(row.id), scope)) ?? row) : row;

  return {
    list: async (query: TableQuery) => {
      await rules.beforeList?.(query, reading);
      const { list, ...counted } = await table.list(query, scope);
      return { list: await answerAll(await fill(list, reading), reading), ...counted };
    },
    /** Returns the first rows of a selection in its order, in the reader's language. */
    first: async (selection: Selection, limit: number) =>
      localize(await fill(await table.first(selection, scope, limit), reading), reading),
    /** @throws CallError `notFound` if the caller cannot see the row, as does `update` */
    get: async (id: number) =>
      requireRow(await answer(await complete(await table.get(id, scope), reading), reading)),
    add: (values: CallValues) =>
      inChange(async (context, on) => {
        const row = await store({ values }, context, async (columns) => {
          const [added] = await on.add([columns], scope);
          return added;
        });
        return answer(await complete(await recomputed(row, on), context), context);
      }),
    /** Adds all rows in order, or none, and returns them. Rows are stored in one statement if the entity has no `resolveInput` rule. */
    addAll: (all: readonly CallValues[]) =>
      inChange(async (context, on) => {
        const size = rules.resolveInput ? 1 : all.length;
        const added: Row[] = [];
        for (let from = 0; from < all.length; from += size) {
          const some = all.slice(from, from + size);
          added.push(...(await storeAll(some, context, (rows) => on.add(rows, scope))));
        }
        return added;
      }),
    /** Rows before they were changed or removed. Their files may be unreferenced now. */
    previousRows,
    update: (id: number, changing: ChangeOptions) =>
      inChange(async (context, on) => {
        const [stored] = await on.lock([id], scope);
        const current = requireRow(await complete(stored, context));
        const values = await changing(current);
        if (Object.keys(values).length === 0) return answer(current, context);
        await refuseLocked('update', [current], ruled, context);
        if (hasFileFields(entity, Object.keys(values))) previousRows.push(current);
        const row = await store({ values, current }, context, (columns) =>
          on.update(id, columns, scope),
        );
        return answer(await complete(await recomputed(row, on), context), context);
      }),
    /** @returns the number of removed rows */
    remove: (ids: readonly number[]) =>
      inChange(async (context, on) => {
        if (rules.beforeDelete || rules.lockReasons || entity.states || hasFileFields(entity)) {
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

const requireRow = (row: Row | undefined): Row => {
  if (row) return row;
  throw new CallError('notFound', serverLabel('notFound'));
};

/** @throws CallError `conflict` if one of the rows is locked against the verb */
const refuseLocked = async (
  verb: 'update' | 'delete',
  rows: readonly Row[],
  { entity, rules }: Pick<RuledEntity, 'entity' | 'rules'>,
  context: RuleContext,
): Promise<void> => {
  const attempt = { verb };
  const [first] = (await judgeRows({ entity, rules }, attempt, rows, context)).refused;
  if (first) throw new CallError('conflict', refusalLabel(entity, attempt, first));
};
