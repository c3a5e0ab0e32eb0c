import type { AnyField } from '../../config';
import type { Database } from '../store';
import { readDictionaries } from './readDictionaries';

const isDict = ({ kind }: AnyField): boolean => kind === 'dict';

/**
 * Fields of dictionaries made choices of the items that there are now, so that spreadsheets show and take their texts;
 * the other fields as they are, all in the same order.
 */
export const withItems = async (db: Database, fields: readonly AnyField[]): Promise<AnyField[]> => {
  const codes = fields.filter(isDict).map(({ of }) => String(of));
  const dictionaries = await readDictionaries(db, codes);
  return fields.map((field) =>
    isDict(field) ? { ...field, kind: 'choice', of: dictionaries.get(String(field.of)) } : field,
  );
};
