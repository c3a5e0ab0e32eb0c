import { type AnyField, choices, type Field, type Fields } from '../../config';
import { choiceLabel, labelOf } from '../../domain/label';
import { itemText } from '../../domain/system';
import { rule, schemaOf } from '../../fields';
import { type CallValues, invalidInput, ruleLabel } from '../calls/endpoint';
import { anyOf, type Database } from '../db';

/** Reads the current items of dictionaries by their codes. An unknown dictionary has no items. */
const readDictionaries = async (db: Database, codes: readonly string[]) => {
  const rows =
    codes.length === 0
      ? []
      : await db
          .selectFrom('dictItem')
          .select(['dict_code', 'item_code', 'item_text', 'item_text_zh'])
          .where('dict_code', '=', anyOf([...new Set(codes)]))
          .orderBy('sort')
          .orderBy('item_code')
          .execute();
  return new Map(
    codes.map((code) => [
      code,
      choices(
        rows
          .filter(({ dict_code }) => dict_code === code)
          .map((item) => [item.item_code, ...labelOf((locale) => itemText(item, locale))]),
      ),
    ]),
  );
};

const isDictionary = (field: AnyField): boolean => schemaOf(field).withItems !== undefined;

/**
 * Turns fields of dictionaries into choices of the current items, so that spreadsheets show and accept their texts.
 * Other fields stay as they are, and the order is kept.
 */
export const withItems = async (db: Database, fields: readonly AnyField[]): Promise<AnyField[]> => {
  const codes = fields.filter(isDictionary).map(({ of }) => String(of));
  const dictionaries = await readDictionaries(db, codes);
  const itemsOf = ({ of }: AnyField) => dictionaries.get(String(of)) ?? [];
  return fields.map(
    (field) => schemaOf(field).withItems?.(field as Field, itemsOf(field)) ?? field,
  );
};

/**
 * Rejects values that are not in their dictionaries. A stored value that does not change is not checked.
 * @throws CallError `invalid`
 */
export const checkItems = (db: Database, fields: Fields, values: CallValues): Promise<void> =>
  checkAllItems(db, fields, [values]);

/** Checks many records with one query, like `checkItems`. */
export const checkAllItems = async (
  db: Database,
  fields: Fields,
  all: readonly CallValues[],
): Promise<void> => {
  const dictionaryFields = Object.entries(fields).filter(
    ([name, field]) => isDictionary(field) && all.some((values) => hasValue(values[name])),
  );
  if (dictionaryFields.length === 0) return;
  const dictionaries = await readDictionaries(
    db,
    dictionaryFields.map(([, { of }]) => String(of)),
  );
  const unknown = dictionaryFields.filter(([name, { of }]) => {
    const items = dictionaries.get(String(of)) ?? [];
    return all.some((values) => hasValue(values[name]) && !choiceLabel(items, values[name]));
  });
  if (unknown.length > 0) {
    const why = ruleLabel(rule('choice'));
    throw invalidInput(Object.fromEntries(unknown.map(([name]) => [name, why])));
  }
};

const hasValue = (value: unknown): boolean => (value ?? null) !== null;
