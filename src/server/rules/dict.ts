import { sql } from 'kysely';
import { type Label, labelOf } from '../../domain/label';
import { itemText } from '../../domain/system';
import { rule } from '../../fields';
import { CallError, invalidInput, ruleLabel, serverLabel } from '../calls/endpoint';
import { anyOf } from '../db';
import { type EntityRules, type RecordChange, rowIds } from '../entities';

const MAX_NAMES = 10;

/** Refuses to delete a dictionary that has items, because records display the texts of the items. */
export const dictRules: EntityRules = {
  beforeDelete: async ({ db, rows }) => {
    const items = await db
      .selectFrom('dictItem')
      .select(['item_text', 'item_text_zh'])
      .where('dict_id', '=', anyOf(rowIds(rows)))
      .orderBy('sort')
      .orderBy('item_code')
      .limit(MAX_NAMES + 1)
      .execute();
    if (items.length === 0) return;
    const itemNames = labelOf((locale) => {
      const names = items.slice(0, MAX_NAMES).map((item) => itemText(item, locale));
      return [...names, ...(items.length > MAX_NAMES ? ['…'] : [])].join(', ');
    });
    throw new CallError('conflict', serverLabel('dictHasItems', { items: itemNames }));
  },
};

/** Copies the dictionary's code to its items, because fields find items by it. */
export const dictItemRules: EntityRules = {
  resolveInput: async (change) => {
    const { db, values, current } = change;
    if (current) return values;
    const dict = await db
      .selectFrom('dict')
      .select('dict_code')
      .where('id', '=', Number(values.dict_id))
      .executeTakeFirst();
    if (!dict) throw invalidInput({ dict_id: ruleLabel(rule('reference')) });
    await onlyOne(change, 'dictItem', ['item_code', 'dict_id'], serverLabel('itemTaken'));
    return { ...values, dict_code: dict.dict_code };
  },
};

/** Allows one key for each map and terminal. @param table table of the keys */
export const mapKeyRules = (table: string): EntityRules => ({
  resolveInput: async (change) => {
    await onlyOne(change, table, ['mapCode', 'useTerminal'], serverLabel('mapKeyTaken'));
    return change.values;
  },
});

/**
 * Refuses a row whose two values equal those of another row. An advisory lock serialises simultaneous callers.
 * @throws CallError `invalid` on the first column
 */
const onlyOne = async (
  { db, current, values }: RecordChange,
  table: string,
  columns: readonly [string, string],
  why: Label,
): Promise<void> => {
  const [one, other] = columns.map((name) => (name in values ? values[name] : current?.[name]));
  await sql`select pg_advisory_xact_lock(hashtext(${table}), hashtext(${`${one} ${other}`}))`.execute(
    db,
  );
  const { rows } = await sql`
    select 1 from ${sql.table(table)}
    where ${sql.ref(columns[0])} = ${one} and ${sql.ref(columns[1])} = ${other}
      and id <> ${current?.id ?? 0} limit 1`.execute(db);
  if (rows.length > 0) throw invalidInput({ [columns[0]]: why });
};
