import { type AnyEntity, type LockReasons, splitAllowed, whyNot } from '../../config';
import { textOf } from '../../domain/label';
import { CallError, type Caller, type CallValues, invalidInput } from '../calls/endpoint';
import {
  type Database,
  inTransaction,
  type Row,
  type Selection,
  type TableQueries,
  type TableQuery,
} from '../db';
import { callsWithUploads, hasFileFields } from '../files/uploads';
import { reservedFields } from './changes';
import { type RuleCall, type RuleSubject, ruleContext, scopeOf } from './dependencies';
import { checkAllItems, checkItems } from './dictionaries';
import type { EntityRules, RuleContext } from './EntityRules';
import { fieldsOf } from './fieldsOf';
import { inReadersLanguage, withPlaceNames } from './placeNames';
import { readerOf, refusalLabel } from './refusals';
import { checkTransfer, clearReservedBy, recordReservedBy, reservedFieldNames } from './reservedBy';

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
  const rules = dependencies.rules[entity.name] ?? {};
  const virtual = virtualFields(entity);
  const columns = (values: CallValues): Row =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !virtual.has(name)));

  const completed = async (row: Row | undefined, context: RuleContext) =>
    row && rules.resolveOutput ? rules.resolveOutput(row, context) : row;

  const localize = async (rows: readonly Row[], { db, locale, caller }: RuleContext) => {
    const { places } = dependencies;
    const reader = { db, places, locale, orgId: caller.oper.org_id };
    return inReadersLanguage(rules, await withPlaceNames(entity, rows, reader), locale);
  };

  const { kept: lockReasonsName } = dependencies.config.wire;
  /** Prepares a row for an answer: localised, with its lock reasons. */
  const answered = async (row: Row | undefined, context: RuleContext) => {
    const rows = row ? await localize([row], context) : [];
    const [whole] = await withLockReasons(rows, { rules, name: lockReasonsName }, context);
    return whole;
  };

  const inChange = async <T>(
    call: RuleCall,
    caller: Caller,
    work: (context: RuleContext, on: TableQueries) => Promise<T>,
  ): Promise<T> => {
    return inTransaction(dependencies.db, (transaction: Database) =>
      work(ruleContext(dependencies, transaction, call, caller), table.on(transaction)),
    );
  };

  const previousRows: Row[] = [];

  /** Checks a change and returns the values to store. */
  const prepare = async (
    { values, current }: { readonly values: CallValues; readonly current?: Row },
    context: RuleContext,
  ): Promise<CallValues> => {
    const reserved = reservedFields(entity, { current, values }, context.caller);
    if (Object.keys(reserved).length > 0) throw invalidInput(reserved);
    const form = { fields: fieldsOf(entity), values, calls: callsWithUploads(entity) };
    const ownNames = await dependencies.uploads.checkFiles(context.db, form, context.caller);
    const input = { ...values, ...ownNames };
    return (await rules.resolveInput?.({ ...context, values: input, current })) ?? input;
  };

  /** Returns the fields set by a change that only an organisation above may set. */
  const settingOf = ({ id }: Row, values: CallValues, current?: CallValues) => {
    const fields = fieldsOf(entity);
    const isSet = (name: string) =>
      name in values &&
      (current !== undefined || (values[name] ?? fields[name]?.initial) !== fields[name]?.initial);
    return { ids: [Number(id)], fields: reservedFieldNames(entity).filter(isSet) };
  };

  const store = async (
    { values, current }: { readonly values: CallValues; readonly current?: Row },
    context: RuleContext,
    write: (values: Row) => Promise<Row | undefined>,
  ) => {
    await checkItems(context.db, fieldsOf(entity), values);
    const prepared = await prepare({ values, current }, context);
    await checkTransfer(context.db, entity, { current, values: prepared }, context.caller);
    const row = await write(columns(prepared));
    if (!row) return undefined;
    await recordReservedBy(context.db, entity, settingOf(row, prepared, current), context.caller);
    await rules.afterOperation?.({ ...context, values: prepared, current, row });
    return answered(await completed(row, context), context);
  };

  const storeAll = async (
    all: readonly CallValues[],
    context: RuleContext,
    write: (values: readonly Row[]) => Promise<readonly Row[]>,
  ): Promise<void> => {
    await checkAllItems(context.db, fieldsOf(entity), all);
    const prepared: CallValues[] = [];
    for (const values of all) prepared.push(await prepare({ values }, context));
    const rows = await write(prepared.map(columns));
    for (const [i, row] of rows.entries()) {
      await recordReservedBy(context.db, entity, settingOf(row, prepared[i] ?? {}), context.caller);
      await rules.afterOperation?.({ ...context, values: prepared[i] ?? {}, row });
    }
  };

  return {
    list: async (query, call, caller) => {
      const { list, total } = await table.list(query, scopeOf(entity, dependencies, caller));
      const context = ruleContext(dependencies, dependencies.db, call, caller);
      const rows = await localize(list, context);
      return {
        list: await withLockReasons(rows, { rules, name: lockReasonsName }, context),
        total,
      };
    },
    first: async (selection, limit, call, caller) => {
      const scope = scopeOf(entity, dependencies, caller);
      const rows = await table.first(selection, scope, limit);
      return localize(rows, ruleContext(dependencies, dependencies.db, call, caller));
    },
    get: async (id, call, caller) => {
      const context = ruleContext(dependencies, dependencies.db, call, caller);
      return answered(
        await completed(await table.get(id, scopeOf(entity, dependencies, caller)), context),
        context,
      );
    },
    add: (values, call, caller) =>
      inChange(call, caller, (context, on) =>
        store({ values }, context, async (row) => {
          const [added] = await on.add([row], scopeOf(entity, dependencies, caller));
          return added;
        }),
      ),
    addAll: (all, call, caller) =>
      inChange(call, caller, async (context, on) => {
        const scope = scopeOf(entity, dependencies, caller);
        const size = rules.resolveInput ? 1 : all.length;
        for (let from = 0; from < all.length; from += size) {
          await storeAll(all.slice(from, from + size), context, (rows) => on.add(rows, scope));
        }
      }),
    previousRows,
    update: (id, changing, call, caller) =>
      inChange(call, caller, async (context, on) => {
        const scope = scopeOf(entity, dependencies, caller);
        const [row] = await on.lock([id], scope);
        const current = await completed(row, context);
        if (!current) return undefined;
        const values = await changing(current);
        if (Object.keys(values).length === 0) return answered(current, context);
        await refuseLocked('update', [current], { entity, rules }, context);
        if (hasFileFields(entity, Object.keys(values))) previousRows.push(current);
        return store({ values, current }, context, (changes) => on.update(id, changes, scope));
      }),
    remove: (ids, call, caller) =>
      inChange(call, caller, async (context, on) => {
        const scope = scopeOf(entity, dependencies, caller);
        if (rules.beforeDelete || rules.lockReasons || hasFileFields(entity)) {
          const rows = await on.lock(ids, scope);
          previousRows.push(...rows);
          await refuseLocked('delete', rows, { entity, rules }, context);
          await rules.beforeDelete?.({ ...context, rows });
        }
        const removed = await on.remove(ids, scope);
        await clearReservedBy(context.db, entity, { ids, fields: reservedFieldNames(entity) });
        return removed;
      }),
  };
};

