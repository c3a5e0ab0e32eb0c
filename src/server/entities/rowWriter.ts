import type { AnyEntity, Fields } from '../../config';
import { type CallValues, invalidInput } from '../calls/endpoint';
import type { Row } from '../db';
import { callsWithUploads } from '../files/uploads';
import { reservedFields, stampsOf } from './changes';
import { checkConstraints, lockComparedValues } from './constraints';
import type { RuledEntity } from './dependencies';
import { checkItems } from './dictionaries';
import type { RuleContext } from './EntityRules';
import { fieldsOf } from './fieldsOf';
import { checkReferences } from './references';
import { checkTransfer, recordReservedBy, reservedFieldNames } from './reservedBy';
import { nextNumbers } from './series';

interface RowChange {
  readonly values: CallValues;
  /** Undefined for a new row. */
  readonly current?: Row;
}

/** Stores rows after checking them by the rules of the entity and the server. */
export const createRowWriter = ({ entity, rules, dependencies }: RuledEntity) => {
  const fields = fieldsOf(entity);
  const virtual = virtualFields(entity);
  const columns = (values: CallValues): Row =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !(name in virtual)));

  const prepare = async (
    { values, current }: RowChange,
    context: RuleContext,
  ): Promise<CallValues> => {
    const reserved = reservedFields(entity, { current, values }, context.caller);
    if (Object.keys(reserved).length > 0) throw invalidInput(reserved);
    await checkReferences(dependencies, context.db, { fields: virtual, values }, context.caller);
    const form = { fields, values, calls: callsWithUploads(entity), stored: current };
    const ownNames = await dependencies.uploads.checkFiles(context.db, form, context.caller);
    const stamps = current ? {} : await stampsOf(entity, context);
    const input = { ...values, ...ownNames, ...stamps };
    return (await rules.resolveInput?.({ ...context, values: input, current })) ?? input;
  };

  /** Records the fields set by a change that only an organisation above may set, and applies the entity's rule. */
  const finish = async (
    row: Row,
    { values, current }: RowChange,
    context: RuleContext,
  ): Promise<void> => {
    const isSet = (name: string) =>
      name in values &&
      (current !== undefined || (values[name] ?? fields[name]?.initial) !== fields[name]?.initial);
    const set = { ids: [Number(row.id)], fields: reservedFieldNames(entity).filter(isSet) };
    await recordReservedBy(context.db, entity, set, context.caller);
    await rules.afterOperation?.({ ...context, values, current, row });
  };

  return {
    store: async (
      { values: sent, current }: RowChange,
      context: RuleContext,
      write: (values: Row) => Promise<Row | undefined>,
    ): Promise<Row | undefined> => {
      await checkItems(context.db, fields, [sent]);
      const input = await prepare({ values: sent, current }, context);
      await checkTransfer(context.db, entity, { current, values: input }, context.caller);
      const [numbers] = current ? [] : await nextNumbers(context, entity, [input]);
      const values = { ...input, ...numbers };
      await lockComparedValues(context.db, entity, [current ?? {}, { ...current, ...values }]);
      const row = await write(columns(values));
      if (row) await finish(row, { values, current }, context);
      await checkConstraints(context.db, entity);
      return row;
    },
    storeAll: async (
      sent: readonly CallValues[],
      context: RuleContext,
      write: (values: readonly Row[]) => Promise<readonly Row[]>,
    ): Promise<readonly Row[]> => {
      await checkItems(context.db, fields, sent);
      const inputs: CallValues[] = [];
      for (const values of sent) inputs.push(await prepare({ values }, context));
      const numbers = await nextNumbers(context, entity, inputs);
      const all = inputs.map((input, i) => ({ ...input, ...numbers[i] }));
      await lockComparedValues(context.db, entity, all);
      const rows = await write(all.map(columns));
      for (const [i, row] of rows.entries()) await finish(row, { values: all[i] ?? {} }, context);
      await checkConstraints(context.db, entity);
      return rows;
    },
  };
};

const virtualFields = (entity: AnyEntity): Fields =>
  Object.fromEntries(Object.entries(fieldsOf(entity)).filter(([, { virtual }]) => virtual));
