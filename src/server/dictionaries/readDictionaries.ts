import { sql } from 'kysely';
import { choices } from '../../config';
import type { Database } from '../store';

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
