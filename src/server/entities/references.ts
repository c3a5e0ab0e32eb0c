import type { AnyField, Fields } from '../../config';
import type { Label } from '../../domain/label';
import { isReference, isReferenceList, rule } from '../../fields';
import { type Caller, type CallValues, invalidInput, ruleLabel } from '../calls/endpoint';
import type { Database } from '../db';
import { type EntityDependencies, scopeOf } from './dependencies';

const idsIn = (field: AnyField, value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  if (isReferenceList(field)) return Array.isArray(value) ? value : [value];
  return isReference(field) ? [value] : [];
};

/**
 * Checks that the caller sees the records that values refer to: arguments, or fields that the rules of an entity store.
 * The queries of a table check those in its columns.
 * @throws CallError `invalid` by field
 */
export const checkReferences = async (
  { rules, tables }: Pick<EntityDependencies, 'rules' | 'tables'>,
  db: Database,
  { fields, values }: { readonly fields: Fields; readonly values: CallValues },
  caller: Caller,
): Promise<void> => {
  const wrong: Record<string, Label> = {};
  for (const [name, field] of Object.entries(fields)) {
    const ids = [...new Set(idsIn(field, values[name]))];
    if (ids.length === 0) continue;
    const table = tables.get(String(field.of));
    const rows = await table
      ?.on(db)
      .pick(ids.filter(Number.isSafeInteger) as number[], scopeOf({ rules }, caller));
    if (rows?.length !== ids.length) wrong[name] = ruleLabel(rule('reference'));
  }
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
};
