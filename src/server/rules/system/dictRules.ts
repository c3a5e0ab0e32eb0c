import { sql } from 'kysely';
import { locales } from '../../../domain/label';
import { rule } from '../../../fields';
import { dictItem } from '../../../resources';
import { CallError, invalid, ruleLabel, text } from '../../calls';
import type { EntityRules } from '../../entities';
import { onlyOne } from './onlyOne';

/** More items nobody reads in a sentence. */
const NAMED = 10;

const { fields } = dictItem;

/** A dictionary goes when its items are gone: records show them by their texts. */
export const dictRules: EntityRules = {
  beforeRemove: async ({ db, rows }) => {
    const { rows: items } = await sql<{ item_text: string; item_text_zh: string | null }>`
      select item_text, item_text_zh from "dictItem"
      where dict_id = any(${rows.map(({ id }) => id)})
      order by sort, item_code limit ${NAMED + 1}`.execute(db);
    if (items.length === 0) return;
    const named = locales.map((locale) => {
      const names = items
        .slice(0, NAMED)
        .map(({ item_text, item_text_zh }) => (locale === 'zh' && item_text_zh) || item_text);
      return [...names, ...(items.length > NAMED ? ['…'] : [])].join(', ');
    });
    throw new CallError('conflict', text('dictHasItems', { items: named }));
  },
};

/** An item carries its dictionary's code along, by which fields find it. */
export const dictItemRules: EntityRules = {
  prepare: async (change) => {
    const { db, values, current } = change;
    if (current) return values;
    const { rows } = await sql<{ dict_code: string }>`
      select dict_code from dict where id = ${values.dict_id}`.execute(db);
    if (!rows[0]) throw invalid({ dict_id: ruleLabel(rule('reference')) }, fields);
    await onlyOne(change, {
      table: 'dictItem',
      columns: ['dict_id', 'item_code'],
      says: 'item_code',
      why: text('itemTaken'),
      fields,
    });
    return { ...values, dict_code: rows[0].dict_code };
  },
};
