import { type Action, type AnyEntity, unmet } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { text } from '../../calls';
import type { Row } from '../../store';
import type { Refusal } from '../EntityRules';
import { fieldsOf } from '../fieldsOf';

/** The records of a call: those an action can be done with, and why not with the others. */
export interface Able {
  readonly able: readonly Row[];
  readonly failed: readonly Refusal[];
}

/** Which fields speak against an action, in words; undefined when none does. */
const reasonAgainst = (
  entity: AnyEntity,
  { when }: Action,
  row: Row,
  locale: Locale,
): string | undefined => {
  const fields = fieldsOf(entity);
  const names = unmet(when, row).map((name) => textOf(fields[name]?.label ?? [name, name], locale));
  return names.length > 0 ? textOf(text('notNow', { names: names.join(', ') }), locale) : undefined;
};

/**
 * Sorts out whom an action can be done with.
 * @param ids those that the call names
 * @param rows those of them that are there for the caller
 */
export const ableRows = (
  entity: AnyEntity,
  action: Action,
  { ids, rows, locale }: { ids: readonly number[]; rows: readonly Row[]; locale: Locale },
): Able => {
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  const judged = rows.map((row) => ({ row, why: reasonAgainst(entity, action, row, locale) }));
  return {
    able: judged.filter(({ why }) => why === undefined).map(({ row }) => row),
    failed: [
      ...judged.flatMap(({ row, why }) => (why === undefined ? [] : { id: Number(row.id), why })),
      ...missing.map((id) => ({ id, why: textOf(text('notFound'), locale) })),
    ],
  };
};
