import { type AnyField, choices, type Field, type Fields } from '../../config';
import { choiceLabel, labelOf } from '../../domain/label';
import { itemText } from '../../domain/system';
import { rule, schemaOf } from '../../fields';
import { type CallValues, invalidInput, ruleLabel } from '../calls/endpoint';
import { anyOf, type Database } from '../db';

type NamedField = readonly [name: string, field: AnyField];

const isDictionary = (field: AnyField): boolean => schemaOf(field).withItems !== undefined;

/** Reads the current items of the dictionaries of fields. An unknown dictionary has no items. */
const readItems = async (db: Database, fields: readonly NamedField[]) => {
  const codes = new Set(fields.flatMap(([, field]) => (isDictionary(field) ? field.of : [])));
  const query = db
    .selectFrom('dictItem')
    .select(['dict_code', 'item_code', 'item_text', 'item_text_zh'])
    .where('dict_code', '=', anyOf([...codes]))
    .orderBy('sort')
    .orderBy('item_code');
  const rows = codes.size === 0 ? [] : await query.execute();
  return ({ of }: AnyField) =>
    choices(
      rows
        .filter(({ dict_code }) => dict_code === of)
        .map((item) => [item.item_code, ...labelOf((locale) => itemText(item, locale))]),
    );
};

/**
 * Turns fields of dictionaries into choices of the current items, so that spreadsheets show and accept their texts.
 * Other fields stay as they are, and the order is kept.
 */
export const withItems = async (
  db: Database,
  fields: readonly NamedField[],
): Promise<NamedField[]> => {
  const itemsOf = await readItems(db, fields);
  return fields.map(([name, field]) => [
    name,
    schemaOf(field).withItems?.(field as Field, itemsOf(field)) ?? field,
  ]);
};

/**
 * Rejects values of records that are not in their dictionaries, with one query. A stored value that does not change is
 * not checked.
 * @throws CallError `invalid`
 */
export const checkItems = async (
  db: Database,
  fields: Fields,
  all: readonly CallValues[],
): Promise<void> => {
  const dictionaryFields = Object.entries(fields).filter(
    ([name, field]) => isDictionary(field) && all.some((values) => hasValue(values[name])),
  );
  const itemsOf = await readItems(db, dictionaryFields);
  const unknown = dictionaryFields.filter(([name, field]) => {
    const items = itemsOf(field);
    return all.some((values) => hasValue(values[name]) && !choiceLabel(items, values[name]));
  });
  if (unknown.length > 0) {
    const why = ruleLabel(rule('choice'));
    throw invalidInput(Object.fromEntries(unknown.map(([name]) => [name, why])));
  }
};

const hasValue = (value: unknown): boolean => (value ?? null) !== null;
