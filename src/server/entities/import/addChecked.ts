import type { Label } from '../../../domain/label';
import { type CallContext, CallError, type Caller } from '../../calls';
import type { Database } from '../../store';
import { refusalOf } from '../refusalOf';
import { ruledTable } from '../ruledTable';
import { reachOf } from '../scopeOf';
import { inSavepoint } from './inSavepoint';
import { isFine, type SheetRow, type Target } from './SheetRow';

/** Who adds rows, and in which transaction. */
export interface Adding extends Pick<CallContext, 'locale' | 'permits'> {
  readonly transaction: Database;
  readonly caller: Caller;
}

/** Whether rules look at every new row. */
export const hasRowRules = ({ entity, room }: Target): boolean => {
  const rules = room.rules[entity.name];
  return rules?.prepare !== undefined || rules?.settle !== undefined;
};

/** A refusal by field; one of the whole record is about the field a person knows it by. */
const reasonsOf = ({ refused, desc }: CallError, { entity }: Target): Record<string, Label> => ({
  ...(refused.fields ?? { [String(entity.title)]: desc }),
});

const refused = (error: unknown, { entity, room }: Target): CallError => {
  const refusal = refusalOf(error, entity, room.config);
  if (refusal instanceof CallError) return refusal;
  throw error;
};

/** All at once. @returns whether nothing spoke against it */
const addTogether = async (
  target: Target,
  rows: readonly SheetRow[],
  { transaction, caller }: Adding,
): Promise<boolean> => {
  const { entity, table, room } = target;
  const values = rows.map((row) => row.values);
  try {
    await inSavepoint(transaction, () =>
      table.on(transaction).add(values, reachOf(entity, room, caller)),
    );
    return true;
  } catch (error) {
    // Somebody took a value a moment ago, or a value is out of its column's range: row by row tells whose.
    refused(error, target);
    return false;
  }
};

const addOne = async (target: Target, row: SheetRow, adding: Adding): Promise<SheetRow> => {
  const { entity, table, room } = target;
  const { transaction, caller } = adding;
  const ruled = ruledTable(entity, table, { ...room, db: transaction });
  try {
    await inSavepoint(transaction, () => ruled.add(row.values, adding, caller));
    return row;
  } catch (error) {
    return { ...row, wrong: reasonsOf(refused(error, target), target) };
  }
};

/**
 * Adds those of the checked rows that nothing speaks against, by the entity's rules.
 * @returns all rows; those that could not be added say why
 */
export const addChecked = async (
  target: Target,
  checked: readonly SheetRow[],
  adding: Adding,
): Promise<SheetRow[]> => {
  const fine = checked.filter(isFine);
  if (fine.length === 0) return [...checked];
  if (!hasRowRules(target) && (await addTogether(target, fine, adding))) return [...checked];
  const outcome: SheetRow[] = [];
  for (const row of checked) outcome.push(isFine(row) ? await addOne(target, row, adding) : row);
  return outcome;
};
