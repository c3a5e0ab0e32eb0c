import { sql } from 'kysely';
import { type AnyField, choices, type Fields } from '../../config';
import { choiceLabel } from '../../domain/label';
import { rule } from '../../fields';
import type { Database } from '../db';
import { invalid, ruleLabel, type Values } from '../endpoint';

interface Item {
  readonly dict_code: string;
  readonly item_code: string;
  readonly item_text: string;
  readonly item_text_zh: string | null;
}

/** The items of dictionaries as they are now, by the dictionary's code; none for one that there is not. */
export const readDictionaries = async (db: Database, codes: readonly string[]) => {
  const { rows } =
    codes.length === 0
      ? { rows: [] }
      : await sql<Item>`
          select dict_code, item_code, item_text, item_text_zh from "dictItem"
          where dict_code = any(${[...new Set(codes)]}) order by sort, item_code`.execute(db);
  return new Map(
    codes.map((code) => [
      code,
      choices(
        rows
          .filter(({ dict_code }) => dict_code === code)
          .map(({ item_code, item_text, item_text_zh }) => [
            item_code,
            item_text,
            item_text_zh ?? item_text,
          ]),
      ),
    ]),
  );
};

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
    throw invalid(Object.fromEntries(unknown.map(([name]) => [name, why])));
  }
};