const virtualFields = (entity: AnyEntity): ReadonlySet<string> =>
  new Set(Object.entries(fieldsOf(entity)).flatMap(([name, { virtual }]) => (virtual ? name : [])));

interface LockReasonColumn {
  readonly rules: Pick<EntityRules, 'lockReasons'>;
  /** Column of the lock reasons; '' for none. */
  readonly name: string;
}

/** Adds the lock reasons to the rows that have any. */
const withLockReasons = async <R extends Row>(
  rows: readonly R[],
  { rules, name }: LockReasonColumn,
  context: RuleContext,
): Promise<R[]> => {
  if (!rules.lockReasons || name === '' || rows.length === 0) return [...rows];
  const reasons = await rules.lockReasons(rows, context);
  return rows.map((row, i) => {
    const why = Object.entries(reasons[i] ?? {}).flatMap(([verb, label]) =>
      label ? [[verb, textOf(label, context.locale)]] : [],
    );
    return why.length > 0 ? { ...row, [name]: Object.fromEntries(why) } : row;
  });
};

/** @throws CallError `conflict` if one of the rows is locked against the verb */
const refuseLocked = async (
  verb: keyof LockReasons,
  rows: readonly Row[],
  { entity, rules }: Pick<RuleSubject, 'entity'> & Pick<LockReasonColumn, 'rules'>,
  context: RuleContext,
): Promise<void> => {
  const reasons = (await rules.lockReasons?.(rows, context)) ?? [];
  const reasonsByRow = new Map<unknown, LockReasons | undefined>(
    rows.map((row, i) => [row, reasons[i]]),
  );
  const lockReasons = (row: unknown) => reasonsByRow.get(row);
  const reader = { ...readerOf(context.caller.oper), lockReasons };
  const [first] = splitAllowed(rows, (row) => whyNot(entity, { verb }, row, reader)).refused;
  if (first) throw new CallError('conflict', refusalLabel(entity, first.reason));
};
