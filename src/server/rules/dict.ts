import { labelOf } from '../../domain/label';
import { itemText } from '../../domain/system';
import { rule } from '../../fields';
import { CallError, invalidInput, ruleLabel, serverLabel } from '../calls/endpoint';
import { anyOf } from '../db';
import { type EntityRules, rowIds } from '../entities';

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
  resolveInput: async ({ db, values, current }) => {
    if (current) return values;
    const dict = await db
      .selectFrom('dict')
      .select('dict_code')
      .where('id', '=', Number(values.dict_id))
      .executeTakeFirst();
    if (!dict) throw invalidInput({ dict_id: ruleLabel(rule('reference')) });
    return { ...values, dict_code: dict.dict_code };
  },
};
