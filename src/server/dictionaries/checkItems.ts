import type { Fields } from '../../config';
import { choiceLabel } from '../../domain/choices';
import { rule } from '../../fields';
import { invalid, ruleLabel, type Values } from '../calls';
import type { Database } from '../store';
import { readDictionaries } from './readDictionaries';

/**
 * Refuses values that their dictionaries do not have now. What a record holds already and keeps is not asked about.
 * @throws CallError `invalid`
 */
export const checkItems = async (db: Database, fields: Fields, values: Values): Promise<void> => {
  const given = Object.entries(fields).filter(
    ([name, { kind }]) => kind === 'dict' && (values[name] ?? null) !== null,
  );
  if (given.length === 0) return;
  const dictionaries = await readDictionaries(
    db,
    given.map(([, { of }]) => String(of)),
  );
  const unknown = given.filter(
    ([name, { of }]) => !choiceLabel(dictionaries.get(String(of)) ?? [], values[name]),
  );
  if (unknown.length > 0) {
    const why = ruleLabel(rule('choice'));
    throw invalid(Object.fromEntries(unknown.map(([name]) => [name, why])), fields);
  }
};
